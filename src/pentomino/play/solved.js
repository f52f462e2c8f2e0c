// Answers in a file of `pentomino play -o`, where nobody else can be asked: from the list of all solutions of its puzzle.
// It stands in for `engine.js`.

export function connect() {
  const { board, opened, places, solutions } = JSON.parse(document.getElementById("game").textContent);
  const code = new Map(places.map((place, i) => [place.join(), i]));
  const every = solutions.map((solution) => new Set(solution));

  const answers = {
    left: (_, { length }) => ({ left: String(length), exact: true }),
    count: (_, { length }) => ({ count: String(length) }),
    solve: (_, left) => ({ places: left.length ? [...left[Math.floor(Math.random() * left.length)]].map((i) => places[i]) : null }),
    why: () => ({ kind: "search", cells: [], text: "no solution has all of these pieces where they lie" }),
    hint,
    heat,
    back,
  };

  const cellsOf = (i) => opened.pieces[places[i][0]].ways[places[i][1]].at[places[i][2]];

  /** The place, not laid yet, that most solutions have. */
  function hint(laid, left) {
    const having = new Map();
    for (const solution of left) for (const i of solution) if (!laid.has(i)) having.set(i, (having.get(i) ?? 0) + 1);
    const [best, number] = [...having].reduce((one, other) => (other[1] > one[1] ? other : one), [null, 0]);
    if (best === null) return { hint: null };
    const forced = number === left.length;
    const cell = Math.min(...cellsOf(best));
    return { hint: { cell, cells: [], excluded: [], left: 1, place: places[best], forced, kind: forced ? "search" : "often", having: number, completions: left.length, exact: true } };
  }

  function heat(laid, left, { piece }) {
    const share = opened.cells.map(() => 0);
    for (const solution of left) for (const i of solution) if (places[i][0] === piece) for (const cell of cellsOf(i)) share[cell] += 1 / left.length;
    return { share };
  }

  /** The smallest sets of pieces that some solution lacks, and how many solutions have all others. */
  function back(laid) {
    const found = new Map();
    const given = new Set(opened.given.map((place) => code.get(place.join())));
    for (const solution of every) {
      const lacking = [...laid].filter((i) => !solution.has(i));
      if (!lacking.some((i) => given.has(i))) found.set(lacking.join(), [lacking, (found.get(lacking.join())?.[1] ?? 0) + 1]);
    }
    const least = Math.min(...[...found.values()].map(([lacking]) => lacking.length));
    const best = [...found.values()].filter(([lacking]) => lacking.length === least).sort((one, other) => other[1] - one[1]);
    return { reason: [], choices: best.map(([lacking, number]) => ({ places: lacking.map((i) => places[i]), left: String(number), exact: true })) };
  }

  async function ask({ ask: what, position = [], ...more }) {
    if (!(what in answers)) return { error: "this file has one puzzle only" };
    const codes = position.map((place) => code.get(place.join()) ?? -1);
    const laid = new Set(codes);
    return answers[what](laid, every.filter((solution) => codes.every((i) => solution.has(i))), more);
  }

  return { ask, ready: Promise.resolve(), kind: "file", board, opened: Promise.resolve(opened) };
}
