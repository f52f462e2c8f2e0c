// Memory. Every array and block of a job is counted in an account, and none is allocated beyond its limit.
//
// An array is a pointer to its entries; its size in bytes stands before them. An array without entries is NULL.
// Owns nothing: whoever makes an array frees it, by resizing it to 0. May touch: the account.
// Always holds: `held` is the size of all that was allocated by way of the account and not freed.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Account {
    int64_t held, peak, limit;  // bytes
    int64_t wanted;             // the bytes of the last request that was refused
};

static int64_t padded(int64_t size) { return (size + 15) & ~(int64_t)15; }

// What stands before the entries of an array. It is 16 bytes, so that these are as aligned as a block of `malloc`.
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

// Give an array, or NULL, another size, header included. With `zeros`, which is for NULL only, fill it with zeros.
// Return NULL, and leave the array as it is, if there is no room.
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

// Give an array, or NULL, another length; 0 frees it. Return false, and leave the array as it is, if there is no room.
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

// Replace an array, or NULL, by zeros. Return false, and leave NULL, if there is no room.
template <class T> static bool make_zeros(Account &account, T *&array, int64_t length) {
    resize(account, array, 0);
    if (length == 0) return true;
    array = (T *)reallocated(account, NULL, HEADER + length * (int64_t)sizeof(T), true);
    return array != NULL;
}

// Memory for lists, which lie one behind the other: `malloc` for each of them would take longer than to make it.
struct Block {
    Block *next;
    int64_t used, size;  // bytes; the lists follow, `FIRST` bytes on
};

static const int64_t FIRST = padded(sizeof(Block));

// Return room for one more list, or NULL. `end_at` may then give back the end of it.
static char *take(Account &account, Block *&blocks, int64_t size) {
    if (blocks == NULL || blocks->used + size > blocks->size) {
        // Blocks double up to 16 MB, so that few are made, and little of the last one is left over.
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

// End the room for the last list at a place within it.
static void end_at(Block *blocks, const char *end) { blocks->used = padded(end - ((const char *)blocks + FIRST)); }

static void drop_blocks(Account &account, Block *&blocks) {
    while (blocks != NULL) {
        Block *const block = blocks;
        blocks = block->next;
        release(account, block);
    }
}
