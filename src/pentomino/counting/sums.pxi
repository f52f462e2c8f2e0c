# A worker: sums filed by set, and memory for the lists that come of them.

@final
cdef class Worker:
    """What a thread needs to make lists: sums filed by set, and memory for the lists that come of them.

    Sums are filed by the set itself, or, where sets are longer than `DENSE_BITS`, hashed. Between two lists all of
    them are 0.
    """

    cdef bint dense
    cdef int32_t drop
    cdef int32_t set_bytes, sum_bytes
    cdef void *sums
    cdef void *keys            # hashed: of each sum, its set plus one
    cdef uint32_t *touched     # the sums in use: the set; hashed: the place
    cdef int64_t places, used
    cdef Block *blocks         # with the lists of the present level
    cdef int64_t taken         # bytes allocated since the run last looked
    cdef int64_t allowance     # how many there may be
    cdef int64_t entries, kept, steps
    cdef double most
    cdef huge total            # of the join

    def __cinit__(self, FrontierTable table, bint hashed):
        self.dense = table.set_bits <= DENSE_BITS and not hashed
        self.drop = table.rules.drop if self.dense else 0
        self.set_bytes = 4 if table.set_bits < 32 else 8

    def __dealloc__(self):
        cdef Block *block
        free(self.sums)
        free(self.keys)
        free(self.touched)
        while self.blocks != NULL:
            block = self.blocks
            self.blocks = block.next
            free(block)

    cdef bint allows(self, int64_t more) noexcept nogil:
        """Count that many bytes; False where there are not so many left."""
        if self.taken + more > self.allowance:
            return False
        self.taken += more
        return True

    cdef bint prepare(self, int32_t set_bits, int32_t sum_bytes) noexcept nogil:
        """Have sums of that width."""
        cdef int64_t places = ONE << (set_bits - self.drop) if self.dense else 1 << 10
        if self.sums != NULL and sum_bytes <= self.sum_bytes:
            return True
        if self.sums == NULL:
            if not self.allows(places * 4 + (0 if self.dense else places * 8)):
                return False
            self.touched = <uint32_t *>malloc((places + 1) * 4)
            if not self.dense:
                self.keys = calloc(places, 8)
        else:
            places = self.places
            self.taken -= places * self.sum_bytes
            free(self.sums)
            self.sums = NULL
        if not self.allows(places * sum_bytes):
            return False
        self.sums = calloc(places, sum_bytes)
        self.places = places
        self.sum_bytes = sum_bytes
        return self.sums != NULL and self.touched != NULL and (self.dense or self.keys != NULL)

    cdef char *take(self, int64_t size) noexcept nogil:
        """Room for a list, which `give_back` may shorten; NULL where there is none."""
        cdef Block *block = self.blocks
        cdef int64_t room
        cdef char *at
        if block == NULL or block.used + size > block.size:
            room = <int64_t>1 << 16
            if block != NULL:
                room = min(2 * block.size, <int64_t>1 << 24)
            room = max(room, size)
            if not self.allows(room + HEADER):
                return NULL
            block = <Block *>malloc(<size_t>(room + HEADER))
            if block == NULL:
                return NULL
            block.next = self.blocks
            block.used = 0
            block.size = room
            self.blocks = block
        at = <char *>block + HEADER + block.used
        block.used += size
        return at

    cdef inline void give_back(self, int64_t size) noexcept nogil:
        self.blocks.used -= size


cdef inline uint32_t place_of(const set_t *keys, int64_t places, set_t used) noexcept nogil:
    """Where the sum of a set is, or will be, in a table with a power of two of places."""
    cdef uint64_t mask = places - 1
    cdef uint64_t at = ((<uint64_t>used * <uint64_t>0x9E3779B97F4A7C15) >> 32) & mask
    while keys[at] != 0 and keys[at] != <set_t>(used + 1):
        at = (at + 1) & mask
    return <uint32_t>at


cdef bint make_room(Worker worker, int64_t more, set_t set_kind, sum_t sum_kind) noexcept nogil:
    """Have places for so many sets more than are in use."""
    cdef int64_t places = worker.places, i, old_bytes
    cdef set_t *keys = <set_t *>worker.keys
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *new_keys
    cdef sum_t *new_sums
    cdef uint32_t *touched
    cdef uint32_t at
    if worker.dense or 2 * (worker.used + more) <= places:
        return True
    while places < 2 * (worker.used + more):
        places *= 2
    old_bytes = worker.places * (12 + worker.sum_bytes)
    if places > DEAD or not worker.allows(places * (12 + worker.sum_bytes) - old_bytes):
        return False
    touched = <uint32_t *>realloc(worker.touched, <size_t>(places + 1) * 4)
    if touched != NULL:
        worker.touched = touched
    new_keys = <set_t *>calloc(places, 8)
    new_sums = <sum_t *>calloc(places, worker.sum_bytes)
    if touched == NULL or new_keys == NULL or new_sums == NULL:
        free(new_keys)
        free(new_sums)
        return False
    for i in range(worker.used):
        at = place_of(new_keys, places, <set_t>(keys[touched[i]] - 1))
        new_keys[at] = keys[touched[i]]
        new_sums[at] = sums[touched[i]]
        touched[i] = at
    free(keys)
    free(sums)
    worker.keys, worker.sums, worker.places = new_keys, new_sums, places
    return True


cdef inline void put(Worker worker, set_t used, sum_t ways) noexcept nogil:
    """Add to the sum of a set."""
    cdef sum_t *sums = <sum_t *>worker.sums
    cdef set_t *keys = <set_t *>worker.keys
    cdef uint32_t at = <uint32_t>used
    if worker.dense:
        if sums[at >> worker.drop] == 0:
            worker.touched[worker.used] = at
            worker.used += 1
        sums[at >> worker.drop] += ways
    else:
        at = place_of(keys, worker.places, used)
        if sums[at] == 0:
            keys[at] = used + 1
            worker.touched[worker.used] = at
            worker.used += 1
        sums[at] += ways
