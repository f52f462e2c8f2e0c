// A board to lay pieces on, by finger, mouse or keys. It knows no lattice: cells are polygons, a piece is a list of the
// ways in which it may lie, and a way a list of places. A place is [piece, way, at].
const SVG = "http://www.w3.org/2000/svg";
const SIDE = 40; // of a square as large as a cell, so that walls and letters suit all lattices
const REACH = 1.2 * SIDE; // from where a piece snaps to a place
const DOUBLE = 350; // milliseconds between the taps of a double tap
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOVES = { r: "turn", m: "flip", t: "tip" };
// By Okabe and Ito; black is left out and blue is lighter, as letters are black.
const SAFE = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#bbb", "#3d8fd1"];

function make(parent, name, attributes = {}, text = "") {
  const isDrawn = name === "svg" || parent.namespaceURI === SVG;
  const element = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.textContent = text;
  parent.append(element);
  return element;
}

const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const middle = (points) => [0, 1].map((axis) => mean(points.map((point) => point[axis])));
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const area = (points) => Math.abs(mean(points.map(([x, y], i) => x * points.at(i - 1)[1] - y * points.at(i - 1)[0]))) * points.length / 2;

/** Return the number of the item that costs least, -1 if all cost Infinity. */
function cheapest(items, cost) {
  let best = -1, least = Infinity;
  items.forEach((item, i) => {
    const price = cost(item, i);
    if (price < least) [best, least] = [i, price];
  });
  return best;
}

/** Return polygons, each a list of points, from corners [x, y, x, y, ...]. */
function polygons(corners, [x, y]) {
  return corners.map((flat) => flat.flatMap((n, i) => (i % 2 ? [] : [[n * x, flat[i + 1] * y]])));
}

/** Return two paths: polygons, and their edges but for those that two of them share or `isOpen`. */
function paths(shapes, isOpen = () => false) {
  const walls = new Map();
  const fill = shapes.map((points, n) => {
    const corners = points.map((point) => point.map((x) => x.toFixed(1)).join(" "));
    corners.forEach((from, side) => {
      const to = corners[(side + 1) % corners.length], edge = [from, to].sort().join();
      if (!walls.delete(edge) && !isOpen(n, side)) walls.set(edge, `M${from}L${to}`);
    });
    return `M${corners.join("L")}Z`;
  });
  return [fill.join(""), [...walls.values()].join("")];
}

/** The places of all pieces laid, and the steps that led there. */
class Game {
  constructor(opened, position) {
    const { pieces, given, optional, spare } = opened;
    Object.assign(this, { pieces, given, optional, spare, size: opened.cells.length });
    this.steps = [this.checked(position)];
    this.move((this.step = 0));
  }

  get laid() { return this.steps[this.step]; }
  get position() { return [...this.given, ...this.laid]; }

  cells([piece, way, at]) { return this.pieces[piece].ways[way].at[at]; }

  /** Return how many copies of a piece may still be laid. */
  left(piece, position = this.position) {
    return (this.pieces[piece].most ?? Infinity) - position.filter((place) => place[0] === piece).length;
  }

  /** Return what of a position can be laid. It may come from a link, and be anything. */
  checked(position) {
    const found = [...this.given], covered = new Set(found.flatMap((place) => this.cells(place)));
    for (const place of Array.isArray(position) ? position : []) {
      const [piece, way, at] = Array.isArray(place) && place.every(Number.isInteger) ? place : [];
      const cells = this.pieces[piece]?.ways[way]?.at[at];
      if (!cells || cells.some((cell) => covered.has(cell)) || this.left(piece, found) < 1) continue;
      cells.forEach((cell) => covered.add(cell));
      found.push([piece, way, at]);
    }
    return found.slice(this.given.length);
  }

  get isDone() {
    const isEnough = ({ least }, piece) => this.position.filter((place) => place[0] === piece).length >= least;
    let left = this.spare ?? Infinity;
    return this.owner.every((place, cell) => place || (left-- && this.optional.includes(cell))) && this.pieces.every(isEnough);
  }

  lay(laid) {
    this.steps.splice(this.step + 1, Infinity, laid);
    this.move(1);
  }

