# The levels: nodes, the edges between them, and lists, by the number of cells covered.
#
# A level owns its arrays. It has `number` nodes and, once they are found, `edges` edges in the order of their sources.
# Arrays that are not needed yet, or no longer needed, are NULL.

cdef struct Node:
    uint64_t window    # the occupied cells among the 64 positions from `cell` on, without walls
    uint64_t all       # the single copies used on all ways to it; after the sweep, those used there by all solutions
    uint64_t any       # the fields of the pieces that some of these ways or solutions have used
    uint32_t cell      # the first empty cell


cdef struct InEdge:
    uint32_t source
    uint8_t move
    uint16_t option            # the option of the edge, if edges store options


cdef struct Bucket:
    uint32_t tag       # a hash of the node, whose low bits are its index in the table
    uint32_t number    # the number of the node, plus one; 0 if the bucket is free


cdef struct Level:
    Node *nodes
    uint64_t *upper            # by node: the second words of windows, if these have two
    int64_t number, room
    bint is_reached            # some solution may have a node here
    Bucket *buckets            # open addressing, while the level is being filled
    int64_t number_of_buckets
    uint32_t *swept            # by node, during the sweep: its new number, or `DEAD` if it leads nowhere
    # edges:
    int64_t *first_edge        # by node
    uint32_t *targets          # by edge: the number of its target in the level to which its move leads
    uint8_t *moves
    uint16_t *options          # by edge, for a tally: the index of its option in the table of the cell
    int64_t edges, edge_room
    int64_t *in_at             # by node: the first edge that leads to it, needed while the lists of the level are made
    InEdge *in_edges
    # lists:
    List *lists                # by node: its forward list, or its backward list
    Block *blocks
    int32_t width              # the number of bytes of a value
    double most                # the largest value
    double cost                # the number of entries that are read to make the forward lists
    int64_t entries            # the number of entries of all lists
    # for a tally: the lists made first, while `lists` has those from the other side
    List *made
    Block *made_blocks
    int32_t made_width
    # in one pass, by node:
    uint64_t *ways             # the number of ways to it, in `limbs` words
    uint64_t *sets             # the set of the pair (node, set); NULL if no copies are counted
    int32_t limbs


cdef struct Child:
    uint64_t window, upper
    uint32_t cell, tag, source
    int32_t level
    int32_t option     # the option that leads to it, as an index into the table of the source's cell
    uint8_t move


cdef inline uint32_t tag_of(const Child *child, uint64_t used) noexcept nogil:
    return mixed(child.window ^ child.upper * SPREAD, child.cell, used)


cdef struct Graph:
    const Rules *rules
    Level *levels              # one level for each number of cells covered, then empty levels
    Account account
    Child *children            # the children of a batch of nodes
    bint folds                 # a node and its reflection are one node
    bint tallies               # levels are kept after their work, to be read again, and edges store their options
    bint is_checked            # nodes have been checked for pockets before they are added


cdef struct Visit:
    # The values carried from portion to portion when all nodes of a level are visited.
    Level *to                  # the level into which edges are sorted
    bint files                 # whether edges are written; a first pass has counted them
    int64_t nodes, edges       # how many the sweep has kept
    double bound, cost         # for lists to be made: the largest possible value, and the number of entries to be read


ctypedef bint (*visit_some)(Graph *graph, Level *level, int64_t first, int64_t last, Visit *visit) noexcept nogil


cdef int open_graph(Graph *graph, const Rules *rules, int64_t limit) except -1:
    graph.rules = rules
    graph.account.limit = limit
    graph.children = <Child *>allocate(BATCH + rules.most_options, sizeof(Child))
    graph.levels = <Level *>allocate(rules.cells + rules.longest + 1, sizeof(Level))
    return 0


cdef void drop_levels(Graph *graph) noexcept nogil:
    cdef int32_t f
    if graph.levels != NULL:
        for f in range(graph.rules.cells + graph.rules.longest + 1):
            drop_level(graph, f)


