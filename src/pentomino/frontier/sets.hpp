// Sets: the copies used of each piece, packed into one integer, a field for each piece; and the effect of a move. No
// field of a set is above its cap.
#pragma once
#include <stdint.h>

// Without 128-bit integers, or without the routines for them (clang with MSVC's libraries), lists count up to 64 bits;
// larger numbers are counted by the pass with numbers of any size.
#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
__extension__ typedef unsigned __int128 huge;
#define upper_half(number) ((uint64_t)((number) >> 64))
#else
typedef uint64_t huge;
#define upper_half(number) ((void)(number), (uint64_t)0)
#endif
#define HUGE_BYTES ((int)sizeof(huge))

struct Move {
    uint64_t field;   // the bits of a set that count the copies of the piece; 0 if they are not counted
    uint64_t one;     // one copy
    uint64_t add;     // the copies that the option uses
    uint64_t cap;     // the count stops here: at the maximum number of copies, or at the minimum if more are allowed
    uint64_t highest;  // the move may be made if the count is not above this
    bool saturates;   // the move may always be made; the count then stays at the cap
    int32_t weight;   // a cover counts as the product of the weights of its moves
    int32_t cells;    // the number of cells that the option covers, and so of levels that the move advances
};

// Add the copies of a move to a set. Return false if not enough copies are left.
static inline bool apply_move(const Move *move, uint64_t *used) {
    const uint64_t count = *used & move->field;
    if (count <= move->highest) *used += move->add;
    else if (move->saturates) *used += move->cap - count;
    else return false;
    return true;
}

// Call `with` for each set to which a move leads from `used` (forward: at most one set), or from which it leads to
// `used` (backward: several sets, if the count stopped at its cap).
template <class F> static void for_moved(const Move &move, uint64_t used, bool forward, F with) {
    if (forward) {
        if (apply_move(&move, &used)) with(used);
        return;
    }
    const uint64_t count = used & move.field, others = used - count;
    if (count < move.add && !(move.saturates && count == move.cap)) return;
    uint64_t before = count >= move.add ? count - move.add : 0;
    const uint64_t last = move.saturates && count == move.cap ? count : before;
    for (; before <= last; before += move.one) {
        with(others + before);
        if (move.one == 0) break;
    }
}

// Return the maximum number of sets from which the move leads to one set.
static int64_t most_before(const Move &move) { return move.one ? (int64_t)(move.add / move.one) + 1 : 1; }

// Return a hash: a product with an odd constant (Fibonacci hashing; D. E. Knuth, TAOCP 6.4). The low bits of a product
// depend on low bits only, and a table uses the low bits of the hash, so the upper half is folded onto the lower.
static uint32_t mixed(uint64_t window, uint32_t cell, uint64_t used) {
    uint64_t hash = window ^ (uint64_t)cell << 48 ^ used * 0xD6E8FEB86659FD93u;
    hash *= 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 32) ^ (uint32_t)hash;
}
