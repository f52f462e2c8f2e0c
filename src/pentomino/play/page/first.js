// On a site, most questions about the first board are answered from the list of its solutions (31 kB). All others load Python.
import { listed } from "./listed.js";

/** @param {Promise<Opened>} opened @param {Python} python @returns {Pick<Engine, "ask" | "ready" | "kind" | "loaded" | "retry">} */
export function ofSite(opened, python) {
  const list = opened.then(async (first) => {
    const response = await fetch("6x10.txt");
    if (!response.ok) throw Error("no list");
    return listed(first, ...unpacked(await response.text(), first));
  });

  /** @type {Ask} */
  async function ask(question, listening) {
    const isFirst = question.board === "6x10" && question.pieces === undefined;
    const answer = isFirst ? await list.catch(() => null) : null;
    return answer?.(question) ?? python.ask(question, listening);
  }

  const ready = list.catch(python.load);
  /** @type {Pick<Engine, "ask" | "ready" | "kind" | "loaded" | "retry">} */
  const engine = { ask, ready, loaded: python.loaded, kind: "worker" };
  ready.catch(() => { engine.kind = "none"; });
  python.loaded.then(() => { engine.kind = "worker"; });
  engine.retry = () => { engine.ready = python.load(); };
  return engine;
}

/**
 * Return all placements on a rectangle, the solutions as lists of indices into them, and how many are distinct. The text has 12
 * characters for each distinct solution; each character stands for the piece and the orientation that cover the first empty cell
 * (see `ci/play.d/first.py`).
 * @param {string} text @param {Opened} opened @returns {[Place[], number[][], number]}
 */
export function unpacked(text, opened) {
  const { cells, pieces } = opened;
  const places = pieces.flatMap(({ ways }, piece) => ways.flatMap(({ at }, way) => at.map((_, i) => (
    /** @type {Place} */ ([piece, way, i])))));
  const cellsOf = ([piece, way, at]) => pieces[piece].ways[way].at[at];
  const indexed = (texts) => new Map(texts.map((one, n) => [one, n]));
  const numbers = pieces.flatMap(({ ways }, piece) => ways.map((_, way) => [piece, way].join()));
  const byFirst = indexed(places.map((place) => [Math.min(...cellsOf(place)), place[0], place[1]].join()));

  const solutions = text.match(/.{12}/g).map((ways) => {
    const isCovered = cells.map(() => false);
    return [...ways].map((mark) => {
      const found = byFirst.get([isCovered.indexOf(false), numbers[mark.charCodeAt(0) - 48]].join());
      for (const cell of cellsOf(places[found])) isCovered[cell] = true;
      return found;
    });
  });

  const byCells = (piece, area) => [piece, ...area.sort((one, other) => one - other)].join();
  const all = indexed(places.map((place) => byCells(place[0], [...cellsOf(place)])));
  const cell = indexed(cells.map(String));
  const [rows, columns] = [0, 1].map((axis) => {
    const image = cells.map((at) => cell.get(String(at.map((x, i) => (i === axis ? cells.at(-1)[i] - x : x)))));
    return places.map((place) => all.get(byCells(place[0], cellsOf(place).map((n) => image[n]))));
  });
  const mirrored = (some, images) => some.map((solution) => solution.map((n) => images[n]));
  const half = [...solutions, ...mirrored(solutions, rows)];
  return [places, [...half, ...mirrored(half, columns)], solutions.length];
}
