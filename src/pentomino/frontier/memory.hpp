// Memory. Every array and block of a job is counted in an account, and none is allocated beyond its limit. If there is a
// directory for files, what can wait is put there as soon as the memory held is no longer ample.
//
// An array is a pointer to its entries, before which its own length is kept, and where it lies; one of no entries is NULL.
// Owns nothing: whoever resizes an array to a length gives it back by resizing it to 0. Touches: the account.
// Always holds: `held` is the bytes of all that was allocated by way of an account and not given back, `filed` those of
// what lies in files.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "files.hpp"

struct Account {
    int64_t held, peak, limit;  // bytes
    int64_t wanted;             // that were asked for last, and not to be had
    int64_t filed, most_filed;  // bytes in files
    int64_t ample;              // bytes beyond which files are used
    const char *scratch;        // the directory for files, or NULL
    int error;                  // why there could be no file, or 0
};

static int64_t padded(int64_t size) { return (size + 15) & ~(int64_t)15; }

// What lies before the entries of an array, which begin as aligned as a block does.
struct Header {
    int64_t bytes, is_filed;
};

static const int64_t HEADER = sizeof(Header);

static Header *header_of(const void *array) { return (Header *)((char *)array - HEADER); }

static int64_t bytes_of(const void *array) { return array == NULL ? 0 : header_of(array)->bytes; }

static bool is_filed(const void *array) { return array != NULL && header_of(array)->is_filed; }

static void release(Account &account, void *array) {
    if (array == NULL) return;
    const int64_t bytes = bytes_of(array);
    if (is_filed(array)) {
        account.filed -= bytes;
        unmap_file(header_of(array), bytes);
    } else {
        account.held -= bytes;
        free(header_of(array));
    }
}

static const int64_t LEAST_FILED = 4096;  // bytes: no file takes less, and a process may not map very many

// Whether to put an array that can wait into a file, if so many bytes more are wanted.
static bool is_scarce(const Account &account, int64_t bytes, int64_t more) {
    return account.scratch != NULL && bytes >= LEAST_FILED && account.held + more > account.ample;
}

// A new array of zeros, of so many bytes with its header, in a file; or NULL, and the error.
static void *filed(Account &account, int64_t bytes) {
    Header *block = (Header *)map_file(account.scratch, bytes, &account.error);
    if (block == NULL) return NULL;
    block->bytes = bytes;
    block->is_filed = 1;
    account.filed += bytes;
    if (account.filed > account.most_filed) account.most_filed = account.filed;
    return block + 1;
}

static void *moved(Account &account, void *array, int64_t bytes);

// Other bytes for an array, or for NULL; with zeros, a new one. NULL, and the array as it was, if there is no room.
static void *reallocated(Account &account, void *array, int64_t bytes, bool zeros) {
    const int64_t more = bytes - bytes_of(array);
    if (is_filed(array)) return more == 0 ? array : moved(account, array, bytes);
    char *block = array == NULL ? NULL : (char *)array - HEADER;
    if (more <= 0 || account.held + more <= account.limit)
        block = (char *)(zeros ? calloc((size_t)bytes, 1) : realloc(block, (size_t)bytes));
    else
        block = NULL;
    if (block == NULL) {
        account.wanted = more;
        return NULL;
    }
    *(Header *)block = {bytes, 0};
    account.held += more;
    if (account.held > account.peak) account.peak = account.held;
    return block + HEADER;
}

// An array to be filled, which can wait: in a file if memory is scarce. NULL if there is no room.
static void *patient(Account &account, int64_t bytes) {
    return is_scarce(account, bytes, bytes) ? filed(account, bytes) : reallocated(account, NULL, bytes, false);
}

// An array at another place, with other bytes: NULL, and the array as it was, if there is no room.
static void *moved(Account &account, void *array, int64_t bytes) {
    const int64_t kept = bytes < bytes_of(array) ? bytes : bytes_of(array);
    void *place = patient(account, bytes);
    if (place == NULL) return NULL;
    memcpy(place, array, (size_t)(kept - HEADER));
    release(account, array);
    return place;
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

// Put an array into a file if memory is scarce. False, and the array as it was, if there is no room.
template <class T> static bool put_aside(Account &account, T *&array) {
    if (array == NULL || is_filed(array) || !is_scarce(account, bytes_of(array), 0)) return true;
    T *place = (T *)moved(account, array, bytes_of(array));
    if (place != NULL) array = place;
    return place != NULL;
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
        Block *block = (Block *)patient(account, HEADER + room + FIRST);
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
