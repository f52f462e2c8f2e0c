# Nodes and the edges between them, found level by level from the empty board.
#
# No two nodes of a level are the same. The edges of a node are in the order of the options in their table.

cdef inline const uint64_t *others(const Rules *rules, uint64_t once, int32_t words) noexcept nogil:
    """Return the options that do not use the single copy with the bit *once*, or all options if *once* is 0."""
    # No set has bit 63, so its row has all options.
    return rules.others + lowest_bit(once | ONE << MAX_SET_BITS) * words


cdef inline bint find_candidates(
    const Rules *rules, cells_t occupied, uint32_t cell, const uint64_t *unused, uint64_t once, int32_t words,
    int32_t keys, uint64_t *candidates
) noexcept nogil:
    """Find the *candidates*: *unused* options that fit at *cell* and do not use copy *once*. Return whether any fit."""
    cdef const uint64_t *valid = rules.valid + rules.valid_at[cell]
    cdef const uint64_t *rest = others(rules, once, words)
    cdef const uint64_t *row
    cdef uint64_t some = 0
    cdef int32_t w, k
    for w in range(words):
        candidates[w] = valid[w] & unused[w] & rest[w]
    for k in range(keys):
        row = rules.lookup + (k << KEY_BITS | index_of(&rules.key[k], occupied, KEY_BITS)) * words
        for w in range(words):
            candidates[w] &= row[w]
    for w in range(words):
        some |= candidates[w]
    return some != 0


cdef inline int32_t expand_by(
    const Graph *graph, const Node *node, cells_t window, uint64_t placed, int32_t f, int64_t source, Child *out,
    bint looks_up, int32_t words, int32_t keys
) noexcept nogil:
    """Do the work of `expand_node`. The function is inline, so that each call with constants is compiled separately."""
    cdef const Rules *rules = graph.rules
    cdef const uint64_t *candidates = rules.valid + rules.valid_at[node.cell]
    cdef const uint64_t *rest
    cdef const Option *options = rules.options + rules.options_at[node.cell]
    cdef const Option *option
    cdef const uint8_t *moves = rules.move_of + 64 * rules.valid_at[node.cell]
    cdef const Child *first = out
    cdef cells_t occupied = window | blocked_at(window, rules, node.cell), mask, empty
    cdef uint64_t left, used = placed
    cdef uint64_t here[MAX_SHARED]
    cdef uint64_t unused[MAX_SHARED]
    cdef uint64_t there[MAX_SHARED]
    cdef const Level *level
    cdef uint32_t end = rules.positions, line_end = end
    cdef int32_t w
    if graph.folds:
        line_end = node.cell - node.cell % rules.line + rules.line
    if looks_up:
        memset(unused, 255, sizeof(unused))
        while used:
            rest = others(rules, used, words)
            used &= used - 1
            for w in range(words):
                unused[w] &= rest[w]
        find_candidates(rules, occupied, node.cell, unused, 0, words, keys, here)
        candidates = here
    for w in range(words):
        left = candidates[w]
        while left:
            option = options + 64 * w + lowest_bit(left)
            left &= left - 1
            level = &graph.levels[f + option.cells]
            mask = joined(window, option.mask, option.upper)
            # Lookup tables contain only options that fit; without these tables, each option is tested.
            if not level.is_reached or not looks_up and (option.once & placed or not fits(occupied, mask)):
                continue
            empty = move_on(rules, window | mask, node.cell, out)
            # Folding in the middle of a line would make nodes that no scan reaches.
            if line_end <= out.cell < end:
                empty = fold(rules, empty, out)
            if looks_up and out.cell < end:
                if not find_candidates(rules, ~empty, out.cell, unused, option.once, words, keys, there):
                    continue
            out.tag = tag_of(out, 0)
            out.source = <uint32_t>source
            out.move = moves[option - options]
            out.level = f + option.cells
            out.option = option - options
            if level.buckets != NULL:
                prefetch(level.buckets, (out.tag & (level.number_of_buckets - 1)) * sizeof(Bucket))
            out += 1
    return out - first


