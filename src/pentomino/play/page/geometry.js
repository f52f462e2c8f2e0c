// The polygons of the cells of a board and of its pieces, and the paths that draw them. Only this file deals with lattices.

export const SIDE = 40; // of a square with the area of a cell, so that lines and letters suit all lattices
export const REACH = 1.2 * SIDE; // a piece snaps to a placement nearer than this
const APART = 0.75 * SIDE; // the distance between layers side by side
const NAME = 0.65 * SIDE; // the height of the name above a layer
const MAX_LABEL = 5; // letters
export const MARGIN = 6; // around the board, where its frame is
const FRAME = 5; // the width of the frame
const GAP = 0.6; // between the edge of a cell and that of a piece
const ROUND = 5; // the radius of the corners of a piece
const RIM = 2; // between the edge of a piece and its lit or shaded line

/** @param {number[]} numbers */
export const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
/** @param {Point[]} points @returns {Point} */
export const middle = (points) => [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
/** @param {Point} one @param {Point} other */
export const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/** Return the index of the item that costs least, or -1 if all cost Infinity. */
export function cheapest(items, cost) {
  let best = -1;
  let least = Infinity;
  items.forEach((item, i) => {
    const price = cost(item, i);
    if (price < least) [best, least] = [i, price];
  });
  return best;
}

/** Return polygons, each a list of points, from corners [x, y, x, y, ...] in units of a step. @returns {Point[][]} */
function polygons(corners, [x, y], [left, top] = [0, 0]) {
  return corners.map((flat) => flat.flatMap((n, i) => (i % 2 ? [] : [[(left + n) * x, (top + flat[i + 1]) * y]])));
}

/** Return the area of a polygon, which is negative if its corners are counterclockwise. */
function area(points) {
  const crossed = points.map(([x, y], i) => points.at(i - 1)[0] * y - points.at(i - 1)[1] * x);
  return (mean(crossed) * points.length) / 2;
}

/** Return two paths: the polygons, and their edges except open ones and those that two polygons share. @returns {[string, string]} */
export function paths(shapes, isOpen = (shape, side) => false) {
  const walls = new Map();
  const fill = shapes.map((points, n) => {
    const corners = points.map((point) => point.map((x) => x.toFixed(1)).join(" "));
    corners.forEach((from, side) => {
      const to = corners[(side + 1) % corners.length];
      const edge = [from, to].sort().join();
      if (!walls.delete(edge) && !isOpen(n, side)) walls.set(edge, `M${from}L${to}`);
    });
    return `M${corners.join("L")}Z`;
  });
  return [fill.join(""), [...walls.values()].join("")];
}

/** @param {Point} from @param {Point} way @returns {Point} */
const along = ([x, y], [u, v], far) => [x + far * u, y + far * v];
/** Return the direction from one point to another, as a vector of length 1. @returns {Point} */
const unit = ([x, y], [u, v]) => along([0, 0], [u - x, v - y], 1 / distance([x, y], [u, v]));
/** Return the clockwise angle from one direction to another. */
const turning = ([a, b], [c, d]) => Math.atan2(a * d - b * c, a * c + b * d);

/** Return the outlines of joined polygons, clockwise. Polygons that touch only at a corner stay apart. @returns {Point[][]} */
export function contours(shapes) {
  /** @type {Map<string, { start: string, end: string, to: Point, way: Point }>} edges by the names of their ends */
  const edges = new Map();
  for (const points of shapes) {
    const clockwise = area(points) < 0 ? points.toReversed() : points;
    const names = clockwise.map(([x, y]) => `${Math.round(10 * x)},${Math.round(10 * y)}`);
    clockwise.forEach((to, i) => {
      const [start, end] = [names.at(i - 1), names[i]];
      if (!edges.delete(`${end} ${start}`)) edges.set(`${start} ${end}`, { start, end, to, way: unit(clockwise.at(i - 1), to) });
    });
  }
  const starting = Map.groupBy(edges.values(), ({ start }) => start); // searching all edges for each next one would be slow
  const rest = new Set(edges.values());
  return [...rest].flatMap((first) => {
    const line = [];
    for (let edge = first; rest.delete(edge);) {
      const { end, to, way } = edge;
      const nexts = starting.get(end);
      edge = nexts[cheapest(nexts, (next) => -turning(way, next.way))];
      if (Math.abs(turning(way, edge.way)) > 0.01) line.push(to);
    }
    return line.length ? [line] : [];
  });
}

/** Return three paths at the distance `inset` within outlines, with round corners: whole lines, their lit parts, and their shaded parts. */
function rounded(lines, inset, radius) {
  const found = ["", "", ""];
  for (const line of lines) {
    const following = (i) => (i + 1) % line.length;
    const ways = line.map((point, i) => unit(point, line[following(i)]));
    const points = line.map((point, i) => {
      const [[a, b], [c, d]] = [ways.at(i - 1), ways[i]];
      return along(point, [-b - d, a + c], inset / (1 + a * c + b * d));
    });
    const corners = points.map((point, i) => {
      const cut = Math.min(radius, distance(point, points.at(i - 1)) / 2, distance(point, points[following(i)]) / 2);
      const [from, to] = [along(point, ways.at(i - 1), -cut), along(point, ways[i], cut)];
      return [from, point, to, middle([middle([from, to]), point])].map((one) => one.map((n) => Math.round(10 * n) / 10));
    });
    found[0] += `M${corners.map(([from, point, to]) => `${from}Q${point} ${to}`).join("L")}Z`;
    ways.forEach(([x, y], i) => { // light comes from the upper left, and gives way to shade in the middle of a corner
      const [, , to, half] = corners[i];
      const [from, , , end] = corners[following(i)];
      found[2 * x > y ? 1 : 2] += `M${half}L${to}L${from}L${end}`;
    });
  }
  return found;
}

/** Return the paths of a piece made of polygons: its fill, its walls, and its lit and its shaded edges. */
export function tile(shapes) {
  const lines = contours(shapes);
  const [edge] = rounded(lines, GAP, ROUND);
  return [edge, edge, ...rounded(lines, GAP + RIM, ROUND - RIM).slice(1)];
}

/** @returns {[Point, Point]} */
function bounds(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
}

/** Add the measures of an orientation. All cells of a solid have the same `faces`. @returns {MeasuredWay} */
function measured(way, step, faces) {
  const far = [...(way.spots ?? []).keys()].sort((one, other) => way.spots[one][2] - way.spots[other][2]);
  const shapes = way.spots ? [] : polygons(way.corners, step);
  const points = way.spots?.map(([x, y]) => [x * step[0], y * step[1]]) ?? shapes.map(middle);
  const ends = faces.length ? bounds(faces.flat()).flatMap((end) => points.map((point) => along(point, end, 1))) : shapes.flat();
  const [[left, top], [right, bottom]] = bounds(ends);
  const all = middle(points);
  const centre = cheapest(points, (point) => distance(point, all));
  return { ...way, far, shapes, points, size: [right - left, bottom - top], box: [(left + right) / 2, (top + bottom) / 2], centre };
}

/** Return the label of a piece: its name if that is short, else the shortest beginning of it that no other name has, else its letter. */
function labelOf({ name, letter }, pieces) {
  const isShared = (label) => pieces.some((other) => other.name !== name && other.name.startsWith(label));
  let label = name.slice(0, name.length < MAX_LABEL ? MAX_LABEL : 2);
  while (label !== name && (isShared(label) || /\W$/.test(label))) label = name.slice(0, label.length + 1);
  return label && label.length <= MAX_LABEL ? label : letter || name.slice(0, 3) || "?";
}

const SQUARE = 8; // how many coordinates the corners of a square have
const isLong = (one, other) => one > 1.25 * other;

/**
 * Return the board, turned clockwise by 90 degrees if it is wide and the window is tall, because its cells are then larger. Cells and
 * placements keep their numbers. Calendars, which are read in rows, solids, and lattices other than squares are not turned.
 * @param {Opened} opened @param {{ clientWidth: number, clientHeight: number }} page @returns {Opened}
 */
export function turnedFor(opened, page) {
  const { extent: [width, high], step: [x, y], corners, dates, labels, layers, pieces } = opened;
  const canTurn = !layers.length && !dates.length && corners.every(({ length }) => length === SQUARE);
  if (!canTurn || !isLong(width, high) || !isLong(page.clientHeight, page.clientWidth)) return opened;
  const bottom = high / y;
  const inWords = (text) => text.replace(/\brow (\d+), column (\d+)\b/g, (_, row, column) => `row ${column}, column ${bottom + 1 - row}`);
  const turn = (points, right = bottom) => points.map((n, i) => (i % 2 ? points[i - 1] : right - points[i + 1]));
  const turnWay = (way, _, ways) => ({
    ...way,
    ...("flip" in way && { flip: ways[ways[way.flip].turn]?.turn ?? way.flip }), // on the screen, Reflect still swaps left and right
    corners: way.corners.map((points) => turn(points, 0)),
  });
  return {
    ...opened,
    isTurned: true,
    step: [y, x],
    extent: [high, width],
    corners: corners.map((points) => turn(points)),
    labels: labels.map(([u, v, text]) => [bottom - v, u, text]),
    words: opened.words.map(inWords),
    inWords,
    pieces: pieces.map((piece) => ({ ...piece, ways: piece.ways.map(turnWay) })),
  };
}

export class Geometry {
  /** @param {Opened} opened */
  constructor(opened) {
    const bare = polygons(opened.corners, opened.step);
    const scale = SIDE / Math.sqrt(mean(bare.map((points) => Math.abs(area(points)))));
    /** @type {Point} */
    this.step = [opened.step[0] * scale, opened.step[1] * scale];
    this.layers = opened.layers.map((layer) => ({ ...layer, box: layer.box.map((n) => n * scale) }));
    this.flat = bare.map((points) => points.map((point) => along([0, 0], point, scale))); // the layers of a solid still overlap here
    this.middles = this.flat.map(middle);
    this.outlines = [...this.flat];
    this.centres = [...this.middles];
    /** The middle of the dot that shows a cell in the layer above it. @type {Point[]} */
    this.hollows = [];
    /** @type {[number, number, string][]} */
    this.names = [];
    this.width = opened.extent[0] * scale;
    this.height = opened.extent[1] * scale;
    /** @type {[number, number, string][]} */
    this.labels = opened.labels.map(([x, y, text]) => [x * scale, y * scale, text]);
    this.dates = polygons(opened.dates, this.step);
    this.faces = polygons(opened.faces.map(({ corners }) => corners), this.step);
    this.isOfCubes = opened.faces[0]?.shade === "lit";
    /** The measures of the picture of a solid, which is seen from a corner. */
    this.solid = opened.spots.length ? measured({ spots: opened.spots, corners: [], at: [] }, this.step, this.faces) : null;
    this.placeLayers(Math.ceil(Math.sqrt(this.layers.length + 1))); // nearly a square, for notebooks; the page calls this again
    this.pieces = opened.pieces.map((piece) => ({
      ...piece,
      label: labelOf(piece, opened.pieces),
      ways: piece.ways.map((way) => measured(way, this.step, this.faces)),
    }));
    this.longest = Math.max(...this.pieces.flatMap((piece) => piece.ways.flatMap(({ size }) => size)));
    this.seams = new Map(opened.seams.map(([cell, side, other]) => [`${cell} ${side}`, other]));
    this.isCut = this.seams.size > 0 || this.layers.length > 0; // a piece may be drawn in several parts
  }

  /** Return the size of a solid with `across` layers in a row, and where each layer begins. Its picture follows or replaces them. */
  arranged(across, isBeside = true) {
    const { layers, solid } = this;
    if (!layers.length) return { width: this.width, height: this.height, starts: [] };
    const scale = Math.min(1, Math.max(...layers.map(({ box }) => box[2])) / solid.size[0]); // of the picture beside the layers
    const sizes = [...layers.map(({ box }) => box.slice(2)), ...(isBeside ? [solid.size.map((n) => scale * n)] : [])];
    const rows = sizes.flatMap((_, n) => (n % across ? [] : [sizes.slice(n, n + across)]));
    const widths = rows.map((row) => row.reduce((sum, [width]) => sum + width + APART, -APART));
    const width = Math.max(...widths);
    let height = -NAME / 2;
    const starts = rows.flatMap((row, n) => {
      let left = (width - widths[n]) / 2 - APART;
      const top = height + 1.5 * NAME;
      height = top + Math.max(...row.map(([, high]) => high));
      return row.map((_, i) => [left += (i && row[i - 1][0]) + APART, top]);
    });
    return { width, height, starts, scale: isBeside ? scale : Math.min(width / solid.size[0], height / solid.size[1]) };
  }

  placeLayers(across, isBeside = true) {
    const { layers, solid } = this;
    if (!layers.length) return;
    const { width, height, starts, scale } = this.arranged(across, isBeside);
    Object.assign(this, { width, height, names: [], hollows: [] });
    const lean = this.isOfCubes ? 0 : this.step[0] / 2; // a ball rests on four others, half a step aside
    layers.forEach(({ name, cells, box: [x, y, wide] }, n) => {
      const [left, top] = starts[n];
      const below = layers[n + 1]?.cells ?? [];
      for (const cell of cells) this.outlines[cell] = this.flat[cell].map((point) => along(point, [left - x, top - y], 1));
      for (const cell of cells) this.centres[cell] = along(this.middles[cell], [left - x, top - y], 1);
      for (const cell of below) this.hollows[cell] = along(this.middles[cell], [left - x - lean, top - y - lean], 1);
      this.names.push([left + wide / 2, top - NAME / 2, name]);
    });
    const [x, y] = starts[layers.length] ?? [(width - scale * solid.size[0]) / 2, (height - scale * solid.size[1]) / 2];
    const [left, top] = solid.box.map((n, axis) => n - solid.size[axis] / 2);
    this.view = `translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})`; // the transform of the picture
  }

  /** @returns {string} the path of the frame, which is also seen in holes. A wrapped board has no edge, and so no frame. */
  get frame() {
    const radius = this.step[0] / 2 + FRAME; // around a ball
    const circle = ([x, y]) => `M${x - radius} ${y}${[1, -1].map((n) => `a${radius} ${radius} 0 1 0 ${2 * n * radius} 0`).join("")}Z`;
    if (this.layers.length && !this.isOfCubes) return this.centres.map(circle).join("");
    const lines = this.seams.size ? [] : contours([...this.outlines, ...this.dates]);
    return rounded(lines.filter((line) => area(line) > 0), -FRAME, FRAME + 3)[0];
  }

  /** @returns {string[]} the paths of a piece on the board, from `tile` or, if it continues at the opposite edge, from `pathsOf` */
  tileOf(cells) {
    const isWrapped = cells.some((cell) => this.outlines[cell].some((_, side) => cells.includes(this.seams.get(`${cell} ${side}`))));
    return isWrapped ? this.pathsOf(cells) : tile(cells.map((cell) => this.outlines[cell]));
  }

  /** @returns {[string, string]} the fill and the walls of cells, without walls at which a piece continues at the opposite edge */
  pathsOf(cells) {
    const shapes = cells.map((cell) => this.outlines[cell]);
    return paths(shapes, (n, side) => cells.includes(this.seams.get(`${cells[n]} ${side}`)));
  }

  /** Return the cell next to a cell in a direction, or the cell itself at the edge. */
  neighbour(cell, [x, y]) {
    const best = cheapest(this.centres, (centre) => {
      const [u, v] = [centre[0] - this.centres[cell][0], centre[1] - this.centres[cell][1]];
      const ahead = u * x + v * y;
      const aside = x * v - y * u;
      // Up chooses the left one of two equally good cells, and down the right one, so that each undoes the other.
      return ahead < SIDE / 9 ? Infinity : ahead + 1.5 * Math.abs(aside) + aside / 99;
    });
    return best < 0 ? cell : best;
  }
}