cdef inline const Move *move_of(const Graph *graph, const Level *level, int64_t edge) noexcept nogil:
    return &graph.rules.moves[level.moves[edge]]


cdef inline Level *level_behind(const Graph *graph, const Level *level, int64_t edge) noexcept nogil:
    return <Level *>level + graph.rules.moves[level.moves[edge]].cells


cdef void drop_level(Graph *graph, int32_t f) noexcept nogil:
    cdef Level *level = &graph.levels[f]
    resize(graph.account, level.buckets, 0)
    resize(graph.account, level.swept, 0)
    resize(graph.account, level.first_edge, 0)
    resize(graph.account, level.targets, 0)
    resize(graph.account, level.moves, 0)
    resize(graph.account, level.options, 0)
    resize(graph.account, level.in_at, 0)
    resize(graph.account, level.in_edges, 0)
    resize(graph.account, level.ways, 0)
    resize(graph.account, level.sets, 0)
    resize(graph.account, level.nodes, 0)
    resize(graph.account, level.upper, 0)
    drop_lists(graph, level)
    drop_made(graph, level)
    memset(level, 0, sizeof(Level))


cdef void drop_lists(Graph *graph, Level *level) noexcept nogil:
    resize(graph.account, level.lists, 0)
    drop_blocks(graph.account, level.blocks)


cdef void drop_made(Graph *graph, Level *level) noexcept nogil:
    resize(graph.account, level.made, 0)
    drop_blocks(graph.account, level.made_blocks)


cdef bint set_buckets(Graph *graph, Level *level, int64_t size) noexcept nogil:
    """Resize the hash table of a level to *size* buckets, a power of two. Return False if memory is exhausted."""
    cdef Bucket *buckets = NULL
    if not make_zeros(graph.account, buckets, size):
        return False
    copy_buckets(level, 0, level.number_of_buckets, buckets, size)
    have_buckets(graph, level, buckets, size)
    return True


cdef void copy_buckets(const Level *level, int64_t first, int64_t last, Bucket *buckets, int64_t size) noexcept nogil:
    """Insert the entries of buckets *first* to *last* - 1 of a level into the hash table *buckets* of this *size*."""
    cdef int64_t i, at
    for i in range(first, last):
        if level.buckets[i].number:
            at = level.buckets[i].tag & (size - 1)
            while buckets[at].number:
                at = (at + 1) & (size - 1)
            buckets[at] = level.buckets[i]


cdef void have_buckets(Graph *graph, Level *level, Bucket *buckets, int64_t size) noexcept nogil:
    resize(graph.account, level.buckets, 0)
    level.buckets = buckets
    level.number_of_buckets = size


cdef bint grow_nodes(Graph *graph, Level *level) noexcept nogil:
    cdef int64_t room = max(8, 2 * level.room)
    if room >= DEAD or not resize(graph.account, level.nodes, room):
        return False
    if graph.rules.wide and not resize(graph.account, level.upper, room):
        return False
    if level.limbs and not resize(graph.account, level.ways, room * level.limbs):
        return False
    if level.limbs and graph.rules.set_bits and not resize(graph.account, level.sets, room):
        return False
    level.room = room
    return True


cdef bint set_edge_room(Graph *graph, Level *level, int64_t room) noexcept nogil:
    if not resize(graph.account, level.targets, room) or not resize(graph.account, level.moves, room):
        return False
    if graph.tallies and not resize(graph.account, level.options, room):
        return False
    level.edge_room = room
    return True


cdef bint shrink(Graph *graph, Level *level, int64_t number, int64_t edges) noexcept nogil:
    """Shrink the arrays of a level to *number* nodes and *edges* edges. Return False if memory is exhausted."""
    if not resize(graph.account, level.first_edge, number + 1) or not resize(graph.account, level.nodes, number):
        return False
    if graph.rules.wide and not resize(graph.account, level.upper, number):
        return False
    level.room = level.number = number
    level.edges = edges
    return set_edge_room(graph, level, edges)