cdef int32_t expand_node(
    const Graph *graph, const Node *node, uint64_t placed, int32_t f, int64_t source, Child *out
) noexcept nogil:
    """Write to *out* the children of node *source* of level *f*, and return their number.

    Options that use the single copies *placed* are left out. With lookup tables, a child is left out if no option fits
    at its own first empty cell.
    """
    cdef const Rules *rules = graph.rules
    cdef int32_t words = rules.words[node.cell]
    cdef single_window window = node.window
    if rules.wide:
        return expand_by[wide_window](
            graph, node, wide_join(window, graph.levels[f].upper[source]), placed, f, source, out,
            rules.lookup != NULL, words, rules.keys
        )
    if rules.lookup == NULL:
        return expand_by(graph, node, window, placed, f, source, out, False, words, 0)
    if words == 1 and rules.keys == 2:
        return expand_by(graph, node, window, placed, f, source, out, True, 1, 2)
    return expand_by(graph, node, window, placed, f, source, out, True, words, rules.keys)


cdef bint find_or_add(
    Graph *graph, Level *level, const Child *child, uint64_t used, uint32_t *number
) noexcept nogil:
    """Find the node of *child* in *level*, or add it. Write its number, or `DEAD` if it has a dead pocket.

    Return False if memory is exhausted.
    """
    cdef int64_t at = child.tag & (level.number_of_buckets - 1)
    cdef Node *node
    while level.buckets[at].number:
        number[0] = level.buckets[at].number - 1
        if level.buckets[at].tag == child.tag:
            node = &level.nodes[number[0]]
            # Nodes with equal tags are usually, but not always, equal.
            if node.window == child.window and node.cell == child.cell and (
                level.upper == NULL or level.upper[number[0]] == child.upper
            ):
                if level.sets == NULL or level.sets[number[0]] == used:
                    return True
        at = (at + 1) & (level.number_of_buckets - 1)
    # The flood fill is expensive: check a node once, when it is added, and not for each edge to it.
    number[0] = DEAD
    if graph.rules.pockets != NULL and not graph.is_checked and cuts_off(graph.rules, child):
        return True
    if level.number == level.room and not grow_nodes(graph, level):
        return False
    number[0] = <uint32_t>level.number
    node = &level.nodes[level.number]
    node.window = child.window
    node.cell = child.cell
    node.all = ALL  # the copies used on each edge are ANDed into `all` and ORed into `any`
    node.any = 0
    if level.upper != NULL:
        level.upper[level.number] = child.upper
    if level.limbs:
        memset(level.ways + level.number * level.limbs, 0, level.limbs * sizeof(uint64_t))
    if level.sets != NULL:
        level.sets[level.number] = used
    level.number += 1
    level.buckets[at].tag = child.tag
    level.buckets[at].number = <uint32_t>level.number
    return 2 * level.number < level.number_of_buckets or set_buckets(graph, level, 2 * level.number_of_buckets)


cdef bint reach_levels(Graph *graph, int32_t f) noexcept nogil:
    """Drop the hash table of level f, and make hash tables of the levels reached from it. Return False on failure."""
    cdef int32_t i, to
    cdef int64_t size = 64
    cdef bint has_nodes = graph.levels[f].number > 0
    # All edges into level f are known. The next levels are probably as large as f, so their tables begin at its size.
    resize(graph.account, graph.levels[f].buckets, 0)
    graph.levels[f].number_of_buckets = 0
    while size < 2 * graph.levels[f].number:
        size *= 2
    for i in range(graph.rules.number_of_moves if has_nodes else 0):
        to = f + graph.rules.moves[i].cells
        if to > graph.rules.cells or graph.levels[to].is_reached:
            continue
        # If bit 0 is not set, no choice of pieces covers this number of cells.
        if graph.rules.pockets != NULL and not graph.rules.pockets[to] & 1:
            continue
        graph.levels[to].is_reached = True
        if not set_buckets(graph, &graph.levels[to], size):
            return False
    return True


cdef bint add_first_node(Graph *graph) noexcept nogil:
    """Add the node of the empty board to level 0. Return False if memory is exhausted."""
    cdef Level *level = graph.levels
    cdef Child child
    cdef uint32_t number
    memset(&child, 0, sizeof(Child))
    level.is_reached = True
    if not set_buckets(graph, level, 64):
        return False
    move_on(graph.rules, <wide_window>0, 0, &child)
    child.tag = tag_of(&child, 0)
    if not find_or_add(graph, level, &child, 0, &number):
        return False
    if level.number:
        level.nodes[0].all = 0
    return True


