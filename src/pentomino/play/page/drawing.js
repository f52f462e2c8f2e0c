// Draws the board, also for screen readers: the cells, the pieces on them, the tray, and the buttons of the chosen piece.
import { distance, MARGIN, SIDE, tile } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const SETTLE = 120; // milliseconds in which a placed piece settles
const GLIDE = 200; // milliseconds in which a released piece returns
const RIPPLE = 280; // milliseconds that a wave takes along the diagonal of a full board
const PICTURE = "Picture";
export const MOVES = { r: "turn", m: "flip", t: "tip" };
const LABELS = { turn: "Rotate", flip: "Reflect", tip: "Tip", remove: "Remove" };

export const isCalm = () => matchMedia("(prefers-reduced-motion)").matches;

/** Append an element, of SVG in a parent of SVG. @returns {any} */
export function make(parent, name, attributes = {}, text = "") {
  const isDrawn = name === "svg" || parent.namespaceURI === SVG;
  const element = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.textContent = text;
  parent.append(element);
  return element;
}

export class Drawing {
  /** @param {import("./board.js").Board} board */
  constructor(board, bar) {
    this.board = board;
    const { root, opened } = board;
    root.replaceChildren();
    root.classList.add("pentomino", "pentomino-board");
    const table = make(root, "div", { class: "table" });
    const stage = make(table, "div", { class: "stage" });
    this.svg = make(stage, "svg", { class: "board", role: "grid", "aria-label": "Board" });
    this.rim = make(this.svg, "path", { class: "frame", "aria-hidden": true });
    this.cells = this.makeCells();
    const layer = (name) => make(this.svg, "g", { class: name, "aria-hidden": true });
    this.texts = layer("texts");
    this.print = layer("print");
    this.laid = layer("laid");
    this.solid = layer("solid");
    this.makeSolid();
    this.marks = layer("marks");
    this.ghost = layer("ghost");
    this.ring = make(layer("over"), "path");
    // In its own layer, a piece moves without a repaint of the board.
    this.lifted = make(stage, "div", { class: "lifted", "aria-hidden": true, popover: "manual" });
    this.liftedPiece = make(make(this.lifted, "svg"), "g");
    this.bar = make(bar ?? table, "div", { class: "bar", role: "group", "aria-label": "Chosen piece" });
    this.chosen = make(this.bar, "b");
    const moves = Object.values(MOVES).filter((move) => move in opened.pieces[0].ways[0]);
    this.buttons = [...moves, "remove"].map((move) => make(this.bar, "button", { type: "button", "data-move": move }, LABELS[move]));
    const tray = make(table, "div", { class: "tray", role: "group", "aria-label": "Pieces" });
    this.slots = opened.pieces.map((_, n) => make(tray, "button", { type: "button", class: "slot", "data-piece": n }));
    this.view = make(tray, "button", { type: "button", class: "view" }); // switches a solid between layers and picture
    this.view.onclick = () => this.see(this.view.textContent === PICTURE);
    this.see(false);
    this.status = make(root, "p", { class: "said", role: "status" });
    this.groups = new Map(); // the SVG group of each piece on the board, by its placement as text
    this.frame = 0; // the animation frame requested for the next redraw, or 0
    this.place();
  }

  /** Redraw everything, because the cells have moved. */
  place() {
    this.isNew = true;
    this.redraw();
  }

  drawBoard() {
    const { geometry } = this.board;
    const viewBox = [-MARGIN, -MARGIN, geometry.width + 2 * MARGIN, geometry.height + 2 * MARGIN].join(" ");
    for (const svg of [this.svg, this.liftedPiece.parentNode]) svg.setAttribute("viewBox", viewBox);
    this.cells.forEach((cell, c) => cell.setAttribute("points", geometry.outlines[c]));
    this.drawTexts();
    if (geometry.solid) this.solid.setAttribute("transform", geometry.view);
    geometry.hollows.forEach(([cx, cy], cell) => { for (const [name, n] of [["cx", cx], ["cy", cy]]) this.dots[cell].setAttribute(name, n); });
    this.laid.replaceChildren();
    this.groups.clear();
    this.mark(this.marked);
  }

