// Memory in files: a file without a name, mapped, so that the system writes out what does not fit into memory.
//
// Owns: nothing but the mapping, as the file is gone with it, however the process ends; and a thread that unmaps.
// Touches: the directory for files. Always holds: the blocks of the file are reserved before it is mapped, so that a
// full disc is an error here, not a signal later.
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
#include <pthread.h>
#include <signal.h>
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

// Mappings that are not wanted any more. A thread of its own unmaps them, and ends: as long as the system writes out what
// they have, it takes long, and a run that is to stop cannot wait for it.
struct Unwanted {
    Unwanted *next;
    void *mapped;
    int64_t bytes;
};

static Unwanted *unwanted = NULL;
static pid_t unmapper = 0;  // the process that has such a thread: a fork of it has none

static bool is_unmapping() { return __atomic_load_n(&unmapper, __ATOMIC_ACQUIRE) == getpid(); }

static bool may_unmap() { return __atomic_exchange_n(&unmapper, getpid(), __ATOMIC_ACQ_REL) != getpid(); }

static void *unmap_unwanted(void *) {
    do {
        Unwanted *one = __atomic_exchange_n(&unwanted, (Unwanted *)NULL, __ATOMIC_ACQ_REL);
        while (one != NULL) {
            Unwanted *const next = one->next;
            munmap(one->mapped, (size_t)one->bytes);
            free(one);
            one = next;
        }
        __atomic_store_n(&unmapper, 0, __ATOMIC_RELEASE);
    } while (__atomic_load_n(&unwanted, __ATOMIC_ACQUIRE) != NULL && may_unmap());
    return NULL;
}

// Have a thread do that, which takes no signals; False if there can be none.
static bool start_unmapping() {
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = pthread_create(&thread, NULL, unmap_unwanted, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pthread_detach(thread);
    return started;
}

static void unmap_file(void *mapped, int64_t bytes) {
    Unwanted *const one = (Unwanted *)malloc(sizeof(Unwanted));
    if (one == NULL) {
        munmap(mapped, (size_t)bytes);
        return;
    }
    *one = {__atomic_load_n(&unwanted, __ATOMIC_RELAXED), mapped, bytes};
    while (!__atomic_compare_exchange_n(&unwanted, &one->next, one, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    }
    if (may_unmap() && !start_unmapping()) unmap_unwanted(NULL);
}

// So many bytes, all of them 0, that lie in a file of their own; or NULL, and what is wrong.
static void *map_file(const char *directory, int64_t bytes, int *error) {
    const int file = open_nameless(directory);
    *error = file < 0 ? errno : reserve_blocks(file, bytes);
    while (*error == ENOSPC && is_unmapping()) {  // which makes room
        usleep(1000);
        *error = reserve_blocks(file, bytes);
    }
    void *mapped = MAP_FAILED;
    if (*error == 0) {
        mapped = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) *error = errno;
    }
    if (file >= 0) close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

#endif
