// Answers from a list of all solutions of a puzzle, for the first board of a site and for files of `pentomino play -o`.
import { Game } from "./game.js";

/**
 * Return a function that answers a question, with undefined if the list cannot answer it. A solution is a list of indices into `places`.
 * If `distinct` is not 0, the first `distinct` solutions are distinct up to symmetry, and their images follow in the same order.
 * @param {Opened} opened @param {Place[]} places @param {number[][]} solutions
 * @returns {(question: any) => Answer | undefined}
 */
export function listed(opened, places, solutions, distinct = 0) {
  const code = new Map(places.map((place, n) => [String(place), n]));
  const given = opened.given.map((place) => code.get(String(place)));
  const cellsOf = ([piece, way, at]) => opened.pieces[piece].ways[way].at[at];

  /** Return for each placement how many of some solutions have it. */
  function tally(some) {
    const found = places.map(() => 0);
    for (const solution of some) for (const n of solution) found[n] += 1;
    return found;
  }

  /** Return the empty cell that the fewest placements cover, and these placements. */
  function narrowest(position) {
    const game = new Game(opened, { steps: [position], index: 0 });
    const fitting = opened.cells.map(() => []);
    opened.pieces.forEach(({ ways }, piece) => game.left(piece) > 0 && ways.forEach(({ at }, way) => at.forEach((cells, i) => {
      if (game.isFree([piece, way, i])) for (const cell of cells) fitting[cell].push([piece, way, i]);
    })));
    const cells = fitting.map((_, cell) => cell).filter((cell) => !game.owner[cell] && !opened.optional.includes(cell));
    const cell = cells.reduce((one, other) => (fitting[other].length < fitting[one].length ? other : one), cells[0]);
    return { cell, fitting: fitting[cell] ?? [] };
  }

  /** Return a cell's only placement, else one in all solutions, else all of the cell that has the fewest, the most frequent first. */
  function hint({ position }, left, laid) {
    const having = tally(left);
    for (const n of laid) having[n] = 0;
    const best = having.indexOf(Math.max(...having));
    if (!having[best]) return { hint: null };
    const { cell, fitting } = narrowest(position);
    const number = (place) => having[code.get(String(place))] ?? 0;
    const covering = fitting.filter(number).sort((one, other) => number(other) - number(one));
    const isOnly = fitting.length === 1;
    const isSearched = !isOnly && (having[best] === left.length || !covering.length);
    const found = isSearched ? { cell: Math.min(...cellsOf(places[best])), ways: [places[best]] } : { cell, ways: covering };
    const forced = number(found.ways[0]) === left.length;
    const kind = isOnly ? "cell" : forced ? "search" : "often";
    return { hint: { ...found, fits: isSearched ? 0 : fitting.length, forced, kind, cells: [], excluded: [], left: isOnly ? 1 : null } };
  }

  function why({ position }) {
    const { cell, fitting } = narrowest(position);
    return fitting.length || cell === undefined ? undefined : { kind: "cell", cells: [cell], text: `no piece can cover ${opened.words[cell]}` };
  }

  function heat({ piece }, left) {
    const covered = opened.cells.map(() => 0);
    tally(left).forEach((number, n) => { if (places[n][0] === piece) for (const cell of cellsOf(places[n])) covered[cell] += number; });
    return { share: covered.map((number) => number / Math.max(1, left.length)) };
  }

  /** Return the smallest sets of pieces to remove so that solutions are left, and how many each set leaves. */
  function back({ position }, left, laid) {
    if (left.length) return { reason: [], choices: [] };
    const lacking = solutions.map((solution) => position.filter((_, i) => !solution.includes(laid[i])));
    const possible = lacking.filter((some) => !some.some((place) => given.includes(code.get(String(place)))));
    const least = Math.min(...possible.map((some) => some.length));
    const found = new Map();
    for (const some of possible) {
      if (some.length === least) found.set(String(some), { places: some, left: (found.get(String(some))?.left ?? 0) + 1 });
    }
    const best = [...found.values()].sort((one, other) => other.left - one.left);
    return { reason: [], choices: best.map((choice) => ({ ...choice, left: String(choice.left), exact: true })) };
  }

  const answers = {
    left: (_, { length }) => ({ left: String(length), exact: true }),
    count: (_, { length }) => ({ count: String(length) }),
    solve: (_, left) => ({ places: left.length ? left[Math.floor(Math.random() * left.length)].map((n) => places[n]) : null }),
    number: (_, left) => ({ number: distinct && (solutions.indexOf(left[0]) % distinct) + 1, of: distinct }),
    hint,
    why,
    heat,
    back,
  };

  return function answer({ ask: what, position = [], ...more }) {
    const laid = position.map((place) => code.get(String(place)) ?? -1); // a placement that is in no solution has no code
    const left = solutions.filter((solution) => laid.every((n) => solution.includes(n)));
    return Object.hasOwn(answers, what) ? answers[what]({ position, ...more }, left, laid) : undefined;
  };
}
