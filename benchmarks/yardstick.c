/* The yardstick: an old and simple way to solve the 6x10 pentomino puzzle, kept plain on purpose and never improved,
   so that times can be stated as ratios to it. A bit for each cell, a list of placements for each piece; the pieces
   are placed one after the other, X first and only in one quadrant, and after each placement a flood fill rejects
   empty regions whose size is no multiple of five. Prints the distinct solutions and the milliseconds taken. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { ROWS = 6, COLUMNS = 10, CELLS = ROWS * COLUMNS, PIECES = 12 };

/* The row and the column of each cell of X I V W T Z U L N F Y P, in this order of placing. */
static const char *const shapes[PIECES] = {
    "0110111221", "0001020304", "0010202122", "0010112122", "0001021121", "0001112122",
    "0002101112", "0010203031", "0111202130", "0102101121", "0111213110", "0001101120",
};
static uint64_t placements[PIECES][400];
static int placed[PIECES];
static long solutions;

static void add(int piece, uint64_t mask) {
    for (int i = 0; i < placed[piece]; i++)
        if (placements[piece][i] == mask) return;
    placements[piece][placed[piece]++] = mask;
}

/* The mask of a piece turned in one of eight ways, its (0, 0) moved to a row and a column; 0 off the board. */
static uint64_t turned(int piece, int way, int row, int column) {
    uint64_t mask = 0;
    for (const char *cell = shapes[piece]; *cell; cell += 2) {
        int r = cell[0] - '0', c = cell[1] - '0';
        if (way & 1) r = -r;
        if (way & 2) c = -c;
        if (way & 4) { int swapped = r; r = c; c = swapped; }
        r += row, c += column;
        if (r < 0 || r >= ROWS || c < 0 || c >= COLUMNS) return 0;
        mask |= 1ull << (c * ROWS + r);
    }
    return mask;
}

static void list_placements(int piece) {
    /* X, the first piece, looks the same in all ways; its centre is one row and one column from its corner. */
    int ways = piece ? 8 : 1, rows = piece ? ROWS : ROWS / 2 - 1, columns = piece ? COLUMNS : COLUMNS / 2 - 1;
    for (int way = 0; way < ways; way++)
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++) {
                uint64_t mask = turned(piece, way, row, column);
                if (mask) add(piece, mask);
            }
}

static int has_dead_region(uint64_t empty) {
    const uint64_t top = 0x41041041041041ull, bottom = top << (ROWS - 1);
    while (empty) {
        uint64_t region = empty & -empty, before;
        do {
            before = region;
            region |= (region << 1 & ~top) | (region >> 1 & ~bottom) | region << ROWS | region >> ROWS;
            region &= empty;
        } while (region != before);
        if (__builtin_popcountll(region) % 5) return 1;
        empty &= ~region;
    }
    return 0;
}

static void place(int piece, uint64_t empty) {
    if (piece == PIECES) { solutions++; return; }
    for (int i = 0; i < placed[piece]; i++) {
        uint64_t mask = placements[piece][i];
        if ((mask & empty) == mask && !has_dead_region(empty ^ mask)) place(piece + 1, empty ^ mask);
    }
}

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

int main(void) {
    const uint64_t board = (1ull << CELLS) - 1;
    double start = now();
    for (int piece = 0; piece < PIECES; piece++) list_placements(piece);
    place(0, board);
    printf("%ld solutions, %.3f ms\n", solutions, now() - start);
}
