// What is sorted in runs: nodes, by their windows.
//
// Owns nothing. Touches: the array to be sorted. Always holds: sorted windows ascend. Of the C++
// library it takes no more than the template of a sort.
#pragma once
#include <algorithm>
#include <stdint.h>

struct Ordered {
    uint64_t window;
    int64_t number;  // of the node
};

static void sort_by_window(Ordered *nodes, int64_t length) {
    std::sort(nodes, nodes + length, [](const Ordered &a, const Ordered &b) { return a.window < b.window; });
}
