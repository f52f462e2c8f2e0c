/* The ladder of docs/explanation/fast.md: the twelve pentominoes on 4x15, searched with one more idea in each line.

       cc -O3 -o ladder benchmarks/ladder.c && ./ladder          a minute; `./ladder quick` leaves out the first line

   Each line is one search: it looks at the first empty cell, and tries each orientation of each unused piece there. A
   position is a board with at least one piece on it that the search looks at, whether or not another piece fits. The
   last search looks for the pieces that fit before it counts, so it counts only positions in which some piece fits.
   X, if it is first, is placed without a check, so one of its seven positions has a pocket. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 4, COLUMNS = 15, PIECES = 12, X = 0, MOST = 64, KEYS = 2 };

/* The row and the column of each cell of X I V W T Z U L N F Y P. */
static const char *const shapes[PIECES] = {
    "0110111221", "0001020304", "0010202122", "0010112122", "0001021121", "0001112122",
    "0002101112", "0010203031", "0111202130", "0102101121", "0111213110", "0001101120",
};

/* Cells are numbered line by line. After each line there is a blocked cell, and a blocked line after the board, so that
   no piece can wrap around. A window is 64 cells: bit n is the cell n after the first empty cell. */
static int by_column, line, lines, end;
static uint64_t blocked[256];    /* the blocked cells of the window at each cell */

static int orientations, piece_of[MOST];
static uint64_t mask[MOST];      /* the cells of an orientation, as a window that starts at its first cell */

static long positions, solutions;

static int cell(int row, int column) { return by_column ? column * (ROWS + 1) + row : row * (COLUMNS + 1) + column; }

static void number_cells(int columns_first) {
    by_column = columns_first;
    line = (by_column ? ROWS : COLUMNS) + 1;
    lines = by_column ? COLUMNS : ROWS;
    end = lines * line;
    memset(blocked, 0, sizeof blocked);
    for (int at = 0; at < end + line; at++)
        if (at >= end || at % line == line - 1)
            for (int bit = 0; bit < 64 && bit <= at; bit++) blocked[at - bit] |= 1ull << bit;
}

/* Add one of the eight orientations of a piece, unless it is longer than the board or the same as another one. */
static void add(int piece, int way) {
    int first = 1000, row[5], column[5], low = 10, high = -10, left = 10, right = -10;
    uint64_t cells = 0;
    for (int i = 0; i < 5; i++) {
        int r = shapes[piece][2 * i] - '0', c = shapes[piece][2 * i + 1] - '0';
        if (way & 1) r = -r;
        if (way & 2) c = -c;
        row[i] = way & 4 ? c : r, column[i] = way & 4 ? r : c;
        if (cell(row[i], column[i]) < first) first = cell(row[i], column[i]);
        if (row[i] < low) low = row[i];
        if (row[i] > high) high = row[i];
        if (column[i] < left) left = column[i];
        if (column[i] > right) right = column[i];
    }
    if (high - low >= ROWS || right - left >= COLUMNS) return;
    for (int i = 0; i < 5; i++) cells |= 1ull << (cell(row[i], column[i]) - first);
    for (int o = 0; o < orientations; o++)
        if (mask[o] == cells) return;
    piece_of[orientations] = piece;
    mask[orientations++] = cells;
}

/* Whether fewer than five empty cells are closed off. Regions with a cell that is not *known*, such as the last cell of a
   window, may be larger than they look. */
static int has_pocket(uint64_t empty, uint64_t known) {
    while (empty) {
        uint64_t region = empty & -empty, before;
        do {
            before = region;
            region |= (region << 1 | region >> 1 | region << line | region >> line) & empty;
        } while (region != before);
        if (!(region & ~known) && __builtin_popcountll(region) < 5) return 1;
        empty &= ~region;
    }
    return 0;
}

/* Move a window, and its first cell, on to the first empty cell. */
static int slide(uint64_t *placed, int at) {
    int covered = __builtin_ctzll(~(*placed | blocked[at]));
    *placed >>= covered;
    return at + covered;
}

