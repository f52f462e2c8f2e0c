# What there is at a level: nodes, edges, lists.

cdef struct Node:
    uint64_t window    # the occupied cells from `cell` on; walls are not in it
    uint64_t all       # the single copies that every way to the node has used (in one pass: the set)
    uint64_t any       # those that some way has used
    uint32_t cell      # the first empty one


cdef struct Slot:
    uint32_t tag       # of the hash, whose low end is the place
    uint32_t number    # of the node, plus one; 0: free


cdef struct Block:
    Block *next
    int64_t used, size    # bytes; the lists follow


cdef struct List:
    char *at           # the sets, then, from a multiple of 16 bytes on, the ways
    int64_t length


cdef struct Level:
    Node *nodes
    int64_t number, room
    Slot *slots                # open addressing, while the level is being filled
    uint64_t slot_mask
    int64_t *first_edge        # by node
    uint32_t *targets          # by edge: the number of the node in the level to which its move leads
    uint8_t *moves
    int64_t edges, edge_room
    uint64_t *ways             # in one pass: by node, `limbs` words
    int32_t limbs
    List *lists                # by node: from the start, or to the end
    Block *blocks
    int32_t width              # bytes of a number of ways
    double most                # the largest of them
    int64_t entries, kept      # of all lists; the nodes that have one
    int64_t tested             # nodes that were looked at closely
    int64_t *codes             # for walks, by edge: the number of the placement
    uint32_t **places          # and by node: where in its list a set is, hashed; or NULL


cdef struct Child:
    uint64_t window
    uint32_t cell, tag, source
    int32_t level
    int32_t option     # that leads to it, by its place in the table of the source's cell
    uint8_t move


cdef struct InEdge:
    uint32_t source
    uint8_t move


cdef inline uint32_t hashed(uint64_t window, uint32_t cell, uint64_t used) noexcept nogil:
    cdef uint64_t mixed = (window ^ <uint64_t>cell << 48 ^ used * <uint64_t>0xD6E8FEB86659FD93)
    mixed *= <uint64_t>0x9E3779B97F4A7C15
    return <uint32_t>(mixed >> 32) ^ <uint32_t>mixed


cdef inline int64_t padded(int64_t size) noexcept nogil:
    return (size + 15) & ~<int64_t>15


cdef inline int64_t places_for(int64_t length) noexcept nogil:
    """How many places the index of a list has: one for each of some hashes, a power of two, and one for the end."""
    return (ONE << max(0, highest_bit(length) - 1)) + 1


cdef int64_t HEADER = padded(sizeof(Block))
