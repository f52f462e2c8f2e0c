// Memory. Every array and block of a run is counted in an account, and none is allocated beyond its limit.
//
// Owns nothing: whoever resizes an array to a length gives it back by resizing it to 0.
// Always holds: `held` is the bytes of all that was allocated by way of an account and not given back.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Account {
    int64_t held, peak, limit;  // bytes
    int64_t wanted;             // that were asked for last, and not to be had
};

static bool is_granted(Account &account, int64_t more) {
    if (more > 0 && account.held + more > account.limit) {
        account.wanted = more;
        return false;
    }
    account.held += more;
    if (account.held > account.peak) account.peak = account.held;
    return true;
}

// Give an array, or NULL, another length: 0 frees it. False, and the array as it was, if there is no room.
template <class T> static bool resize(Account &account, T *&array, int64_t had, int64_t length) {
    const int64_t more = (length - (array == NULL ? 0 : had)) * (int64_t)sizeof(T);
    if (!is_granted(account, more)) return false;
    if (length == 0) {
        free(array);
        array = NULL;
        return true;
    }
    T *block = (T *)realloc(array, (size_t)length * sizeof(T));
    if (block == NULL) {
        account.held -= more;
        account.wanted = length * (int64_t)sizeof(T);
        return false;
    }
    array = block;
    return true;
}

// The same for a new array, of zeros.
template <class T> static bool make_zeros(Account &account, T *&array, int64_t length) {
    if (length == 0) return true;
    if (!is_granted(account, length * (int64_t)sizeof(T))) return false;
    array = (T *)calloc((size_t)length, sizeof(T));
    if (array != NULL) return true;
    account.held -= length * (int64_t)sizeof(T);
    account.wanted = length * (int64_t)sizeof(T);
    return false;
}

// Lists lie one behind the other in blocks.
struct Block {
    Block *next;
    int64_t used, size;  // bytes; the lists follow
};

static int64_t padded(int64_t size) { return (size + 15) & ~(int64_t)15; }

static const int64_t HEADER = padded(sizeof(Block));

// Room for a list behind the others, which `shorten` may take back in part; NULL if there is none.
static char *take(Account &account, Block *&blocks, int64_t size) {
    if (blocks == NULL || blocks->used + size > blocks->size) {
        int64_t room = blocks == NULL ? (int64_t)1 << 16 : 2 * blocks->size;
        if (room > (int64_t)1 << 24) room = (int64_t)1 << 24;
        if (room < size) room = size;
        char *memory = NULL;
        if (!resize(account, memory, 0, room + HEADER)) return NULL;
        Block *block = (Block *)memory;
        block->next = blocks;
        block->used = 0;
        block->size = room;
        blocks = block;
    }
    char *at = (char *)blocks + HEADER + blocks->used;
    blocks->used += size;
    return at;
}

static void shorten(Block *blocks, int64_t bytes) { blocks->used -= bytes; }

static void drop_blocks(Account &account, Block *&blocks) {
    while (blocks != NULL) {
        char *memory = (char *)blocks;
        blocks = blocks->next;
        resize(account, memory, ((Block *)memory)->size + HEADER, 0);
    }
}