/* Search below a position. *placed* are the cells that pieces cover in the window at the cell *at*. */
static void search(int at, uint64_t placed, unsigned unused, int checks_pockets) {
    uint64_t occupied = placed | blocked[at];
    if (at >= end) { solutions++; return; }
    for (int o = 0; o < orientations; o++) {
        if (!(unused >> piece_of[o] & 1)) continue;
        if ((occupied | mask[o]) != (occupied ^ mask[o])) continue;    /* it does not fit: some cell is covered twice */
        if (checks_pockets && has_pocket(~(occupied | mask[o]), ~0ull >> 1)) continue;
        uint64_t covered = placed | mask[o];
        int next = slide(&covered, at);
        positions++;
        search(next, covered, unused & ~(1u << piece_of[o]), checks_pockets);
    }
}

/* The tables of pentomino for boards four cells wide: two keys of up to twelve cells, given as their bits in a window.
   For each occupancy of its cells a key has the set of the orientations that cover no occupied cell of the key and
   leave no pocket, as far as the key shows. */
static const uint64_t key[KEYS] = { 0x1ffe, 0x11ee00 };
static uint64_t table[KEYS][1 << 12], orientations_of[PIECES];

static int index_of(uint64_t cells, uint64_t occupied) {
    int index = 0;
    for (; cells; cells &= cells - 1) index = index << 1 | ((occupied & cells & -cells) != 0);
    return index;
}

static void fill_tables(void) {
    for (int o = 0; o < orientations; o++) orientations_of[piece_of[o]] |= 1ull << o;
    for (int k = 0; k < KEYS; k++)
        for (uint64_t occupied = key[k];; occupied = (occupied - 1) & key[k]) {
            for (int o = 0; o < orientations; o++)
                if (!(mask[o] & occupied) && !has_pocket(~(occupied | mask[o] | 1), key[k]))
                    table[k][index_of(key[k], occupied)] |= 1ull << o;
            if (!occupied) break;
        }
}

/* The same search by two lookups. *usable* are the orientations of the unused pieces. */
static void search_by_table(int at, uint64_t placed, uint64_t usable) {
    uint64_t occupied = placed | blocked[at], fitting = usable;
    if (at >= end) { solutions++; return; }
    for (int k = 0; k < KEYS; k++) fitting &= table[k][index_of(key[k], occupied)];
    if (fitting) positions++;
    for (; fitting; fitting &= fitting - 1) {
        int o = __builtin_ctzll(fitting);
        uint64_t covered = placed | mask[o];
        int next = slide(&covered, at);
        search_by_table(next, covered, usable & ~orientations_of[piece_of[o]]);
    }
}

static void run(const char *name, int columns_first, int x_first, int checks_pockets, int uses_table) {
    number_cells(columns_first);
    orientations = 0;
    for (int piece = 0; piece < PIECES; piece++)
        for (int way = 0; way < 8; way++) add(piece, way);
    if (uses_table) fill_tables();
    positions = solutions = 0;
    if (!x_first) search(0, 0, (1u << PIECES) - 1, checks_pockets);
    /* Place the middle of X in one quarter of the board. X never covers the first cell, so the window stays there. */
    for (int column = 1; x_first && column <= COLUMNS / 2; column++) {
        uint64_t placed = 1ull << cell(1, column);
        placed |= 1ull << cell(0, column) | 1ull << cell(2, column);
        placed |= 1ull << cell(1, column - 1) | 1ull << cell(1, column + 1);
        if (uses_table) { search_by_table(0, placed, ~orientations_of[X]); continue; }
        positions++;
        search(0, placed, (1u << PIECES) - 1 - (1u << X), checks_pockets);
    }
    printf("%s: %ld positions, %ld solutions\n", name, positions, solutions);
    fflush(stdout);
}

int main(int count, char **words) {
    if (count < 2 || strcmp(words[1], "quick")) run("row by row", 0, 0, 0, 0);
    run("row by row, X first", 0, 1, 0, 0);
    run("column by column", 1, 0, 0, 0);
    run("X first, in one quarter", 1, 1, 0, 0);
    run("no region under five cells", 1, 1, 1, 0);
    run("only where a piece fits", 1, 1, 0, 1);
}