  makeCells() {
    const { geometry, opened } = this.board;
    const rows = new Map();
    return geometry.outlines.map((_, cell) => {
      const place = opened.cells[cell];
      const row = opened.isTurned ? place.at(-1) : place.slice(0, -1).join();
      if (!rows.has(row)) rows.set(row, make(this.svg, "g", { role: "row" }));
      const polygon = make(rows.get(row), "polygon", { class: "cell", role: "gridcell", tabindex: cell ? -1 : 0, "data-cell": cell });
      if (opened.isTurned) rows.get(row).prepend(polygon); // turned rows are numbered from right to left
      return polygon;
    });
  }

  /** Make the picture of a solid, its cells from back to front on a floor, and the dots on each layer that show the layer below. */
  makeSolid() {
    const { geometry: { solid, hollows, layers, isOfCubes, faces } } = this.board;
    /** @type {SVGElement[]} */
    this.spots = [];
    for (const cell of layers.at(-1)?.cells ?? []) {
      const [x, y] = solid.points[cell];
      const transform = `translate(${x} ${y + (isOfCubes ? SIDE : 0)})`; // faces[0] is the top of a cube: move it to the bottom
      make(this.solid, "polygon", { points: faces[0], transform, class: "floor" });
    }
    for (const cell of solid?.far ?? []) {
      this.spots[cell] = make(this.solid, "g");
      this.drawCell(this.spots[cell], solid.points[cell]);
    }
    this.dots = hollows.map(() => make(this.print, "circle", { r: SIDE / (isOfCubes ? 5 : 8), class: "fill" }));
  }

  /** Draw the faces of a cell of a solid. */
  drawCell(parent, [x, y]) {
    const { geometry, opened } = this.board;
    geometry.faces.forEach((points, n) => {
      make(parent, "polygon", { points, transform: `translate(${x} ${y})`, class: `fill ${opened.faces[n].shade}` });
    });
  }

  /** Colour the picture of a solid by the placed pieces, and by the chosen or hinted piece as if it were placed. */
  drawSolid() {
    const { game, goal, hand } = this.board;
    const shown = goal ?? this.marked?.place;
    const cells = shown ? game.cells(shown) : [];
    const dye = (one, place) => {
      one.style.display = place ? "" : "none";
      if (place) one.style.setProperty("--c", `var(--c${place[0]})`);
    };
    this.spots.forEach((spot, cell) => {
      const owner = shown && game.owner[cell] === hand?.from ? null : game.owner[cell];
      dye(spot, owner ?? (cells.includes(cell) ? shown : null));
      spot.classList.toggle("new", !owner);
    });
    this.dots.forEach((dot, cell) => dye(dot, game.owner[cell]));
  }

  /** Show the picture of a solid or its layers, where there is no room for both. */
  see(isPicture) {
    this.board.root.classList.toggle("pictured", isPicture);
    this.view.textContent = isPicture ? "Layers" : PICTURE;
  }

  /** Draw the frame, the labels, and the cells of a calendar's date, which stay uncovered. */
  drawTexts() {
    const { texts, board: { geometry } } = this;
    this.rim.setAttribute("d", geometry.frame);
    texts.replaceChildren();
    for (const date of geometry.dates) make(texts, "path", { class: "date", d: tile([date])[0] });
    for (const [x, y, text] of geometry.names) make(texts, "text", { x, y, class: "name" }, text.replace(" layer", ""));
    for (const [x, y, text] of geometry.labels) {
      const isOn = geometry.centres.some((centre) => distance(centre, [x, y]) < SIDE / 4);
      make(texts, "text", { x, y, class: isOn ? "on" : "free" }, text);
    }
  }

  /** Let a screen reader say a text. */
  say(text) { this.status.textContent = text; }

  redraw() { this.frame ||= requestAnimationFrame(() => this.draw()); }

  draw() {
    const { root, game } = this.board;
    this.frame = 0;
    if (this.isNew) this.drawBoard();
    this.drawLaid();
    if (game.isDone && this.isDone === false && !isCalm()) this.ripple();
    this.isNew = false;
    this.slots.forEach((slot, piece) => this.drawSlot(slot, piece));
    this.drawHand();
    this.ring.setAttribute("d", this.board.geometry.pathsOf([this.board.cursor])[0]);
    if (root.classList.toggle("done", game.isDone) !== this.isDone) this.see(game.isDone);
    this.isDone = game.isDone;
  }

