// Count tilings by pieces of one size modulo a prime, cell by cell and without the package, to verify its counts.
//
// Read the size of the pieces and the number of cells. Then read, for each cell, how many neighbours it has and their
// numbers; then how many placements have it as their least cell, and each placement as two hexadecimal words: bit i
// stands for the cell i + 1 positions ahead. Print for N = 0, 1, 2, ... how many ways there are, modulo 2^61 - 1, to
// cover the first N cells and no others. A placement may span 129 cells.

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <unordered_map>
#include <utility>
#include <vector>

using State = unsigned __int128;  // bit i: the cell i positions ahead is covered
static const uint64_t PRIME = (uint64_t(1) << 61) - 1;

struct Mix {
    size_t operator()(State state) const {
        uint64_t mixed = (uint64_t(state) ^ uint64_t(state >> 64) * 0xd6e8feb86659fd93u) * 0x9e3779b97f4a7c15u;
        return mixed ^ mixed >> 32;
    }
};
using Level = std::unordered_map<State, uint64_t, Mix>;

static int size, cells;
static std::vector<std::vector<int>> touching;
static std::vector<std::vector<State>> beginning;

static int lowest(State bits) {
    return uint64_t(bits) ? std::countr_zero(uint64_t(bits)) : 64 + std::countr_zero(uint64_t(bits >> 64));
}

// Return whether a region of empty cells, shut in before the last covered cell, has a size that the pieces cannot fill.
static bool hopeless(State covered, int cell) {
    int last = covered >> 64 ? 127 - std::countl_zero(uint64_t(covered >> 64)) : 63 - std::countl_zero(uint64_t(covered));
    State before = last < 0 ? 0 : ~covered & (State(1) << last) - 1;
    while (before) {
        State region = before & -before, edge = region;
        while (edge && region >> last == 0) {
            int here = lowest(edge);
            edge &= edge - 1;
            for (int touched : touching[cell + here]) {
                if (touched < cell || touched - cell > 127) continue;
                State one = State(1) << (touched - cell) & ~covered & ~region;
                region |= one;
                edge |= one;
            }
        }
        int many = std::popcount(uint64_t(region)) + std::popcount(uint64_t(region >> 64));
        if (region >> last == 0 && many % size) return true;
        before &= ~region;
    }
    return false;
}

static void add(Level& level, State state, uint64_t ways) {
    uint64_t& sum = level[state];
    sum = (sum + ways) % PRIME;
}

static bool read() {
    if (std::scanf("%d%d", &size, &cells) != 2) return false;
    touching.resize(cells);
    beginning.resize(cells);
    for (int cell = 0, many; cell < cells; ++cell) {
        if (std::scanf("%d", &many) != 1) return false;
        touching[cell].resize(many);
        for (int& other : touching[cell])
            if (std::scanf("%d", &other) != 1) return false;
        if (std::scanf("%d", &many) != 1) return false;
        for (uint64_t high, low; many > 0; --many) {
            if (std::scanf("%" SCNx64 "%" SCNx64, &high, &low) != 2) return false;
            beginning[cell].push_back(State(high) << 64 | low);
        }
    }
    return true;
}

int main() {
    if (!read()) return 1;
    Level level{{0, 1}};
    for (int cell = 0;; ++cell) {
        auto whole = level.find(0);
        std::printf("%" PRIu64 "\n", whole == level.end() ? 0 : whole->second);
        if (cell == cells) return 0;
        Level next;
        for (auto [state, ways] : level) {
            if (state & 1) {
                add(next, state >> 1, ways);
                continue;
            }
            for (State placement : beginning[cell])
                if (!(state >> 1 & placement) && !hopeless(state >> 1 | placement, cell + 1))
                    add(next, state >> 1 | placement, ways);
        }
        level = std::move(next);
    }
}