  move(by) {
    this.step += by;
    this.owner = Array(this.size).fill(null);
    for (const place of this.position) for (const cell of this.cells(place)) this.owner[cell] = place;
  }
}

export function mount(root, opened, { position = [], onchange = () => {}, palette = "colour" } = {}) {
  const scale = SIDE / Math.sqrt(mean(polygons(opened.corners, opened.step).map(area)));
  const step = opened.step.map((n) => n * scale), [width, height] = opened.extent.map((n) => n * scale);
  const outlines = polygons(opened.corners, step), centres = outlines.map(middle);
  const pieces = opened.pieces.map((piece) => ({ ...piece, ways: piece.ways.map(measured) }));
  const longest = Math.max(...pieces.flatMap((piece) => piece.ways.flatMap(({ size }) => size)));
  const seams = new Map(opened.seams.map(([cell, side, other]) => [`${cell} ${side}`, other]));
  const game = new Game(opened, position);
  const listening = new AbortController();

  const ways = pieces.map((piece) => Math.max(0, piece.ways.findIndex(({ at }) => at.length))); // in the tray
  let hand = null; // the chosen piece, and its place if it is on the board: { piece, from }
  let aim = null; // the cell where it would be laid
  let goal = null; // the place that it would have
  let cursor = 0; // the cell with the focus
  let drag = null; // the pointer that is down
  let tapped = {}; // the last tap on a piece on the board
  let frame = 0; // the redraw asked for

  /** Add to a way its polygons off the board, their size, and the number of the cell in the middle. */
  function measured(way) {
    const shapes = polygons(way.corners, step), points = shapes.map(middle), all = middle(points), flat = shapes.flat();
    const [low, high] = [Math.min, Math.max].map((end) => [0, 1].map((axis) => end(...flat.map((point) => point[axis]))));
    const size = [high[0] - low[0], high[1] - low[1]];
    return { ...way, shapes, points, size, box: middle([low, high]), centre: cheapest(points, (point) => distance(point, all)) };
  }

  const wayOf = (piece) => pieces[piece].ways[ways[piece]];
  const nameOf = ([piece]) => pieces[piece].name;
  const isGiven = (place) => opened.given.includes(place);

  const isFree = (place) => place && game.cells(place).every((cell) => !game.owner[cell] || game.owner[cell] === hand.from);

  /** Return the place with the cell `held` of the chosen piece nearest to a point, a free one if it can be. */
  function nearest(held, point, isNear) {
    const { piece } = hand, place = (at) => [piece, ways[piece], at];
    const best = cheapest(wayOf(piece).at, (cells, at) => {
      const far = distance(centres[cells[held]], point);
      return isNear(cells, far) ? far + (isFree(place(at)) ? 0 : 1e6) : Infinity;
    });
    return best < 0 ? null : place(best);
  }

  const within = (reach) => (cells, far) => far < reach;
  const placeOn = (cell) => nearest(wayOf(hand.piece).centre, centres[cell], (cells) => cells.includes(cell));

  root.replaceChildren();
  root.classList.add("pentomino-board");
  const table = make(root, "div", { class: "table" }), stage = make(table, "div", { class: "stage" });
  const viewBox = `-4 -4 ${width + 8} ${height + 8}`;
  const svg = make(stage, "svg", { class: "board", role: "grid", "aria-label": "Board", viewBox });
  const rows = new Map();
  const cells = outlines.map((points, c) => {
    const row = opened.cells[c].slice(0, -1).join();
    if (!rows.has(row)) rows.set(row, make(svg, "g", { role: "row" }));
    return make(rows.get(row), "polygon", { points, class: "cell", role: "gridcell", tabindex: c ? -1 : 0, "data-cell": c });
  });
  const layer = (name) => make(svg, "g", { class: name, "aria-hidden": true });
  const texts = layer("texts"), laid = layer("laid"), marks = layer("marks"), ghost = layer("ghost");
  const ring = make(layer("over"), "path");
  // Apart from the board, which need not be painted anew while a piece moves.
  const lifted = make(stage, "svg", { class: "lifted", "aria-hidden": true, viewBox });
  make(texts, "path", { d: pathsOf([...cells.keys()])[1] });
  const labels = [];
  for (const [u, v, text] of opened.labels) {
    const x = u * step[0], y = v * step[1], c = centres.findIndex((centre) => distance(centre, [x, y]) < SIDE / 4);
    if (c < 0) make(texts, "circle", { cx: x, cy: y, r: 18 }); // a date, which stays uncovered
    make(texts, "text", { x, y }, text);
    labels[c] = text;
  }
  const bar = make(table, "div", { class: "bar", role: "group", "aria-label": "Chosen piece" }), chosen = make(bar, "b");
  const moves = Object.values(MOVES).filter((move) => move in pieces[0].ways[0]);
  const buttons = [...moves, "take back"].map((move) => make(bar, "button", { type: "button", "data-move": move }, move));
  const tray = make(table, "div", { class: "tray", role: "group", "aria-label": "Pieces" });
  const slots = pieces.map((_, piece) => make(tray, "button", { type: "button", class: "slot", "data-piece": piece }));
  const said = make(root, "p", { class: "said", role: "status" });
  const drawn = new Map(); // the groups of pieces on the board

  const say = (text) => { said.textContent = text; };
  const redraw = () => { frame ||= requestAnimationFrame(draw); };

  /** Return the paths of cells. Walls at which a piece on a wrapped board goes on are left out. */
  function pathsOf(some) {
    return paths(some.map((cell) => outlines[cell]), (n, side) => some.includes(seams.get(`${some[n]} ${side}`)));
  }

  function drawPiece(parent, piece, [fill, walls], spots = []) {
    parent.replaceChildren();
    parent.style.setProperty("--c", `var(--c${piece})`);
    make(parent, "path", { class: "fill", d: fill });
    make(parent, "path", { class: "walls", d: walls });
    const { letter, name } = pieces[piece];
    for (const [x, y] of spots) make(parent, "text", { x, y }, letter || name.slice(0, 3));
  }

  function drawPlace(parent, place) {
    const on = game.cells(place), { centre } = pieces[place[0]].ways[place[1]];
    // A piece that layers or seams may cut apart has its letter on each cell.
    const spots = seams.size || opened.cells[0].length > 2 ? on : [on[centre]];
    drawPiece(parent, place[0], pathsOf(on), spots.map((cell) => centres[cell]));
  }

  function drawLaid() {
    const shown = new Map(game.position.map((place) => [String(place), place]));
    for (const [key, group] of drawn) if (!shown.has(key)) group.remove() ?? drawn.delete(key);
    for (const [key, place] of shown) {
      if (!drawn.has(key)) drawPlace(drawn.set(key, make(laid, "g")).get(key), place);
      drawn.get(key).setAttribute("class", `piece ${isGiven(place) ? "given" : hand?.from === place ? "held" : ""}`);
    }
    cells.forEach((cell, c) => {
      const place = game.owner[c], state = place ? nameOf(place) + (isGiven(place) ? ", given" : "") : "empty";
      cell.setAttribute("aria-label", [opened.words[c], labels[c], state].filter(Boolean).join(", "));
      cell.classList.toggle("taken", Boolean(place));
    });
  }

  /** Draw a piece in the tray if it has changed: to draw them all would cost a phone its frame. */
  function drawSlot(slot, piece) {
    const { letter, name } = pieces[piece], { shapes, box } = wayOf(piece), left = game.left(piece);
    const isChosen = hand?.piece === piece && !hand.from, seen = [ways[piece], left, isChosen].join();
    if (slot.dataset.seen === seen) return;
    slot.dataset.seen = seen;
    slot.replaceChildren();
    const size = longest + 8, view = [...box.map((n) => n - size / 2), size, size].join(" ");
    drawPiece(make(slot, "svg", { viewBox: view }), piece, paths(shapes));
    make(slot, "i", {}, letter);
    make(slot, "b", {}, left > 1 && left < Infinity ? `×${left}` : "");
    slot.classList.toggle("gone", left < 1);
    slot.setAttribute("aria-pressed", isChosen);
    slot.setAttribute("aria-label", `${name}, ${left < Infinity ? left : "any number"} left`);
  }

  function drawHand() {
    chosen.textContent = hand ? nameOf([hand.piece]) : "";
    buttons.forEach((button, i) => { button.disabled = !(hand && (hand.from || moves[i])); });
    if (!drag?.matrix) goal = hand && aim !== null && !game.owner[aim] ? placeOn(aim) : null;
    drawGhost();
  }

  function drawGhost() {
    ghost.replaceChildren();
    if (goal) drawPlace(ghost, goal);
    ghost.classList.toggle("bad", Boolean(goal && !isFree(goal)));
  }

  function draw() {
    frame = 0;
    drawLaid();
    slots.forEach(drawSlot);
    drawHand();
    ring.setAttribute("d", pathsOf([cursor])[0]);
    root.classList.toggle("done", game.isDone);
  }

  function changed(text) {
    say(text + (game.isDone ? ". The board is full." : ""));
    mark(null);
    redraw();
    onchange(game.position);
  }

  function refuse(text) {
    say(text);
    if (!matchMedia("(prefers-reduced-motion)").matches) laid.animate({ translate: ["-3px", "3px", "0"] }, 150);
  }

  function choose(piece, from = null) {
    hand = { piece, from };
    if (from) ways[piece] = from[1];
    say(`${nameOf([piece])} chosen`);
    redraw();
  }

  function release() {
    hand = aim = drag = null;
    root.classList.remove("dragging");
    redraw();
  }

  function lay(place) {
    const { from, piece } = hand;
    // Copies of a piece are laid one after the other.
    if (from || drag || game.left(piece) < 2) release();
    if (String(place) === String(from)) return;
    game.lay([...game.laid.filter((other) => other !== from), place]);
    changed(`${nameOf(place)} laid on ${opened.words[game.cells(place)[wayOf(piece).centre]]}`);
  }

  function takeBack(place) {
    if (!place || isGiven(place)) return;
    release();
    game.lay(game.laid.filter((other) => other !== place));
    changed(`${nameOf(place)} taken back`);
  }

  /** Turn the chosen piece to its next way that has a place: on the board, one that fits about where it is. */
  function turn(move) {
    if (!hand) return;
    const { piece, from } = hand, first = ways[piece], isLaid = from && !drag;
    const spot = isLaid && centres[game.cells(from)[wayOf(piece).centre]];
    while ((ways[piece] = wayOf(piece)[move] ?? first) !== first) {
      const to = isLaid && nearest(wayOf(piece).centre, spot, within(2 * REACH));
      if (isFree(to)) {
        lay(to);
        return choose(piece, game.laid.at(-1));
      }
      if (!isLaid && wayOf(piece).at.length) break;
    }
    if (drag) return lift();
    if (isLaid) return refuse(`${nameOf(from)} fits in no other way there`);
    say(`${nameOf([piece])}, ${move}`);
    return redraw();
  }

  /** Lay the chosen piece on a cell, or choose the piece there; if it is chosen, turn it. */
  function act(cell) {
    const place = game.owner[cell];
    if (place && isGiven(place)) return refuse(`${nameOf(place)} is given`);
    if (place) return hand?.from === place ? turn("turn") : choose(place[0], place);
    if (!hand) return say(cells[cell].getAttribute("aria-label"));
    const to = placeOn((aim = cell));
    return isFree(to) ? lay(to) : refuse(`${nameOf([hand.piece])} does not fit there`);
  }

  /** Choose a piece from the tray; if there it is no more, on the board. */
  function take(piece) {
    const from = game.left(piece) < 1 ? game.laid.findLast((place) => place[0] === piece) : null;
    if (from === undefined) return say(`${nameOf([piece])} is given`);
    choose(piece, from);
    return look(from ? game.cells(from)[wayOf(piece).centre] : cursor);
  }

  function look(cell) {
    aim = cell;
    cells[cell].focus({ preventScroll: true });
    drawHand();
    if (goal) say(`${nameOf(goal)} ${isFree(goal) ? "fits" : "does not fit"}`);
    redraw();
  }

  function next([x, y]) {
    const best = cheapest(centres, (centre) => {
      const u = centre[0] - centres[cursor][0], v = centre[1] - centres[cursor][1], along = u * x + v * y, across = x * v - y * u;
      // Of two as far, up and down take the same side: one undoes the other.
      return along < SIDE / 9 ? Infinity : along + 1.5 * Math.abs(across) + across / 99;
    });
    return best < 0 ? cursor : best;
  }

  const numberAt = (target, name) => { const found = target.closest(`[data-${name}]`); return found ? Number(found.dataset[name]) : null; };
  const toBoard = ([x, y]) => [(x - drag.matrix.e) / drag.matrix.a, (y - drag.matrix.f) / drag.matrix.a];

  function pointerdown(event) {
    if (drag?.matrix) return turn("turn"); // a second finger
    const slot = numberAt(event.target, "piece"), cell = numberAt(event.target, "cell"), place = game.owner[cell];
    if (event.button || (slot === null && cell === null)) return;
    const at = [event.clientX, event.clientY];
    drag = { id: event.pointerId, start: at, at, slot, cell };
    if (place ? !isGiven(place) : slot !== null && game.left(slot) > 0) drag.what = [place ? place[0] : slot, place];
  }

  function lift() {
    drag.held = hand.from && hand.from[1] === ways[hand.piece] ? game.cells(hand.from).indexOf(drag.cell) : wayOf(hand.piece).centre;
    drawPiece(lifted, hand.piece, paths(wayOf(hand.piece).shapes));
    drag.frame ||= requestAnimationFrame(follow);
  }

  function pointermove(event) {
    if (drag?.id !== event.pointerId || !drag.what) return;
    drag.at = [event.clientX, event.clientY];
    if (!drag.matrix && distance(drag.at, drag.start) > 5) {
      drag.matrix = svg.getScreenCTM();
      choose(...drag.what);
      root.setPointerCapture(drag.id);
      root.classList.add("dragging");
      // A piece from the board is held where it was taken. A finger holds it from below, so as not to hide it.
      drag.offset = hand.from ? toBoard(drag.start).map((n, axis) => centres[drag.cell][axis] - n) : [0, 0];
      if (event.pointerType === "touch") drag.offset[1] -= 1.6 * SIDE;
      lift();
    }
    if (drag.matrix) drag.frame ||= requestAnimationFrame(follow);
  }

  function follow() {
    if (!drag?.matrix) return;
    drag.frame = 0;
    const { matrix, held, offset } = drag, at = toBoard(drag.at).map((n, axis) => n + offset[axis]), [u, v] = wayOf(hand.piece).points[held];
    lifted.style.transform = `translate(${(at[0] - u) * matrix.a}px, ${(at[1] - v) * matrix.a}px)`;
    const near = nearest(held, at, within(REACH)), to = isFree(near) ? near : null;
    drag.isOver = at.every((n, axis) => n > -SIDE && n < [width, height][axis] + SIDE);
    if (String(to) === String(goal)) return;
    goal = to;
    drawGhost();
  }

  function pointerup(event) {
    if (drag?.id !== event.pointerId) return;
    follow();
    const { matrix, isOver, slot, cell } = drag;
    if (event.type === "pointercancel") return release();
    if (!matrix) {
      drag = null;
      return slot === null ? tap(cell, event) : hand?.piece === slot && !hand.from ? turn("turn") : take(slot);
    }
    if (goal) lay(goal);
    else if (hand.from && !isOver) takeBack(hand.from);
    else refuse(`${nameOf([hand.piece])} does not fit there`);
    return release();
  }

  function tap(cell, { timeStamp, clientX, clientY }) {
    const place = game.owner[cell], { from, time, at } = tapped, now = [clientX, clientY];
    const isAgain = from && hand?.from && timeStamp - time < DOUBLE && distance(at, now) < 20;
    tapped = { from: place, time: timeStamp, at: now };
    if (!isAgain) return act(cell);
    if (hand.from !== from) game.move(-1); // the first tap has turned it
    return takeBack(from);
  }

  function pointerover({ target }) {
    if (drag || !hand) return;
    aim = numberAt(target, "cell");
    redraw();
  }

  function click({ target, detail }) {
    const move = target.closest("[data-move]")?.dataset.move, slot = numberAt(target, "piece");
    if (move) return move in wayOf(hand.piece) ? turn(move) : takeBack(hand.from);
    return slot !== null && !detail && take(slot); // by keys; pointers have been seen to
  }

  function keydown(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event, low = key.toLowerCase();
    const isCell = numberAt(event.target, "cell") !== null;
    const does = (action) => { event.preventDefault(); action(); };
    if (altKey) return;
    if (ctrlKey || metaKey) {
      if (low === "y" || (low === "z" && shiftKey)) does(() => travel(1));
      else if (low === "z") does(() => travel(-1));
    } else if (isCell && ARROWS[key]) does(() => look(next(ARROWS[key])));
    else if (isCell && (key === "Enter" || key === " ")) does(() => act(cursor));
    else if (key === "Delete" || key === "Backspace") takeBack(hand?.from ?? (isCell && game.owner[cursor]));
    else if (key === "Escape") release();
    // R, M and T may be letters of pieces, too: they are, unless the chosen piece can be moved so.
    else if (hand && MOVES[low] in wayOf(hand.piece)) turn(MOVES[low]);
    else if (!drag && key.length === 1) call(low);
  }

  function call(letter) {
    const all = pieces.map((piece, n) => [(piece.letter || piece.name).toLowerCase(), n]).filter(([name]) => name.startsWith(letter));
    const found = all.find(([, piece]) => piece > hand?.piece) ?? all[0];
    if (found) take(found[1]);
  }

  function travel(by) {
    if (!game.steps[game.step + by]) return;
    release();
    game.move(by);
    changed(by < 0 ? "Undone" : "Done again");
  }

  function set(places, text = "Pieces laid") {
    release();
    game.lay(game.checked(places));
    changed(text);
  }

  function mark(what) {
    marks.replaceChildren();
    const { cell, cells: reason, place, excluded, back } = what ?? {};
    const walls = (name, places) => make(marks, "path", { class: name, d: places.map((at) => pathsOf(game.cells(at))[1]).join("") });
    if (reason) make(marks, "path", { class: "reason", d: pathsOf(reason)[0] });
    if (excluded) walls("excluded", excluded);
    if (place) drawPlace(make(marks, "g", { class: "piece hint" }), place);
    if (back) walls("back", back);
    if (cell >= 0) make(marks, "path", { class: "here", d: pathsOf([cell])[0] });
  }

  function heat(shares) {
    const most = Math.max(...(shares ?? []), 1e-9);
    cells.forEach((cell, c) => cell.style.setProperty("--share", `${shares ? (100 * shares[c]) / most : 0}%`));
  }

  function dye(name) {
    root.dataset.palette = name;
    pieces.forEach(({ colour }, n) => root.style.setProperty(`--c${n}`, { safe: SAFE[n % 8], print: "#fff" }[name] ?? colour));
  }

  function focusin({ target }) {
    const cell = numberAt(target, "cell");
    if (cell === null) return;
    cells[cursor].tabIndex = -1;
    cells[(cursor = cell)].tabIndex = 0;
    ring.classList.toggle("ring", target.matches(":focus-visible"));
    redraw();
  }

  const events = { pointerdown, pointermove, pointerup, pointercancel: pointerup, pointerover, click, keydown, focusin };
  for (const name in events) root.addEventListener(name, events[name], { signal: listening.signal });
  dye(palette);
  draw();

  return {
    get position() { return game.position; },
    get isDone() { return game.isDone; },
    get canUndo() { return game.step > 0; },
    get canRedo() { return game.step + 1 < game.steps.length; },
    undo: () => travel(-1),
    redo: () => travel(1),
    reset: () => set([], "All pieces taken back"),
    set, mark, heat, take,
    palette: dye,
    destroy() {
      listening.abort();
      cancelAnimationFrame(frame);
      root.replaceChildren();
      root.classList.remove("pentomino-board", "dragging", "done");
    },
  };
}