  /** Let all pieces swell and settle, in a wave that begins at the piece placed last. */
  ripple() {
    const { geometry, game } = this.board;
    const middle = (place) => geometry.centres[this.board.middleOf(place)];
    for (const place of game.position) {
      const far = distance(middle(place), middle(game.position.at(-1))) / Math.hypot(geometry.width, geometry.height);
      this.groups.get(String(place)).animate({ scale: ["1", "1.06", "1"] }, { delay: RIPPLE * far, duration: 2 * SETTLE });
    }
  }

  /** @param {string[] | null} paths the result of `tile` or `Geometry.tileOf`; null for a solid, which has none */
  drawPiece(parent, piece, paths, spots = []) {
    const [fill, walls, light = "", shade = ""] = paths ?? [];
    parent.replaceChildren();
    parent.style.setProperty("--c", `var(--c${piece})`);
    for (const [name, d] of Object.entries(paths ? { fill, shade, light, walls } : {})) make(parent, "path", { class: name, d });
    for (const [x, y] of spots) make(parent, "text", { x, y }, this.board.geometry.pieces[piece].label);
  }

  /** Draw a piece in its current orientation. The cells of a solid are drawn from back to front. */
  drawHeld(parent, piece) {
    const { geometry, ways } = this.board;
    const { far, points, shapes } = geometry.pieces[piece].ways[ways[piece]];
    this.drawPiece(parent, piece, geometry.solid ? null : tile(shapes));
    for (const cell of far) this.drawCell(parent, points[cell]);
  }

  drawPlace(parent, place) {
    const { game, geometry } = this.board;
    const cells = game.cells(place);
    const lettered = geometry.isCut ? cells : [this.board.middleOf(place)];
    this.drawPiece(parent, place[0], geometry.tileOf(cells), lettered.map((cell) => geometry.centres[cell]));
  }

  drawLaid() {
    const { game, hand, opened } = this.board;
    const shown = new Map(game.position.map((place) => [String(place), place]));
    for (const [key, group] of this.groups) {
      if (shown.has(key)) continue;
      group.remove();
      this.groups.delete(key);
    }
    for (const [key, place] of shown) {
      if (!this.groups.has(key)) {
        this.groups.set(key, make(this.laid, "g"));
        this.drawPlace(this.groups.get(key), place);
        if (!this.isNew && !isCalm()) this.groups.get(key).animate({ scale: ["1.06", "1"] }, SETTLE);
      }
      const kind = game.isGiven(place) ? "given" : hand?.from === place ? "held" : "";
      this.groups.get(key).setAttribute("class", `piece ${kind}`);
    }
    this.cells.forEach((cell, c) => {
      const place = game.owner[c];
      const state = place ? opened.pieces[place[0]].name + (game.isGiven(place) ? ", given" : "") : "empty";
      cell.setAttribute("aria-label", `${opened.words[c]}, ${state}`);
      cell.classList.toggle("taken", Boolean(place));
    });
  }

  /** Draw a piece in the tray, but only if it has changed: drawing all of them takes a phone longer than a frame. */
  drawSlot(slot, piece) {
    const { game, geometry, hand, ways } = this.board;
    const { label, name } = geometry.pieces[piece];
    const { box } = geometry.pieces[piece].ways[ways[piece]];
    const left = game.left(piece);
    const isChosen = hand?.piece === piece && !hand.from;
    const drawn = [ways[piece], left, isChosen].join();
    if (slot.dataset.drawn === drawn) return;
    slot.dataset.drawn = drawn;
    slot.replaceChildren();
    const size = geometry.longest + 8;
    const viewBox = [...box.map((n) => n - size / 2), size, size].join(" ");
    this.drawHeld(make(slot, "svg", { viewBox }), piece);
    make(slot, "i", {}, label);
    make(slot, "b", {}, left === Infinity ? "∞" : left > 1 ? `×${left}` : "");
    slot.classList.toggle("gone", left < 1);
    slot.setAttribute("aria-pressed", isChosen);
    slot.setAttribute("aria-label", `${name}, ${left < Infinity ? left : "any number"} left`);
  }

