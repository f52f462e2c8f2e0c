// The loops of a tally over lists. Each set of a node gets a pair of numbers: the ways on one side, and the ways on the
// other side, which are added edge by edge. The sum of their products over an edge is the number of covers through it.
//
// The values of a worker's sums are pairs here; between two nodes all pairs are 0. Sums and products are modulo 2^64 or
// 2^128. They are exact if the number of all covers is below this modulus, as each counts some of the covers.
#pragma once
#include "lists.hpp"

struct Sharing {
    int32_t pair_bytes;  // the size of a pair, which is the width that the sums must have
    bool (*lay)(Worker *, const List *, int32_t width);
    huge (*share)(Worker *, const List *, int32_t width, const Move *, bool forward);
    bool (*gather)(Worker *, const List *, List *);
};

template <class Set, class Value> struct Shares {
    struct Pair {
        Value ways, rest;
    };

    static Pair *pairs_in(const Sums &sums) { return (Pair *)sums.values; }

    static Pair &pair_of(const Sums &sums, uint64_t used) {
        return pairs_in(sums)[place_of(sums, used)];
    }

    // Allocate memory for `length` sets, while no set is in use.
    static bool reserve(Worker &worker, int64_t length) {
        Sums &sums = worker.sums;
        if (sums.dense || 2 * length <= sums.size) return true;
        drop_arrays(worker.account, sums);
        while (sums.size < 2 * length) sums.size *= 2;
        return sums.size < 0xFFFFFFFF && make_arrays(worker.account, sums);
    }

    // Set the pairs of the sets of a list: its ways, and 0 as the rest. Return false if memory is exhausted.
    static bool lay(Worker *worker, const List *list, int32_t width) {
        Sums &sums = worker->sums;
        if (!reserve(*worker, list->length)) return false;
        return by_width<HUGE_BYTES>(width, [&](auto kind) {
            const Set *sets = sets_of<Set>(*list);
            const auto *ways = values_of<decltype(kind), Set>(*list);
            for (int64_t i = 0; i < list->length; i++) {
                const uint32_t at = place_of(sums, sets[i]);
                if (!sums.dense) sums.filed[at] = (uint64_t)sets[i] + 1;
                sums.touched[i] = at;
                pairs_in(sums)[at].ways = (Value)ways[i];
            }
            return true;
        });
    }

    // Add a list of the other side, moved forward or back by a move, to the rest. Return the number of covers that
    // contain this move.
    static huge share(Worker *worker, const List *list, int32_t width, const Move *move, bool forward) {
        worker->steps += list->length;
        return by_width<HUGE_BYTES>(width, [&](auto kind) {
            typedef decltype(kind) Source;
            if (worker->sums.dense && !move->saturates)
                return share_dense<Source>(worker->sums, *list, *move, forward);
            return share_with_care<Source>(worker->sums, *list, *move, forward);
        });
    }

    // There is no branch in the loop, as in `add_dense`.
    template <class Source>
    static huge share_dense(const Sums &sums, const List &list, const Move &move, bool forward) {
        const Set *sets = sets_of<Set>(list);
        const Source *source = values_of<Source, Set>(list);
        const Set field = (Set)move.field, low = forward ? 0 : (Set)move.add, highest = (Set)move.highest;
        const uint32_t step = (uint32_t)(forward ? move.add : 0 - move.add);
        const Value weight = (Value)move.weight;
        const int64_t length = list.length;
        Pair *pairs = pairs_in(sums);
        Value total = 0;
        for (int64_t i = 0; i < length; i++) {
            const uint32_t possible = (Set)((sets[i] & field) - low) <= highest;
            Pair *pair = pairs + ((uint32_t)sets[i] + (step & (0 - possible)));
            const Value ways = pair->ways, more = (possible & (ways != 0)) ? (Value)source[i] * weight : 0;
            pair->rest += more;
            total += ways * more;
        }
        return total;
    }

    // Do the same as `share_dense` if sums are hashed, or counts stop at a cap.
    template <class Source>
    static huge share_with_care(const Sums &sums, const List &list, const Move &move, bool forward) {
        Value total = 0;
        for (int64_t i = 0; i < list.length; i++) {
            const Value more = (Value)values_of<Source, Set>(list)[i] * (Value)move.weight;
            for_moved(move, sets_of<Set>(list)[i], forward, [&](uint64_t moved) {
                Pair &pair = pair_of(sums, moved);
                if (pair.ways == 0) return;
                pair.rest += more;
                total += pair.ways * more;
            });
        }
        return total;
    }

    // Make a list of the sets of `laid` with their rest, and set all pairs to 0. Return false if memory is exhausted.
    static bool gather(Worker *worker, const List *laid, List *result) {
        Sums &sums = worker->sums;
        const int64_t length = laid->length;
        if (!begin_list<Value, Set>(*worker, *result, length)) return false;
        Value *values = values_of<Value, Set>(*result);
        int64_t kept = 0;
        for (int64_t i = 0; i < length; i++) {
            const uint32_t at = sums.touched[i];
            Pair &pair = pairs_in(sums)[at];
            sets_of<Set>(*result)[kept] = sets_of<Set>(*laid)[i];
            values[kept] = pair.rest;
            if ((double)pair.rest > worker->most) worker->most = (double)pair.rest;
            kept += pair.rest != 0;
            pair.ways = pair.rest = 0;
            if (!sums.dense) sums.filed[at] = 0;
        }
        end_list<Value, Set>(*worker, *result, kept);
        return true;
    }

    static const Sharing *sharing() {
        static const Sharing all = {(int32_t)sizeof(Pair), lay, share, gather};
        return &all;
    }
};

static const Sharing *sharing_for(int32_t set_bytes, int32_t value_bytes) {
    if (value_bytes > 8) return set_bytes == 4 ? Shares<uint32_t, huge>::sharing() : Shares<uint64_t, huge>::sharing();
    return set_bytes == 4 ? Shares<uint32_t, uint64_t>::sharing() : Shares<uint64_t, uint64_t>::sharing();
}
