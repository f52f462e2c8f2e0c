// Memory. Every array and block of a job is counted in an account, and none is allocated beyond its limit.
//
// An array is a pointer to its entries, before which its own size is kept; one of no entries is NULL.
// Owns nothing: whoever resizes an array to a length gives it back by resizing it to 0. Touches: the account.
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

// The size of an array in bytes, kept before its entries, which begin as aligned as a block of `malloc` does.
struct Header {
    int64_t bytes, unused;
};

static const int64_t HEADER = sizeof(Header);

static Header *header_of(const void *array) { return (Header *)((char *)array - HEADER); }

static int64_t bytes_of(const void *array) { return array == NULL ? 0 : header_of(array)->bytes; }

static void release(Account &account, void *array) {
    if (array == NULL) return;
    account.held -= bytes_of(array);
    free(header_of(array));
}

// Give an array, or NULL, another size with its header. With `zeros`, which is for NULL only, it is filled with them.
// Return NULL, and leave the array as it was, if there is no room.
static void *reallocated(Account &account, void *array, int64_t bytes, bool zeros) {
    const int64_t more = bytes - bytes_of(array);
    void *block = array == NULL ? NULL : header_of(array);
    if (more <= 0 || account.held + more <= account.limit)
        block = zeros ? calloc((size_t)bytes, 1) : realloc(block, (size_t)bytes);
    else
        block = NULL;
    if (block == NULL) {
        account.wanted = more;
        return NULL;
    }
    ((Header *)block)->bytes = bytes;
    account.held += more;
    if (account.held > account.peak) account.peak = account.held;
    return (char *)block + HEADER;
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

// Room for a list behind the others, which `end_at` may take back in part; NULL if there is none.
static char *take(Account &account, Block *&blocks, int64_t size) {
    if (blocks == NULL || blocks->used + size > blocks->size) {
        int64_t room = blocks == NULL ? (int64_t)1 << 10 : 2 * blocks->size;
        if (room > (int64_t)1 << 24) room = (int64_t)1 << 24;
        if (room < size) room = size;
        Block *block = (Block *)reallocated(account, NULL, HEADER + room + FIRST, false);
        if (block == NULL) return NULL;
        block->next = blocks;
        block->used = 0;
        block->size = room;
        blocks = block;
    }
    char *at = (char *)blocks + FIRST + blocks->used;
    blocks->used += size;
    return at;
}

// Have the room for the list behind the others end there.
static void end_at(Block *blocks, const char *end) { blocks->used = padded(end - ((const char *)blocks + FIRST)); }

static void drop_blocks(Account &account, Block *&blocks) {
    while (blocks != NULL) {
        Block *const block = blocks;
        blocks = block->next;
        release(account, block);
    }
}
