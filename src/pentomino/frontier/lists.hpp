// Lists of sets, each with its number of ways, and the sums from which lists are made.
//
// This file knows nothing of nodes or levels. No set occurs twice in a list, and no value of a list is 0. Between two
// lists, all sums are 0.
#pragma once
#include "memory.hpp"
#include "sets.hpp"

enum { DENSE_BITS = 22 };  // the maximum bits of a set for which sums are an array: 32 MB of 8-byte sums

struct List {
    char *at;  // the sets, and then, from a multiple of 16 bytes on, their values
    int64_t length;
};

// Sums: an array indexed by the set (`dense`) or, if sets are long, a hash table.
struct Sums {
    bool dense;
    int32_t set_bits, set_bytes, value_bytes;
    char *values;
    uint64_t *filed;    // hashed: the set of each sum, plus one; 0 if the bucket is free
    uint32_t *touched;  // the places of the sums in use, so that the others need not be looked through
    int64_t size, used;
};

// The data that a thread needs to make lists, and the numbers that it counts meanwhile.
struct Worker {
    Account account;
    Sums sums;
    Block *blocks;           // the lists that it made
    int64_t entries, steps;  // the entries that it made, and read
    double most;             // the largest value that it made
    huge total;              // the sum of its products, for the join
    huge *totals;            // the same by option, for a tally; or NULL
};

// The loops over lists, for one width of sets and one width of sums. Functions that return bool return false if memory
// is exhausted. The `width` of a list is the number of bytes of a value, at most that of a sum.
struct Kernel {
    bool (*put)(Worker *, uint64_t used, uint64_t value);
    bool (*add)(Worker *, const List *, int32_t width, const Move *, bool forward);
    bool (*extract)(Worker *, List *, uint64_t need, uint64_t bad);
    huge (*dot)(Worker *, const List *, int32_t width);
    void (*clear)(Worker *);
};

template <class Set> static Set *sets_of(const List &list) { return (Set *)list.at; }

template <class Value, class Set> static Value *values_of(const List &list) {
    return (Value *)(list.at + padded(list.length * (int64_t)sizeof(Set)));
}

// Call `with` with a 0 of the type of the values of a list. This type has at most `widest` bytes: wider types are not
// compiled, as each pair of types needs its own loop.
template <int widest, class F> static auto by_width(int32_t width, F with) {
    if constexpr (widest > 8)
        if (width > 8) return with((huge)0);
    if constexpr (widest > 4)
        if (width > 4) return with((uint64_t)0);
    return with((uint32_t)0);
}

// Allocate memory for a list of `length` sets, after the earlier lists. Return false if memory is exhausted.
template <class Value, class Set> static bool begin_list(Worker &worker, List &list, int64_t length) {
    const int64_t bytes = padded(length * (int64_t)sizeof(Set)) + length * (int64_t)sizeof(Value);
    list.at = take(worker.account, worker.blocks, padded(bytes));
    list.length = list.at == NULL ? 0 : length;
    return list.at != NULL;
}

// Truncate the list that was begun last to its first `kept` sets.
template <class Value, class Set> static void end_list(Worker &worker, List &list, int64_t kept) {
    const Value *values = values_of<Value, Set>(list);
    worker.entries += kept;
    if (kept == list.length) return;
    list.length = kept;  // values begin after the last set, so they move, too
    memmove(values_of<Value, Set>(list), values, (size_t)kept * sizeof(Value));
    end_at(worker.blocks, (char *)(values_of<Value, Set>(list) + kept));
}

