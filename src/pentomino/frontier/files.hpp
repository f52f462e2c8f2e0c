// Memory in files: a file without a name, mapped, so that the system writes out what does not fit into memory.
//
// Owns: nothing but the mapping, as the file is gone with it, however the process ends. Always holds: the blocks of the
// file are reserved before it is mapped, so that a full disc is an error here, not a signal later.
#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdio.h>

#ifdef _WIN32

// Not offered there.
static void *map_file(const char *, int64_t, int *error) {
    *error = ENOSYS;
    return NULL;
}

static void unmap_file(void *, int64_t) {}

#else

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// A file without a name in a directory, or -1 and `errno`.
static int open_nameless(const char *directory) {
#ifdef O_TMPFILE
    const int nameless = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (nameless >= 0) return nameless;
#endif
    char path[4096];  // not every file system can do so
    if (snprintf(path, sizeof(path), "%s/pentomino-XXXXXX", directory) >= (int)sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int file = mkstemp(path);
    if (file >= 0) {
        unlink(path);
        fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    return file;
}

// Have an empty file take so many bytes of the disc: 0, or what is wrong.
static int reserve_blocks(int file, int64_t bytes) {
#ifdef __linux__
    int error;
    do error = posix_fallocate(file, 0, (off_t)bytes);
    while (error == EINTR);
    if (error != EOPNOTSUPP && error != EINVAL) return error;
#endif
    static const char zeros[1 << 16] = {0};
    while (bytes > 0) {
        const ssize_t written = write(file, zeros, bytes < (int64_t)sizeof(zeros) ? (size_t)bytes : sizeof(zeros));
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) bytes -= written;
    }
    return 0;
}

// So many bytes, all of them 0, that lie in a file of their own; or NULL, and what is wrong.
static void *map_file(const char *directory, int64_t bytes, int *error) {
    const int file = open_nameless(directory);
    *error = file < 0 ? errno : reserve_blocks(file, bytes);
    void *mapped = MAP_FAILED;
    if (*error == 0) {
        mapped = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) *error = errno;
    }
    if (file >= 0) close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

static void unmap_file(void *mapped, int64_t bytes) { munmap(mapped, (size_t)bytes); }

#endif
