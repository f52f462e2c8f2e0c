/* Lists of options of the item engine: find the options that still fit, and the item that the fewest options cover.

   While more than 64 items are left, a list contains the rows of the options: their indices in a table of sets, each of
   `words` words, an even number. When at most 64 items are left, the list contains the sets themselves, of one word.
   `lists_of.h` contains the loops, and is included for one word, for two, and for any even number of words.

   The loops may overwrite up to `BEYOND` entries after a list, as well as the arrays of `Rows`. Options keep their
   order, and the results are the same on every processor. */

#include <string.h>
#include "../common/bits.h"
#include "lanes.h"

enum { NEAR = 6 }; /* the number of words, from the first item on, that are examined in order */
enum { BEYOND = 8 }; /* entries that may be written after a list, as loops process up to eight at a time */

struct Rows {
    const uint64_t *sets; /* for each option, the set of its items; then a row of zeros */
    int words;            /* the number of words of a set */
    int to_cover;         /* the number of leading words, with all items that may have to be covered */
    int number;           /* the index of the row of zeros */
    uint64_t *sums;       /* an array for the digits of a count of all items */
    int32_t *counts;      /* an array with a number for each item */
};

struct Loops {
    /* Among the options *from* to *to* - 1, find those that have none of the items *taken*. Write them to *found*, from
       index *k* on, and return the index after the last one. Add their items to *any*, or all items without lanes. */
    int (*fitting)(
        const struct Rows *rows, const void *list, int from, int to, const uint64_t *taken, void *found, int k, uint64_t *any
    );
    /* Return the item of *rest* that the fewest options of a list cover, or -1 if some item has no option.
       This is Knuth's choice ("Dancing Links", 2000). Among equals, return the first item. *spare* are pieces of which
       a solution may have several options, each of which would find it: they are chosen only if no others are left.
       If *in_order*, return the first item. */
    int (*fewest)(
        const struct Rows *rows, void *list, int number, const uint64_t *rest, const uint64_t *spare, int in_order
    );
    /* Return the index of the first option from *from* on that has the item *pick*, or *number* if there is none. */
    int (*next)(const struct Rows *rows, const void *list, int number, int from, int pick);
};

/* Words are counted two at a time if the compiler has vectors. */
#ifdef __GNUC__
typedef uint64_t few_words __attribute__((vector_size(16)));
#else
typedef uint64_t few_words;
#endif
enum { FEW = sizeof(few_words) / sizeof(uint64_t) };

static const struct Lanes *LANES_HERE; /* chosen at run time, so that one build serves all processors; NULL: no lanes */

#define WORDS 1
#include "lists_of.h"
#define WORDS 2
#include "lists_of.h"
#define WORDS 0
#include "lists_of.h"

/* Return the loops for lists of sets of one word, or of rows of this number of words. */
static const struct Loops *loops_of(int words) {
    return words == 1 ? &loops_1 : words == 2 ? &loops_2 : &loops_0;
}

/* Return the number of options of one word that the loops examine at a time. */
static int at_once(void) {
    LANES_HERE = lanes();
    return LANES_HERE ? LANES_HERE->at_once : 1;
}