// Return the bucket of a set in a hash table, or the free bucket for it. Linear probing starts at a bucket from the
// middle bits of a product, as its lowest bits depend only on the lowest bits of the set.
static inline uint32_t find_bucket(const Sums &sums, uint64_t used) {
    const uint64_t mask = (uint64_t)sums.size - 1;
    uint64_t at = (used * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (sums.filed[at] != 0 && sums.filed[at] != used + 1) at = (at + 1) & mask;
    return (uint32_t)at;
}

// Return the index of the sum of a set.
static inline uint32_t place_of(const Sums &sums, uint64_t used) {
    return sums.dense ? (uint32_t)used : find_bucket(sums, used);
}

static bool make_arrays(Account &account, Sums &sums) {
    return resize(account, sums.touched, sums.size + 1) &&
           (sums.dense || make_zeros(account, sums.filed, sums.size)) &&
           make_zeros(account, sums.values, sums.size * sums.value_bytes);
}

static void drop_arrays(Account &account, Sums &sums) {
    resize(account, sums.touched, 0);
    resize(account, sums.filed, 0);
    resize(account, sums.values, 0);
}

// Make the sums wide enough for values of `value_bytes` bytes, or keep wider sums. Return false if memory is exhausted.
static bool make_sums(Worker *worker, int32_t value_bytes) {
    Sums &sums = worker->sums;
    if (sums.values != NULL && value_bytes <= sums.value_bytes) return true;
    sums.value_bytes = value_bytes;
    if (sums.values != NULL) return make_zeros(worker->account, sums.values, sums.size * value_bytes);
    sums.size = sums.dense ? (int64_t)1 << sums.set_bits : 1 << 10;
    return make_arrays(worker->account, sums);
}

static void drop_sums(Worker *worker) { drop_arrays(worker->account, worker->sums); }

static int64_t bytes_of_sums(const Worker *worker) {
    return bytes_of(worker->sums.values) + bytes_of(worker->sums.touched) + bytes_of(worker->sums.filed);
}

template <class Set, class Value> struct Loops {
    enum { widest = sizeof(Value) };  // bytes of what is added up

    static Value *values_in(const Sums &sums) { return (Value *)sums.values; }

    static Value &sum_of(const Sums &sums, uint64_t used) { return values_in(sums)[place_of(sums, used)]; }

    // Grow the hash table for `more` further sets, so that it is never more than half full.
    static bool reserve(Worker &worker, int64_t more) {
        Sums &sums = worker.sums, wider = sums;
        if (sums.dense || 2 * (sums.used + more) <= sums.size) return true;
        while (wider.size < 2 * (sums.used + more)) wider.size *= 2;  // a power of two, as `find_bucket` masks
        wider.values = NULL;
        wider.filed = NULL;
        wider.touched = NULL;
        wider.used = 0;
        if (wider.size >= 0xFFFFFFFF || !make_arrays(worker.account, wider)) {
            drop_arrays(worker.account, wider);
            return false;
        }
        for (int64_t i = 0; i < sums.used; i++) {
            const uint32_t at = sums.touched[i];
            put_value(wider, sums.filed[at] - 1, values_in(sums)[at]);
        }
        drop_arrays(worker.account, sums);
        sums = wider;
        return true;
    }

    static inline void put_value(Sums &sums, uint64_t used, Value value) {
        const uint32_t at = place_of(sums, used);
        Value &sum = values_in(sums)[at];
        if (sum == 0) {
            if (!sums.dense) sums.filed[at] = used + 1;
            sums.touched[sums.used++] = at;
        }
        sum += value;
    }

    static bool put(Worker *worker, uint64_t used, uint64_t value) {
        if (!reserve(*worker, 1)) return false;
        put_value(worker->sums, used, (Value)value);
        return true;
    }

    // Add a list, moved forward or back by a move, to the sums.
    static bool add(Worker *worker, const List *list, int32_t width, const Move *move, bool forward) {
        worker->steps += list->length;
        if (list->length == 0) return true;
        return by_width<widest>(width, [&](auto kind) {
            if (worker->sums.dense && !move->saturates) {
                add_dense<decltype(kind)>(worker->sums, *list, *move, forward);
                return true;
            }
            return add_with_care<decltype(kind)>(*worker, *list, *move, forward);
        });
    }

    // There is no branch in the loop: whether a move is possible is hard to predict, and a wrong prediction costs more
    // than adding 0. An entry that cannot be moved adds 0 to the sum of its own set. Its index is written after the
    // indices in use, so `touched` has one element more than there are sums.
    template <class Source>
    static void add_dense(Sums &sums, const List &list, const Move &move, bool forward) {
        const Value weight = (Value)move.weight;
        const Set *sets = sets_of<Set>(list);
        const Source *source = values_of<Source, Set>(list);
        const Set field = (Set)move.field, low = forward ? 0 : (Set)move.add, highest = (Set)move.highest;
        const uint32_t step = (uint32_t)(forward ? move.add : 0 - move.add);
        Value *values = values_in(sums);
        uint32_t *touched = sums.touched;
        const int64_t length = list.length;
        int64_t in_use = sums.used;
        for (int64_t i = 0; i < length; i++) {
            const Set used = sets[i];
            // One comparison checks both ends of a range: a count below `low` becomes a very large number.
            const uint32_t possible = (Set)((used & field) - low) <= highest;
            const uint32_t after = (uint32_t)used + (step & (0 - possible));
            Value *sum = values + after;
            const Value before = *sum, more = possible ? (Value)source[i] * weight : 0;
            touched[in_use] = after;
            in_use += (before == 0) & (more != 0);
            *sum = before + more;
        }
        sums.used = in_use;
    }

    // Do the same as `add_dense` if sums are hashed, or counts stop at a cap.
    template <class Source>
    static bool add_with_care(Worker &worker, const List &list, const Move &move, bool forward) {
        if (!reserve(worker, list.length * (forward ? 1 : most_before(move)))) return false;
        for (int64_t i = 0; i < list.length; i++) {
            const uint64_t used = sets_of<Set>(list)[i];
            const Value value = (Value)values_of<Source, Set>(list)[i] * (Value)move.weight;
            if (value == 0) continue;
            for_moved(move, used, forward, [&](uint64_t moved) { put_value(worker.sums, moved, value); });
        }
        return true;
    }

    // Make a list of the sums, and set them to 0. Leave out sets that lack a bit of `need` or have a bit of `bad`.
    static bool extract(Worker *worker, List *result, uint64_t need, uint64_t bad) {
        Sums &sums = worker->sums;
        const int64_t in_use = sums.used;
        int64_t kept = 0;
        Value most = 0;
        *result = {NULL, 0};
        if (in_use == 0) return true;
        if (!begin_list<Value, Set>(*worker, *result, in_use)) return false;
        Set *sets = sets_of<Set>(*result);
        Value *values = values_of<Value, Set>(*result);
        for (int64_t i = 0; i < in_use; i++) {
            const uint32_t at = sums.touched[i];
            const Set used = (Set)(sums.dense ? at : sums.filed[at] - 1);
            Value &sum = values_in(sums)[at];
            const Value value = sum;
            sum = 0;
            if (!sums.dense) sums.filed[at] = 0;
            sets[kept] = used;
            values[kept] = value;
            if (value > most) most = value;
            kept += (used & need) == need && !(used & bad);
        }
        sums.used = 0;
        end_list<Value, Set>(*worker, *result, kept);
        if ((double)most > worker->most) worker->most = (double)most;
        return true;
    }

    // Return the dot product of the values of a list and the sums of the same sets.
    static huge dot(Worker *worker, const List *list, int32_t width) {
        worker->steps += list->length;
        return by_width<widest>(width, [&](auto kind) {
            typedef decltype(kind) Source;
            huge total = 0;
            for (int64_t i = 0; i < list->length; i++)
                total += (huge)sum_of(worker->sums, sets_of<Set>(*list)[i]) * (huge)values_of<Source, Set>(*list)[i];
            return total;
        });
    }

    // Set all sums to 0.
    static void clear(Worker *worker) {
        Sums &sums = worker->sums;
        for (int64_t i = 0; i < sums.used; i++) {
            values_in(sums)[sums.touched[i]] = 0;
            if (!sums.dense) sums.filed[sums.touched[i]] = 0;
        }
        sums.used = 0;
    }

    static const Kernel *kernel() {
        static const Kernel all = {put, add, extract, dot, clear};
        return &all;
    }
};

template <class Set> static const Kernel *kernel_for_sets(int32_t value_bytes) {
    if (value_bytes == 4) return Loops<Set, uint32_t>::kernel();
    if (value_bytes == 8) return Loops<Set, uint64_t>::kernel();
    return Loops<Set, huge>::kernel();
}

static const Kernel *kernel_for(int32_t set_bytes, int32_t value_bytes) {
    return set_bytes == 4 ? kernel_for_sets<uint32_t>(value_bytes) : kernel_for_sets<uint64_t>(value_bytes);
}

// ---------------------------------------------------------------------------------------------- single entries

static uint64_t set_at(const List *list, int32_t set_bytes, int64_t i) {
    return set_bytes == 4 ? sets_of<uint32_t>(*list)[i] : sets_of<uint64_t>(*list)[i];
}

static huge value_at(const List *list, int32_t set_bytes, int32_t width, int64_t i) {
    const char *values = list->at + padded(list->length * set_bytes);
    if (width == 4) return ((const uint32_t *)values)[i];
    return width == 8 ? ((const uint64_t *)values)[i] : ((const huge *)values)[i];
}

// Return the index of a set in a list, or -1.
static int64_t find(const List *list, int32_t set_bytes, uint64_t used) {
    for (int64_t i = 0; i < list->length; i++)
        if (set_at(list, set_bytes, i) == used) return i;
    return -1;
}