cdef inline void add_edge(Graph *graph, Level *level, const Child *child, uint32_t number) noexcept nogil:
    """Add the edge to node *number* of the level of *child*. Until all edges are added, `first_edge` counts them."""
    cdef const Node *source = &level.nodes[child.source]
    cdef const Move *move = &graph.rules.moves[child.move]
    cdef Node *node = &graph.levels[child.level].nodes[number]
    level.targets[level.edges] = number
    level.moves[level.edges] = child.move
    if level.options != NULL:
        level.options[level.edges] = <uint16_t>child.option
    level.edges += 1
    level.first_edge[child.source] += 1
    node.all &= (source.all | move.field) & graph.rules.single
    node.any |= source.any | move.field


cdef bint expand_some(Graph *graph, int32_t f, int64_t first, int64_t last) noexcept nogil:
    """Find the edges from the nodes *first* to *last* - 1 of level *f*. Return False if memory is exhausted."""
    cdef Level *level = &graph.levels[f]
    cdef Level *to
    cdef const Child *child
    cdef int64_t i = first
    cdef int32_t n, j
    cdef uint32_t number
    while i < last:
        n = 0
        while i < last and n < BATCH:
            level.first_edge[i] = 0
            if f < graph.rules.cells:
                n += expand_node(
                    graph, &level.nodes[i], level.nodes[i].all & graph.rules.single, f, i, graph.children + n
                )
            i += 1
        if level.edges + n > level.edge_room and not set_edge_room(graph, level, 2 * level.edge_room + n):
            return False
        # The buckets were prefetched when the children were made. Now the nodes in the buckets are prefetched.
        for j in range(n):
            child = &graph.children[j]
            to = &graph.levels[child.level]
            number = to.buckets[child.tag & (to.number_of_buckets - 1)].number
            prefetch(to.nodes, (number - (number > 0)) * sizeof(Node))
        for j in range(n):
            child = &graph.children[j]
            if not find_or_add(graph, &graph.levels[child.level], child, 0, &number):
                return False
            if number != DEAD:
                add_edge(graph, level, child, number)
    return True


cdef inline int64_t some_nodes(const Graph *graph) noexcept nogil:
    """Return a number of nodes that have at most `SOME_CHILDREN` children together."""
    return max(1, SOME_CHILDREN // max(1, graph.rules.most_options))


cdef int grow_tables(FrontierJob job, int32_t f) except -1:
    """Grow large hash tables, with checks of signals, before the next children can make them grow without checks."""
    cdef Graph *graph = &job.graph
    cdef Level *to
    cdef int32_t i
    for i in range(f + 1, min(f + graph.rules.longest, graph.rules.cells) + 1):
        to = &graph.levels[i]
        if to.number_of_buckets > 16 * SOME_CHILDREN and 2 * (to.number + SOME_CHILDREN) >= to.number_of_buckets:
            grow_table(job, to)
    return 0


cdef int grow_table(FrontierJob job, Level *level) except -1:
    cdef Bucket *buckets = NULL
    cdef int64_t first, last, size = 2 * level.number_of_buckets
    job.look(make_zeros(job.graph.account, buckets, size))
    try:
        for first in range(0, level.number_of_buckets, SOME_CHILDREN):
            last = min(first + SOME_CHILDREN, level.number_of_buckets)
            with nogil:
                copy_buckets(level, first, last, buckets, size)
            job.look(True)
    except BaseException:
        resize(job.graph.account, buckets, 0)
        raise
    have_buckets(&job.graph, level, buckets, size)
    return 0


cdef int expand_level(FrontierJob job, int32_t f) except -1:
    """Find the edges from the nodes of level *f*, and the nodes to which they lead."""
    cdef Graph *graph = &job.graph
    cdef Level *level = &graph.levels[f]
    cdef int64_t i, last, at = 0, count, some = some_nodes(graph)
    cdef bint enough
    enough = resize(graph.account, level.first_edge, level.number + 1)
    job.look(enough and reach_levels(graph, f))
    for i in range(0, level.number, some):
        last = min(i + some, level.number)
        grow_tables(job, f)
        with nogil:
            enough = expand_some(graph, f, i, last)
        job.look(enough)
    for i in range(level.number):
        count = level.first_edge[i]
        level.first_edge[i] = at
        at += count
    level.first_edge[level.number] = at
    job.nodes += level.number
    job.edges += level.edges
    job.reached = f
    return 0
