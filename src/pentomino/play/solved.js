// Answers in a file of `pentomino play -o`, where nobody else can be asked: from the list of all solutions of its puzzle.
// It stands in for `engine.js`. Within it a place is text, as "1,0,3".

export function connect() {
  const { board, opened, places, solutions } = JSON.parse(document.getElementById("game").textContent);
  const names = places.map(String);
  const every = solutions.map((codes) => new Set(codes.map((code) => names[code])));
  const asPlace = (name) => name.split(",").map(Number);

  function cellsOf(name) {
    const [piece, way, at] = asPlace(name);
    return opened.pieces[piece].ways[way].at[at];
  }

  /** Add up how often keys come. */
  function tally(keys) {
    const found = new Map();
    for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
    return found;
  }

  /** The place, not laid yet, that most solutions have. */
  function hint(laid, left) {
    const having = tally(left.flatMap((solution) => [...solution].filter((name) => !laid.has(name))));
    if (!having.size) return { hint: null };
    const [best, number] = [...having].reduce((one, other) => (other[1] > one[1] ? other : one));
    const forced = number === left.length;
    const found = { cell: Math.min(...cellsOf(best)), place: asPlace(best), forced, kind: forced ? "search" : "often" };
    return { hint: { ...found, cells: [], excluded: [], left: 1, having: number, completions: left.length, exact: true } };
  }

  function heat(laid, left, { piece }) {
    const own = left.flatMap((solution) => [...solution].filter((name) => asPlace(name)[0] === piece));
    const covered = tally(own.flatMap(cellsOf));
    return { share: opened.cells.map((_, cell) => (covered.get(cell) ?? 0) / Math.max(1, left.length)) };
  }

  /** The smallest sets of pieces that some solution lacks, and how many solutions have all others. */
  function back(laid) {
    const given = new Set(opened.given.map(String));
    const lacking = every.map((solution) => [...laid].filter((name) => !solution.has(name)));
    const possible = lacking.filter((some) => !some.some((name) => given.has(name)));
    const least = possible.reduce((size, some) => Math.min(size, some.length), Infinity);
    const found = tally(possible.filter((some) => some.length === least).map((some) => some.join(" ")));
    const best = [...found].sort((one, other) => other[1] - one[1]);
    return { reason: [], choices: best.map(([some, number]) => ({ places: some.split(" ").map(asPlace), left: String(number), exact: true })) };
  }

  const answers = {
    left: (_, { length }) => ({ left: String(length), exact: true }),
    count: (_, { length }) => ({ count: String(length) }),
    solve: (_, left) => ({ places: left.length ? [...left[Math.floor(Math.random() * left.length)]].map(asPlace) : null }),
    why: () => ({ kind: "search", cells: [], text: "no solution has all of these pieces where they lie" }),
    hint,
    heat,
    back,
  };

  async function ask({ ask: what, position = [], ...more }) {
    if (!Object.hasOwn(answers, what)) return { error: "this file has one puzzle only" };
    const laid = new Set(position.map(String));
    const left = every.filter((solution) => [...laid].every((name) => solution.has(name)));
    return answers[what](laid, left, more);
  }

  return { ask, ready: Promise.resolve(), kind: "file", board, opened: Promise.resolve(opened) };
}
