// Memory. Every array and block of a run is counted in an account, and none is allocated beyond its limit.
//
// An array is a pointer to its entries, before which its own length is kept; one of no entries is NULL.
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

static int64_t padded(int64_t size) { return (size + 15) & ~(int64_t)15; }

static const int64_t HEADER = 16;  // bytes before the entries of an array, which begin as aligned as a block does

static int64_t bytes_of(const void *array) {
    return array == NULL ? 0 : *(const int64_t *)((const char *)array - HEADER);
}

static void release(Account &account, void *array) {
    if (array == NULL) return;
    account.held -= bytes_of(array);
    free((char *)array - HEADER);
}

// Other bytes for an array, or for NULL; with zeros, a new one. NULL, and the array as it was, if there is no room.
static void *reallocated(Account &account, void *array, int64_t bytes, bool zeros) {
    const int64_t more = bytes - bytes_of(array);
    char *block = array == NULL ? NULL : (char *)array - HEADER;
    if (more <= 0 || account.held + more <= account.limit)
        block = (char *)(zeros ? calloc((size_t)bytes, 1) : realloc(block, (size_t)bytes));
    else
        block = NULL;
    if (block == NULL) {
        account.wanted = more;
        return NULL;
    }
    *(int64_t *)block = bytes;
    account.held += more;
    if (account.held > account.peak) account.peak = account.held;
    return block + HEADER;
}

// Give an array, or NULL, another length: 0 frees it. False, and the array as it was, if there is no room.
template <class T> static bool resize(Account &account, T *&array, int64_t length) {
    if (length == 0) {
        release(account, array);
        array = NULL;
        return true;
    }
    T *block = (T *)reallocated(account, array, HEADER + length * (int64_t)sizeof(T), false);
    if (block == NULL) return false;
    array = block;
    return true;
}

// Have an array of zeros in place of another one, or of NULL. False, and none, if there is no room.
template <class T> static bool make_zeros(Account &account, T *&array, int64_t length) {
    resize(account, array, 0);
    if (length == 0) return true;
    array = (T *)reallocated(account, NULL, HEADER + length * (int64_t)sizeof(T), true);
    return array != NULL;
}

// Lists lie one behind the other in blocks.
struct Block {
    Block *next;
    int64_t used, size;  // bytes; the lists follow, `FIRST` bytes on
};

static const int64_t FIRST = padded(sizeof(Block));

// Room for a list behind the others, which `shorten` may take back in part; NULL if there is none.
static char *take(Account &account, Block *&blocks, int64_t size) {
    if (blocks == NULL || blocks->used + size > blocks->size) {
        int64_t room = blocks == NULL ? (int64_t)1 << 16 : 2 * blocks->size;
        if (room > (int64_t)1 << 24) room = (int64_t)1 << 24;
        if (room < size) room = size;
        char *memory = NULL;
        if (!resize(account, memory, room + FIRST)) return NULL;
        Block *block = (Block *)memory;
        block->next = blocks;
        block->used = 0;
        block->size = room;
        blocks = block;
    }
    char *at = (char *)blocks + FIRST + blocks->used;
    blocks->used += size;
    return at;
}

static void shorten(Block *blocks, int64_t bytes) { blocks->used -= bytes; }

static void drop_blocks(Account &account, Block *&blocks) {
    while (blocks != NULL) {
        Block *const block = blocks;
        blocks = block->next;
        release(account, block);
    }
}
