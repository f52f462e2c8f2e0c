// Memory. Every array and block of a job is counted in an account, and none is allocated beyond its limit.
//
// An array is a pointer to its entries, which follow its size in bytes. An array without entries is NULL.
// The code that makes an array frees it, by resizing it to 0. The `held` of an account is the number of bytes that were
// allocated through it and not freed.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Account {
    int64_t held, peak, limit;  // bytes
    int64_t wanted;             // the bytes of the last request that was refused
};

static int64_t padded(int64_t size) { return (size + 15) & ~(int64_t)15; }

// The header before the entries of an array. It has 16 bytes, so that the entries are aligned like a block of `malloc`.
struct Header {
    int64_t bytes, padding;
};

static const int64_t HEADER = sizeof(Header);

static Header *header_of(const void *array) { return (Header *)((char *)array - HEADER); }

static int64_t bytes_of(const void *array) { return array == NULL ? 0 : header_of(array)->bytes; }

static void release(Account &account, void *array) {
    if (array == NULL) return;
    account.held -= bytes_of(array);
    free(header_of(array));
}

// Resize an array, or NULL, to a number of bytes that includes the header. With `zeros`, which requires NULL, fill it
// with zeros. Return NULL, and leave the array unchanged, if memory is exhausted.
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

// Resize an array, or NULL, to a length; 0 frees it. Return false, and change nothing, if memory is exhausted.
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

// Replace an array, or NULL, by an array of zeros. Return false, and leave NULL, if memory is exhausted.
template <class T> static bool make_zeros(Account &account, T *&array, int64_t length) {
    resize(account, array, 0);
    if (length == 0) return true;
    array = (T *)reallocated(account, NULL, HEADER + length * (int64_t)sizeof(T), true);
    return array != NULL;
}

// Memory for lists, which are stored one after another: calling `malloc` for each would take longer than making it.
struct Block {
    Block *next;
    int64_t used, size;  // bytes; the lists follow, `FIRST` bytes on
};

static const int64_t FIRST = padded(sizeof(Block));

// Return memory for one more list, or NULL. `end_at` may then give back the end of this memory.
static char *take(Account &account, Block *&blocks, int64_t size) {
    if (blocks == NULL || blocks->used + size > blocks->size) {
        // The size of blocks doubles up to 16 MB, so that there are few blocks, and little of the last block is unused.
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

// End the memory of the last list at an address within it.
static void end_at(Block *blocks, const char *end) { blocks->used = padded(end - ((const char *)blocks + FIRST)); }

static void drop_blocks(Account &account, Block *&blocks) {
    while (blocks != NULL) {
        Block *const block = blocks;
        blocks = block->next;
        release(account, block);
    }
}
