// A board to lay pieces on, by finger, mouse or keys. It knows no lattice: cells are polygons, a piece is a list of the
// ways in which it may lie, a way a list of places, and each move of a hand leads from one way to another.
//
// A place is [piece, way, at]; its cells are pieces[piece].ways[way].at[at].

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 40; // of a square as large as a cell, in units of the picture: walls and letters suit all lattices
const MARGIN = 4; // around a picture, for half of a wall
const SLOP = 5; // pixels that a finger may move while it taps
const DOUBLE = 350; // milliseconds between two taps that are one double tap
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOVES = { turn: ["r", "Turn"], flip: ["m", "Flip"], tip: ["t", "Tip"] };
// By Okabe and Ito, without black, on which no letter would be seen. Letters tell apart what has the same colour.
const SAFE = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#bbbbbb", "#3d9bd1"];

function make(parent, name, attributes = {}, text = "") {
  const isDrawn = name === "svg" || parent.namespaceURI === SVG;
  const element = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

// ---- Shapes

const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const middle = (points) => [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const least = (items, cost) => items.reduce((best, item) => (cost(item) < cost(best) ? item : best), items[0]);

/** Return polygons, each as a list of points, from corners [x, y, x, y, ...]. */
function polygons(corners, [x, y]) {
  return corners.map((flat) => flat.flatMap((n, i) => (i % 2 ? [] : [[n * x, flat[i + 1] * y]])));
}

function area(points) {
  return Math.abs(points.reduce((sum, [x, y], i) => sum + x * points.at(i - 1)[1] - y * points.at(i - 1)[0], 0)) / 2;
}

/** Return paths of some polygons: all that they cover, and their edges but for those that two share or `isOpen` says. */
function paths(shapes, isOpen = () => false) {
  const walls = new Map();
  const corner = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const fill = shapes.map((points, n) => {
    const named = points.map(corner);
    named.forEach((from, side) => {
      const to = named[(side + 1) % named.length], key = [from, to].sort().join();
      if (!walls.delete(key) && !isOpen(n, side)) walls.set(key, `M${from}L${to}`);
    });
    return `M${named.join("L")}Z`;
  });
  return [fill.join(""), [...walls.values()].join("")];
}

/** Return the box around polygons as [x, y, width, height]. */
function box(shapes) {
  const xs = shapes.flat().map(([x]) => x), ys = shapes.flat().map(([, y]) => y);
  const x = Math.min(...xs), y = Math.min(...ys);
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

// ---- The game: which pieces lie where, and the way back

class Game {
  #steps = [[]];
  #step = 0;

  constructor({ pieces, given, cells }, position) {
    Object.assign(this, { pieces, given, size: cells.length });
    this.#steps = [this.checked(position)];
    this.#own();
  }

  get laid() { return this.#steps[this.#step]; }
  get position() { return [...this.given, ...this.laid]; }
  get canUndo() { return this.#step > 0; }
  get canRedo() { return this.#step + 1 < this.#steps.length; }
  get isDone() { return this.owner.every(Boolean); }

  cells([piece, way, at]) { return this.pieces[piece].ways[way].at[at]; }

  /** Return how many copies of a piece may still be laid. */
  left(piece) { return (this.pieces[piece].most ?? Infinity) - this.position.filter(([p]) => p === piece).length; }

  /** Return whether a place is free, but for what `lifted` covers. */
  fits(place, lifted) { return this.cells(place).every((c) => !this.owner[c] || this.owner[c] === lifted); }

  /** Return what can be laid of a position, which may come from a link: all that is no place, or overlaps, is left out. */
  checked(position) {
    const covered = new Set(this.given.flatMap((place) => this.cells(place))), found = [];
    const copies = this.pieces.map(({ most }, p) => (most ?? Infinity) - this.given.filter(([q]) => q === p).length);
    for (const place of Array.isArray(position) ? position : []) {
      if (!Array.isArray(place) || !place.every(Number.isInteger)) continue;
      const [piece, way, at] = place, cells = this.pieces[piece]?.ways[way]?.at[at];
      if (!cells || cells.some((c) => covered.has(c)) || copies[piece]-- < 1) continue;
      cells.forEach((c) => covered.add(c));
      found.push([piece, way, at]);
    }
    return found;
  }

  go(laid) {
    this.#steps.splice(++this.#step, Infinity, laid);
    this.#own();
  }

  move(by) {
    if (!this.#steps[this.#step + by]) return false;
    this.#step += by;
    this.#own();
    return true;
  }

  #own() {
    this.owner = Array(this.size).fill(null);
    for (const place of this.position) for (const c of this.cells(place)) this.owner[c] = place;
  }
}

// ---- The board on a page

export function mount(root, opened, { position = [], onchange = () => {}, palette = "colour" } = {}) {
  const plain = polygons(opened.corners, opened.step);
  const scale = SIDE / Math.sqrt(mean(plain.map(area))), step = opened.step.map((n) => n * scale);
  const outlines = polygons(opened.corners, step), centres = outlines.map(middle);
  const pieces = opened.pieces.map((piece) => ({ ...piece, ways: piece.ways.map(measured) }));
  const game = new Game({ ...opened, pieces }, position);
  const beyond = new Map(opened.seams.map(([cell, side, other]) => [`${cell} ${side}`, other]));
  // A piece snaps to a place from as far as halfway to the next one, that is, to the next cell of the same form.
  const form = (c) => outlines[c].map((point) => [0, 1].map((i) => (point[i] - outlines[c][0][i]).toFixed(1))).join();
  const alike = centres.filter((_, c) => c && form(c) === form(0));
  const reach = 0.75 * Math.min(SIDE * 3, ...alike.map((centre) => distance(centre, centres[0])));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const listening = new AbortController();

  const ways = pieces.map((piece) => Math.max(0, piece.ways.findIndex(({ at }) => at.length))); // as they lie in the tray
  let hand = null; // the chosen piece: { piece, place }, `place` if it is on the board
  let aim = null; // the cell where the chosen piece would be laid
  let cursor = 0; // the cell that has, or will have, the focus
  let drag = null; // the pointer that is down
  let tapped = null; // the last tap on the board
  let frame = 0; // the redraw that is asked for

  /** A way with its polygons about their own origin, and the number of the cell in its middle. */
  function measured(way) {
    const shapes = polygons(way.corners, step), points = shapes.map(middle), all = middle(points);
    const centre = least([...points.keys()], (k) => distance(points[k], all));
    return { ...way, shapes, points, centre, box: box(shapes) };
  }

  const wayOf = ({ piece, place }) => (place ? place[1] : ways[piece]);
  const nameOf = (piece) => pieces[piece].name;
  const isGiven = (place) => game.given.includes(place);

  /** Return the way to which a move leads; ways that have no place on this board are passed over. */
  function moved(piece, way, move) {
    let to = way;
    do to = pieces[piece].ways[to][move] ?? way; while (to !== way && !pieces[piece].ways[to].at.length);
    return to;
  }

  /** Return the place of a way that costs least, or null. */
  function cheapest(piece, way, cost) {
    const { at } = pieces[piece].ways[way];
    let best = null, lowest = Infinity;
    for (let i = 0; i < at.length; i++) {
      const price = cost(at[i], [piece, way, i]);
      if (price < lowest) [lowest, best] = [price, [piece, way, i]];
    }
    return best;
  }

  /** Return the place on a cell that has the middle of the piece nearest to it; one that fits if there is one. */
  function placeOn(cell, piece, way, lifted) {
    const { centre } = pieces[piece].ways[way];
    return cheapest(piece, way, (cells, place) =>
      cells.includes(cell) ? distance(centres[cells[centre]], centres[cell]) + (game.fits(place, lifted) ? 0 : 1e6) : Infinity);
  }

  // ---- What is seen

  root.replaceChildren();
  root.classList.add("pentomino-board");
  const table = make(root, "div", { class: "table" });
  const [, , width, height] = [0, 0, ...opened.extent.map((n) => n * scale)];
  const svg = make(table, "svg", {
    class: "board", role: "grid", "aria-label": "Board",
    viewBox: [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" "),
  });
  const rows = new Map(), labels = new Map();
  for (const [x, y, text] of opened.labels) {
    const at = [x * step[0], y * step[1]], cell = least([...centres.keys()], (c) => distance(centres[c], at));
    if (distance(centres[cell], at) < SIDE / 4) labels.set(cell, text);
  }
  const cells = outlines.map((points, c) => {
    const row = opened.cells[c].slice(0, -1).join();
    if (!rows.has(row)) rows.set(row, make(svg, "g", { role: "row" }));
    const kind = opened.optional.includes(c) ? "cell optional" : "cell";
    const at = { points: points.join(" "), class: kind, role: "gridcell", tabindex: c ? -1 : 0, "data-cell": c };
    return make(rows.get(row), "polygon", at);
  });
  const layer = (name) => make(svg, "g", { class: name, "aria-hidden": true });
  const tints = layer("tints"), texts = layer("texts"), laid = layer("laid"), marks = layer("marks"), over = layer("over");
  for (const [x, y, text] of opened.labels) make(texts, "text", { x: x * step[0], y: y * step[1] }, text);
  const ghost = make(over, "g"), ring = make(over, "path", { class: "ring" });

  const side = make(table, "div", { class: "side" });
  const bar = make(side, "div", { class: "bar", role: "group", "aria-label": "Chosen piece" });
  const chosen = make(bar, "span", { class: "chosen" });
  const buttons = Object.entries({ ...MOVES, back: ["Delete", "Take back"] })
    .filter(([move]) => move === "back" || pieces.some((piece) => piece.ways.some((way) => move in way)))
    .map(([move, [key, text]]) => {
      const button = make(bar, "button", { type: "button", "data-move": move, "aria-keyshortcuts": key.toUpperCase() }, text);
      return [move, button];
    });
  const tray = make(side, "div", { class: "tray", role: "toolbar", "aria-label": "Pieces" });
  const slots = pieces.map((_, p) => make(tray, "button", { type: "button", class: "slot", "data-piece": p, tabindex: p ? -1 : 0 }));
  const lifted = make(root, "svg", { class: "lifted", "aria-hidden": true });
  const said = make(root, "p", { class: "said", role: "status", "aria-live": "polite" });
  const drawn = new Map(), seen = []; // groups by their places; what each slot shows
  const say = (text) => { said.textContent = text; };

  /** Draw a piece into an element: what it covers, its walls, a letter on each of its parts. */
  function drawPiece(group, piece, [fill, walls], spots = []) {
    group.replaceChildren();
    group.style.setProperty("--c", `var(--c${piece})`);
    make(group, "path", { class: "fill", d: fill });
    make(group, "path", { class: "walls", d: walls });
    const text = pieces[piece].letter || pieces[piece].name;
    for (const [x, y] of text.length < 4 ? spots : []) make(group, "text", { x, y }, text);
  }

  function pathsOf(cells) {
    return paths(cells.map((c) => outlines[c]), (n, side) => cells.includes(beyond.get(`${cells[n]} ${side}`)));
  }

  /** Return a point for a letter in each part of a place, as layers and wrapped boards cut it apart. */
  function spotsOf(cells) {
    const rest = new Set(cells), spots = [];
    const touch = (a, b) => opened.near[a].includes(b) && distance(centres[a], centres[b]) < 1.8 * SIDE;
    while (rest.size) {
      const part = [];
      const reached = [rest.values().next().value];
      for (const c of reached) if (rest.delete(c)) { part.push(c); reached.push(...[...rest].filter((d) => touch(c, d))); }
      const all = middle(part.map((c) => centres[c]));
      spots.push(centres[least(part, (c) => distance(centres[c], all))]);
    }
    return spots;
  }

  function drawPlace(group, place) {
    const cells = game.cells(place);
    drawPiece(group, place[0], pathsOf(cells), spotsOf(cells));
  }

  function drawLaid() {
    const shown = new Map(game.position.map((place) => [place.join(), place]));
    for (const [key, group] of drawn) if (!shown.has(key)) { group.remove(); drawn.delete(key); }
    for (const [key, place] of shown) {
      if (!drawn.has(key)) { drawn.set(key, make(laid, "g")); drawPlace(drawn.get(key), place); }
      const state = isGiven(place) ? "given" : drag?.started && drag.place === place ? "away" : hand?.place === place ? "held" : "";
      drawn.get(key).setAttribute("class", `piece ${state}`);
    }
    cells.forEach((cell, c) => {
      const place = game.owner[c];
      const text = [opened.words[c], labels.get(c), place ? nameOf(place[0]) : "empty", place && isGiven(place) && "given"];
      const label = text.filter(Boolean).join(", ");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.classList.toggle("taken", Boolean(place && !isGiven(place)));
    });
  }

  /** Draw a piece in the tray, if something of it has changed: all of them at once would cost a phone its frame. */
  function drawSlot(p) {
    const left = game.left(p) - (drag?.started && drag.piece === p && !drag.place ? 1 : 0);
    const isChosen = hand?.piece === p && !hand.place, now = [ways[p], left, isChosen].join();
    if (seen[p] === now) return;
    const slot = slots[p], { shapes, box: [x, y, w, h] } = pieces[p].ways[ways[p]];
    if (!seen[p] || seen[p].split(",")[0] !== String(ways[p])) {
      const size = Math.max(...pieces.flatMap((piece) => piece.ways.flatMap((way) => way.box.slice(2)))) + 2 * MARGIN;
      slot.replaceChildren();
      const view = [x + w / 2 - size / 2, y + h / 2 - size / 2, size, size].join(" ");
      drawPiece(make(slot, "svg", { viewBox: view, "aria-hidden": true }), p, paths(shapes));
      make(slot, "span", { class: "key", "aria-hidden": true }, pieces[p].letter);
      make(slot, "span", { class: "left", "aria-hidden": true });
    }
    slot.lastChild.textContent = left > 1 && left < Infinity ? `×${left}` : "";
    slot.classList.toggle("gone", left < 1);
    slot.setAttribute("aria-pressed", isChosen);
    const many = left < 1 ? "on the board" : left < Infinity ? `${left} left` : "any number";
    slot.setAttribute("aria-label", `${nameOf(p)}, ${many}`);
    seen[p] = now;
  }

  function drawHand() {
    const ways = hand ? pieces[hand.piece].ways[wayOf(hand)] : {};
    chosen.textContent = hand ? nameOf(hand.piece) : "";
    for (const [move, button] of buttons) button.disabled = !hand || (move === "back" ? !hand.place : !(move in ways));
    const place = drag?.started ? drag.target : target();
    ghost.setAttribute("class", `piece ghost ${place && !game.fits(place, (drag ?? hand).place) ? "bad" : ""}`);
    if (place) drawPlace(ghost, place); else ghost.replaceChildren();
  }

  function draw() {
    frame = 0;
    drawLaid();
    slots.forEach((_, p) => drawSlot(p));
    drawHand();
    ring.setAttribute("d", paths([outlines[cursor]])[0]);
    table.classList.toggle("done", game.isDone);
  }

  /** Ask for a redraw: one a frame, whatever happens in between. */
  function redraw() { frame ||= requestAnimationFrame(draw); }

  // ---- Moves

  /** Return where the chosen piece would be laid. */
  function target() {
    if (!hand || aim === null || game.owner[aim]) return null;
    return placeOn(aim, hand.piece, wayOf(hand), hand.place);
  }

  function changed(text) {
    say(game.isDone ? `${text}. The board is full.` : text);
    mark(null);
    redraw();
    onchange(game.position);
  }

  /** Lay a piece, in place of `from` if it was on the board. */
  function lay(place, from) {
    if (from && String(from) === String(place)) return redraw();
    ways[place[0]] = place[1];
    game.go([...game.laid.filter((other) => other !== from), place]);
    return changed(`${nameOf(place[0])} laid on ${opened.words[game.cells(place)[pieces[place[0]].ways[place[1]].centre]]}`);
  }

  function takeBack(place) {
    if (!place || isGiven(place)) return;
    ways[place[0]] = place[1];
    hand = null;
    game.go(game.laid.filter((other) => other !== place));
    changed(`${nameOf(place[0])} taken back`);
  }

  function choose(next) {
    hand = next;
    redraw();
    if (next) say(`${nameOf(next.piece)} chosen`);
  }

  function refuse(place, text) {
    say(text);
    const what = place ? drawn.get(place.join()) : svg;
    if (!calm.matches) what?.animate({ translate: ["-4px", "4px", "-2px", "0"] }, 200);
  }

  /** Turn, flip or tip the chosen piece. On the board it takes the next way in which it fits. */
  function turn(move) {
    if (drag?.started) return turnLifted(move);
    if (!hand) return;
    const { piece, place } = hand, from = wayOf(hand);
    if (!place) {
      ways[piece] = moved(piece, from, move);
      say(`${nameOf(piece)}, ${move}`);
      return redraw();
    }
    const spot = centres[game.cells(place)[pieces[piece].ways[from].centre]];
    for (let way = moved(piece, from, move); way !== from; way = moved(piece, way, move)) {
      const { centre } = pieces[piece].ways[way];
      const cost = (cells) => distance(centres[cells[centre]], spot);
      const next = cheapest(piece, way, (cells, at) => (cost(cells) < 2.2 * SIDE && game.fits(at, place) ? cost(cells) : Infinity));
      if (next) {
        hand = { piece, place: next };
        return lay(next, place);
      }
    }
    return refuse(place, `${nameOf(piece)} fits in no other way there`);
  }

  /** Do what a tap on a cell, or Enter on it, means: lay the chosen piece, or choose the one there and then turn it. */
  function act(cell) {
    const place = game.owner[cell];
    if (place && isGiven(place)) return refuse(place, `${nameOf(place[0])} is given`);
    if (place) return hand?.place === place ? turn("turn") : choose({ piece: place[0], place });
    if (!hand) return say(cells[cell].getAttribute("aria-label"));
    aim = cell;
    const to = target(), { piece, place: from } = hand;
    if (!to || !game.fits(to, from)) return refuse(null, `${nameOf(piece)} does not fit there`);
    lay(to, from);
    // Copies of a piece are laid one after the other.
    hand = !from && game.left(piece) > 0 ? hand : null;
    return redraw();
  }

  function take(piece) {
    const own = game.laid.findLast(([p]) => p === piece);
    if (game.left(piece) < 1 && !own) return refuse(null, `${nameOf(piece)} is given`);
    choose({ piece, place: game.left(piece) > 0 ? null : own });
    if (hand.place) cursor = game.cells(own)[pieces[piece].ways[own[1]].centre];
    return look(cursor);
  }

  /** Move the cursor to a cell. */
  function look(cell) {
    cells[cursor].tabIndex = -1;
    cursor = aim = cell;
    cells[cell].tabIndex = 0;
    cells[cell].focus({ preventScroll: true });
    const to = target();
    if (hand && !game.owner[cell]) say(`${nameOf(hand.piece)} ${to && game.fits(to, hand.place) ? "fits" : "does not fit"}`);
    redraw();
  }

  /** Return the next cell in a direction; on the way back the same one. */
  function next(cell, [x, y]) {
    const cost = (other) => {
      const u = centres[other][0] - centres[cell][0], v = centres[other][1] - centres[cell][1];
      const along = u * x + v * y, across = x * v - y * u;
      // Of two that are equally far the cells above and below take the same side, so that up undoes down.
      return along < SIDE / 9 ? Infinity : along + 1.5 * Math.abs(across) + across / 99;
    };
    const best = least([...cells.keys()], cost);
    return cost(best) < Infinity ? best : cell;
  }

  // ---- Pointers

  const toBoard = ({ x, y }) => [(x - drag.matrix.e) / drag.matrix.a, (y - drag.matrix.f) / drag.matrix.a];

  function press(event) {
    if (drag) return turnLifted("turn"); // a second finger
    const slot = event.target.closest("[data-piece]"), at = event.target.closest("[data-cell]");
    if (event.button || !(slot || at)) return;
    const cell = at ? Number(at.dataset.cell) : null, place = at ? game.owner[cell] : null;
    const piece = place ? place[0] : slot ? Number(slot.dataset.piece) : null;
    const start = { x: event.clientX, y: event.clientY };
    drag = { id: event.pointerId, isTouch: event.pointerType === "touch", start, now: start, slot, cell, place, piece };
    drag.canMove = piece !== null && (place ? !isGiven(place) : game.left(piece) > 0);
  }

  /** Lift the piece under the pointer. */
  function lift() {
    drag.started = true;
    drag.way = drag.place ? drag.place[1] : ways[drag.piece];
    drag.matrix = svg.getScreenCTM();
    drag.origin = root.getBoundingClientRect();
    drag.held = drag.place ? game.cells(drag.place).indexOf(drag.cell) : pieces[drag.piece].ways[drag.way].centre;
    // A piece from the board is held where it was taken; a finger holds it from below, so as not to hide it.
    const [x, y] = drag.place ? toBoard(drag.start) : [0, 0], [u, v] = drag.place ? centres[drag.cell] : [0, 0];
    drag.offset = [u - x, v - y - (drag.isTouch ? 1.6 * SIDE : 0)];
    hand = aim = null;
    root.setPointerCapture(drag.id);
    root.classList.add("dragging");
    drawLifted();
    redraw();
  }

  function drawLifted() {
    const { shapes, box: [x, y, w, h] } = pieces[drag.piece].ways[drag.way], size = [w + 2 * MARGIN, h + 2 * MARGIN];
    lifted.setAttribute("viewBox", [x - MARGIN, y - MARGIN, ...size].join(" "));
    lifted.style.width = `${size[0] * drag.matrix.a}px`;
    lifted.style.height = `${size[1] * drag.matrix.a}px`;
    drawPiece(lifted, drag.piece, paths(shapes));
  }

  function turnLifted(move) {
    if (!drag.started) return;
    drag.way = moved(drag.piece, drag.way, move);
    drag.held = pieces[drag.piece].ways[drag.way].centre;
    drawLifted();
    drag.frame ||= requestAnimationFrame(follow);
  }

  /** Move the lifted piece under the pointer, and find where it would snap to. The board is left as it is. */
  function follow() {
    if (!drag?.started) return;
    drag.frame = 0;
    const { piece, way, held, matrix, origin, place } = drag, { points, box: [left, top] } = pieces[piece].ways[way];
    const [x, y] = toBoard(drag.now).map((n, i) => n + drag.offset[i]);
    const corner = [x - points[held][0] + left - MARGIN, y - points[held][1] + top - MARGIN];
    lifted.style.transform = `translate(${corner[0] * matrix.a + matrix.e - origin.left}px,${corner[1] * matrix.a + matrix.f - origin.top}px)`;
    const far = (cells) => distance(centres[cells[held]], [x, y]);
    const to = cheapest(piece, way, (cells, at) => (far(cells) < reach && game.fits(at, place) ? far(cells) : Infinity));
    drag.isOver = x > -SIDE && y > -SIDE && x < width + SIDE && y < height + SIDE;
    if (String(to) !== String(drag.target)) {
      drag.target = to;
      drawHand();
    }
  }

  function slide(event) {
    if (drag?.id !== event.pointerId) return;
    drag.now = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(drag.now.x - drag.start.x, drag.now.y - drag.start.y);
    if (!drag.started && drag.canMove && far > SLOP) lift();
    if (drag.started) drag.frame ||= requestAnimationFrame(follow);
  }

  function release(event) {
    if (drag?.id !== event.pointerId) return;
    if (drag.started) follow();
    const { started, target: to, place, piece, way, isOver } = drag;
    const done = drag;
    drag = null;
    root.classList.remove("dragging");
    if (!started) return event.type === "pointerup" && tap(done);
    redraw();
    if (event.type !== "pointerup") return;
    if (to) return lay(to, place);
    if (!place) ways[piece] = way;
    if (place && !isOver) return takeBack(place);
    return say(`${nameOf(piece)} does not fit there`);
  }

  function tap({ slot, cell, piece, now }) {
    if (slot) return hand?.piece === piece && !hand.place ? turn("turn") : take(piece);
    const again = tapped && performance.now() - tapped.time < DOUBLE && Math.hypot(now.x - tapped.x, now.y - tapped.y) < 4 * SLOP;
    if (again && hand?.place) {
      if (tapped.place !== hand.place) game.move(-1); // the first tap turned it
      return takeBack(tapped.place);
    }
    const place = game.owner[cell];
    tapped = place && { ...now, place, time: performance.now() };
    return act(cell);
  }

  /** Show where the chosen piece would be laid under a mouse. */
  function hover(event) {
    const at = event.target.closest("[data-cell]");
    if (drag || event.pointerType !== "mouse" || !hand) return;
    aim = at && Number(at.dataset.cell);
    redraw();
  }

  // ---- Keys and buttons

  function click(event) {
    const move = event.target.closest("[data-move]")?.dataset.move, slot = event.target.closest("[data-piece]");
    if (move === "back") return takeBack(hand?.place);
    if (move) return turn(move);
    // By keys, or by what reads the screen; pointers have been seen to.
    return slot && !event.detail && take(Number(slot.dataset.piece));
  }

  function strike(event) {
    const { key } = event, low = key.toLowerCase();
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (low !== "z" && low !== "y") return;
      event.preventDefault();
      return low === "y" || event.shiftKey ? redo() : undo();
    }
    const slot = event.target.closest("[data-piece]"), isCell = event.target.closest("[data-cell]");
    if (ARROWS[key] && (slot || isCell)) {
      event.preventDefault();
      return slot ? along(Number(slot.dataset.piece), ARROWS[key]) : look(next(cursor, ARROWS[key]));
    }
    if (isCell && (key === "Enter" || key === " ")) {
      event.preventDefault();
      return act(cursor);
    }
    if (key === "Delete" || key === "Backspace") return takeBack(hand?.place ?? (isCell && game.owner[cursor]));
    if (key === "Escape") return cancel();
    const move = Object.keys(MOVES).find((name) => MOVES[name][0] === low);
    const turning = drag?.started ? { piece: drag.piece, way: drag.way } : hand && { piece: hand.piece, way: wayOf(hand) };
    // R, M and T may be letters of pieces, too: they are, unless the chosen piece can be moved so.
    if (move && turning && move in pieces[turning.piece].ways[turning.way]) return turn(move);
    return key.length === 1 && !drag && call(key);
  }

  function cancel() {
    if (!drag) return choose(null);
    drag = null;
    root.classList.remove("dragging");
    return redraw();
  }

  /** Take the piece of a letter, or the next one whose name begins with it. */
  function call(key) {
    const all = [...pieces.keys()], from = hand ? hand.piece + 1 : 0;
    const round = [...all.slice(from), ...all.slice(0, from)];
    const found = round.find((p) => pieces[p].letter === key) ??
      round.find((p) => [pieces[p].letter, nameOf(p)[0]].some((text) => text.toLowerCase() === key.toLowerCase()));
    return found === undefined ? undefined : take(found);
  }

  /** Move the focus within the tray. */
  function along(piece, [x, y]) {
    const to = (piece + x + y + slots.length) % slots.length;
    slots.forEach((slot, p) => { slot.tabIndex = p === to ? 0 : -1; });
    slots[to].focus();
  }

  // ---- What others ask for

  function travel(by, text) {
    if (!game.move(by)) return;
    hand = null;
    changed(text);
  }
  const undo = () => travel(-1, "Undone");
  const redo = () => travel(1, "Done again");

  function set(places) {
    hand = null;
    game.go(game.checked(places));
    changed("Pieces laid");
  }

  function mark(what) {
    marks.replaceChildren();
    tints.replaceChildren();
    if (!what) return;
    const { cell, cells: some, place, excluded, back } = what;
    const all = (places) => places.map((at) => pathsOf(game.cells(at))[1]).join("");
    if (some) make(tints, "path", { class: "reason", d: pathsOf(some)[0] });
    if (excluded) make(marks, "path", { class: "excluded", d: all(excluded) });
    if (place) drawPlace(make(marks, "g", { class: "piece hint" }), place);
    if (back) make(marks, "path", { class: "back", d: all(back) });
    if (cell !== undefined && cell !== null) make(marks, "path", { class: "here", d: paths([outlines[cell]])[0] });
  }

  function heat(shares) {
    const most = shares ? Math.max(...shares) || 1 : 1;
    svg.classList.toggle("heat", Boolean(shares));
    cells.forEach((cell, c) => cell.style.setProperty("--share", `${shares ? Math.round((100 * shares[c]) / most) : 0}%`));
  }

  function dye(name) {
    root.dataset.palette = name;
    const colour = (piece, p) => ({ safe: SAFE[p % SAFE.length], print: "#fff" })[name] ?? piece.colour;
    pieces.forEach((piece, p) => root.style.setProperty(`--c${p}`, colour(piece, p)));
  }

  const on = (name, does, more = {}) => root.addEventListener(name, does, { signal: listening.signal, ...more });
  on("pointerdown", press);
  on("pointermove", slide);
  on("pointerup", release);
  on("pointercancel", release);
  on("pointerover", hover);
  on("click", click);
  on("keydown", strike);
  on("focusin", (event) => {
    const at = event.target.closest("[data-cell]");
    if (at && Number(at.dataset.cell) !== cursor) { cells[cursor].tabIndex = -1; cursor = Number(at.dataset.cell); at.tabIndex = 0; redraw(); }
  });
  on("wheel", (event) => { if (drag?.started) { event.preventDefault(); turnLifted("turn"); } }, { passive: false });
  on("contextmenu", (event) => {
    const at = event.target.closest("[data-cell],[data-piece]");
    if (at) event.preventDefault();
  });
  tray.style.setProperty("--columns", Math.min(6, Math.max(3, Math.ceil(pieces.length / 2))));
  dye(palette);
  draw();

  return {
    get position() { return game.position; },
    get canUndo() { return game.canUndo; },
    get canRedo() { return game.canRedo; },
    set, undo, redo, mark, heat, take,
    reset() { hand = null; game.go([]); changed("All pieces taken back"); },
    palette: dye,
    destroy() {
      listening.abort();
      cancelAnimationFrame(frame);
      root.replaceChildren();
      root.classList.remove("pentomino-board", "dragging");
    },
  };
}
