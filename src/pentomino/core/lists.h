/* Lists of options as the item engine has them: which still fit, and which item the fewest of them cover.

   While many items are left, a list has the rows of the options: their numbers in a table of sets, each set of `words`
   words, an even number. Once 64 items are left, it has the sets themselves, of one word. `lists_of.h` has the loops,
   and is included for one word, for two, and for any even number of words.

   Owns nothing. Touches: the list that is written, up to `BEYOND` entries behind a list, and the room of `Rows`.
   Always holds: options keep their order, and the results are the same on each processor. */

#include <string.h>
#include "bits.h"
#include "lanes.h"

enum { NEAR = 6 }; /* words with items near the first one */
enum { BEYOND = 8 }; /* entries that may be written behind a list, as loops take up to eight at a time */

struct Rows {
    const uint64_t *sets; /* of each option: its items; behind them a row of zeros */
    int words;            /* of a set */
    int to_cover;         /* words that have all items that may have to be covered: those come first */
    int number;           /* of the row of zeros */
    uint64_t *sums;       /* room for the digits of a count of all items */
    int32_t *counts;      /* room for a number for each item */
};

struct Loops {
    /* Write the options from place *from* to *to* that have none of the items *taken* to *found*, from place *k* on.
       Return the place behind them. With lanes, add their items to *any*, else all items. */
    int (*fitting)(
        const struct Rows *rows, const void *list, int from, int to, const uint64_t *taken, void *found, int k, uint64_t *any
    );
    /* Return the item of *rest* that the fewest options of a list cover; -1 if some item has no option at all.
       This is Knuth's choice ("Dancing Links", 2000). Of equal items it is the first. *Spare* are pieces of which a
       solution may have several options, and would be met by each: they are chosen if nothing else is left.
       *In_order*, it is the first item. */
    int (*fewest)(
        const struct Rows *rows, void *list, int number, const uint64_t *rest, const uint64_t *spare, int in_order
    );
    /* Return the place, from *from* on, of the next option that has the item *pick*; *number* if there is none. */
    int (*next)(const struct Rows *rows, const void *list, int number, int from, int pick);
};

/* Counts of words are taken two at a time where the compiler has vectors. */
#ifdef __GNUC__
typedef uint64_t few_words __attribute__((vector_size(16)));
#else
typedef uint64_t few_words;
#endif
enum { FEW = sizeof(few_words) / sizeof(uint64_t) };

static const struct Lanes *LANES_HERE; /* by the processor at hand, so that one build serves all; 0: one by one */

#define WORDS 1
#include "lists_of.h"
#define WORDS 2
#include "lists_of.h"
#define WORDS 0
#include "lists_of.h"

/* Return the loops for lists of sets of one word, or of rows of so many. */
static const struct Loops *loops_of(int words) {
    return words == 1 ? &loops_1 : words == 2 ? &loops_2 : &loops_0;
}

/* Return how many options of one word the loops take at a time. */
static int at_once(void) {
    LANES_HERE = lanes();
    return LANES_HERE ? LANES_HERE->at_once : 1;
}