  /** Update the buttons of the chosen piece, and draw where it would be placed. */
  drawHand() {
    const { hand, opened, way } = this.board;
    this.chosen.textContent = this.board.note || (hand ? opened.pieces[hand.piece].name : "");
    for (const button of this.buttons) {
      const { move } = button.dataset;
      button.disabled = !hand || (move === "remove" ? !hand.from : !(move in way));
    }
    this.board.findGoal();
    this.drawGhost();
  }

  drawGhost() {
    const { goal, hand, game } = this.board;
    this.ghost.replaceChildren();
    if (goal) this.drawPlace(this.ghost, goal);
    this.ghost.classList.toggle("bad", Boolean(goal && !game.isFree(goal, hand?.from)));
    this.drawSolid();
  }

  /** Show the chosen piece at the pointer, above everything else. */
  showLifted() {
    const { x, y, width, height } = this.svg.getBoundingClientRect();
    Object.assign(this.lifted.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    this.lifted.getAnimations().forEach((animation) => animation.cancel());
    this.lifted.showPopover();
    this.board.root.classList.add("dragging");
  }

  drawLifted() { this.drawHeld(this.liftedPiece, this.board.hand.piece); }

  hideLifted(isGliding) {
    const { from, piece } = this.board.hand;
    const hide = () => this.lifted.hidePopover();
    this.board.root.classList.remove("dragging");
    if (!isGliding || isCalm()) return hide();
    const target = from ? this.groups.get(String(from)) : this.slots[piece];
    const [now, then] = [this.lifted, target].map((one) => one.querySelector(".fill").getBoundingClientRect());
    const [x, y] = [then.x - now.x + (then.width - now.width) / 2, then.y - now.y + (then.height - now.height) / 2];
    const { style } = this.lifted;
    const box = this.lifted.getBoundingClientRect();
    style.transformOrigin = `${now.x - box.x + now.width / 2}px ${now.y - box.y + now.height / 2}px`;
    const transform = [style.transform, `${style.transform} scale(${then.width / now.width})`];
    this.lifted.animate({ translate: ["0 0", `${x}px ${y}px`], transform, opacity: [1, 0.3] }, GLIDE).onfinish = hide;
    return undefined;
  }

  /** Mark cells and placements; null removes all marks. */
  mark(what) {
    const { game, geometry } = this.board;
    this.marked = what;
    const { cell, cells, place, excluded, back, piece = [] } = what ?? {};
    const path = (name, d) => make(this.marks, "path", { class: name, d });
    const walls = (places) => places.map((at) => geometry.pathsOf(game.cells(at))[1]).join("");
    this.marks.replaceChildren();
    this.slots.forEach((slot, n) => slot.classList.toggle("asked", piece.includes(n)));
    if (what) this.see(false);
    if (cells) path("reason", geometry.pathsOf(cells)[0]);
    if (excluded) path("excluded", walls(excluded));
    if (place) this.drawPlace(make(this.marks, "g", { class: "piece hint" }), place);
    if (back) path("back", walls(back));
    if (cell >= 0) path("here", geometry.pathsOf([cell])[0]);
    this.drawSolid();
  }

  /** Colour cells by shares from 0 to 1, the largest share with the full colour; null removes the colours. */
  heat(shares) {
    const most = Math.max(...(shares ?? []), 1e-9);
    const percent = (cell) => (shares ? 100 * (shares[cell] / most) : 0);
    this.cells.forEach((cell, c) => cell.style.setProperty("--share", `${percent(c)}%`));
  }

  /** Set the colours of the pieces: "colour", "safe" or "print". */
  palette(name) {
    this.board.root.dataset.palette = name;
    this.board.opened.pieces.forEach(({ colour, safe }, n) => {
      this.board.root.style.setProperty(`--c${n}`, { safe, print: "#fff" }[name] ?? colour);
    });
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    this.board.root.replaceChildren();
    this.board.root.classList.remove("pentomino", "pentomino-board", "dragging", "done", "pictured", "switched");
    this.bar.remove();
  }
}
