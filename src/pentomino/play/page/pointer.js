// Fingers and mouse: taps, drags, right clicks, and the wheel.
import { distance, REACH, SIDE } from "./geometry.js";

const SLOP = 5; // pixels that a tap may move
const LIFT = 1.6 * SIDE; // how far above a finger its piece is drawn, because the finger would hide it
const NOTCH = 40; // pixels of scrolling that turn a piece once
const PAUSE = 80; // milliseconds without a wheel event that end a gesture: a flick on a trackpad turns a piece only once

export function numberAt(target, name) {
  const found = target.closest?.(`[data-${name}]`);
  return found ? Number(found.dataset[name]) : null;
}

/** A pointer that is down, and the piece under it, if there is one. */
export class Drag {
  hasMoved = false; // whether the pointer has moved further than SLOP
  isOver = false; // whether the pointer is over the board
  /** @type {DOMMatrix | null} from the board to the screen, once the piece is lifted */
  matrix = null;
  held = 0; // the index of the piece's cell at the pointer
  /** @type {Point} from the pointer to this cell */
  offset = [0, 0];
  frame = 0; // the animation frame requested for the next move, or 0

  /** @param {import("./board.js").Board} board @param {PointerEvent} event */
  constructor(board, { pointerId, pointerType, clientX, clientY }, slot, cell) {
    const { game } = board;
    const place = game.owner[cell];
    this.board = board;
    this.id = pointerId;
    this.isTouch = pointerType === "touch";
    this.cell = cell;
    /** @type {Place | null} the placement of the piece, if it is on the board */
    this.from = place && !game.isGiven(place) ? place : null;
    this.piece = this.from ? place[0] : slot !== null && game.left(slot) > 0 ? slot : null;
    /** @type {Point} */
    this.start = this.at = [clientX, clientY];
    // A long press lifts a piece, too, but not with a mouse: people often hold its button for a while before they drag.
    if (pointerType !== "mouse" && this.from) setTimeout(() => { if (board.drag === this && !this.matrix) this.lift(); }, board.longPress);
  }

  /** @returns {Point} */
  toBoard([x, y]) { return [(x - this.matrix.e) / this.matrix.a, (y - this.matrix.f) / this.matrix.a]; }

  lift() {
    const { board: { drawing, geometry, root }, cell, from } = this;
    this.matrix = drawing.svg.getScreenCTM();
    this.board.choose(this.piece, from);
    root.setPointerCapture(this.id);
    drawing.showLifted();
    // Hold a piece from the board at the cell where it was grabbed.
    const [x, y] = this.toBoard(this.start);
    const [u, v] = from ? geometry.centres[cell] : [x, y];
    this.offset = [u - x, v - y];
    this.hold();
  }

  /** Hold the lifted piece at the cell where it was grabbed or, if it has been turned since or is from the tray, at its middle. */
  hold() {
    const { game, ways, way, drawing } = this.board;
    const isAsLaid = this.from && this.from[1] === ways[this.piece];
    this.held = isAsLaid ? game.cells(this.from).indexOf(this.cell) : way.centre;
    drawing.drawLifted();
    this.follow();
  }

  moveTo(x, y) {
    this.at = [x, y];
    this.hasMoved ||= distance(this.at, this.start) > SLOP;
    if (this.matrix) this.follow();
    else if (this.hasMoved) this.lift();
  }

  follow() { this.frame ||= requestAnimationFrame(() => this.move()); }

  /** Return how far above a finger the piece is drawn. A piece from the board comes down near the tray, to be removed there. */
  height(y) {
    if (!this.isTouch) return 0;
    return this.from ? LIFT * Math.min(1, Math.max(0, (this.board.geometry.height - y) / (3 * SIDE))) : LIFT;
  }

  move() {
    const { board, held, matrix: { a: scale } } = this;
    const { drawing, geometry: { width, height }, way } = board;
    this.frame = 0;
    if (board.drag !== this) return;
    const [x, y] = this.toBoard(this.at);
    /** @type {Point} */
    const at = [x + this.offset[0], y + this.offset[1] - this.height(y)];
    const [u, v] = way.points[held];
    this.isOver = x > 0 && x < width && y > 0 && y < height;
    drawing.lifted.style.transform = `translate(${(at[0] - u) * scale}px, ${(at[1] - v) * scale}px)`;
    // In a solid, if the piece does not fit with the held cell at the pointer, try its other cells.
    const cells = board.opened.layers.length ? [held, ...way.points.keys()] : [held];
    const near = cells.map((cell) => board.within(REACH, cell, at)).find((place) => board.isFree(place)) ?? null;
    const goal = this.isOver || !this.from ? near : null;
    if (String(goal) === String(board.goal)) return;
    board.goal = goal;
    drawing.drawGhost();
  }

  drop() {
    const { board, hasMoved, from, piece } = this;
    this.move();
    if (board.goal && hasMoved) board.lay(board.goal);
    else if (from && !(this.isOver && hasMoved)) board.takeBack(from);
    else {
      board.release(true);
      if (this.isOver) board.refuse(`${board.nameOf(piece)} does not fit there`); // off the board, the player has changed their mind
    }
  }
}

/** @param {import("./board.js").Board} board */
export function listenToPointers(board, signal) {
  const { game, root, drawing } = board;
  let isDropped = false; // whether to ignore the click that follows a drop
  const gesture = { at: -Infinity, pixels: 0 }; // on the wheel: the time of its last event, and the pixels scrolled

  function pointerdown(event) {
    const slot = numberAt(event.target, "piece");
    const cell = numberAt(event.target, "cell");
    if (board.isLifted) board.turn("turn"); // by a second finger
    else if (event.button === 2) turnAt(slot, game.owner[cell]);
    if (board.isLifted || event.button || (slot === null && cell === null)) return;
    board.drag = new Drag(board, event, slot, cell);
  }

  /** Rotate a piece on a right click. */
  function turnAt(slot, place) {
    if (place && !game.isGiven(place) && board.hand?.from !== place) board.choose(place[0], place);
    if (slot !== null && game.left(slot) > 0 && board.hand?.piece !== slot) board.choose(slot);
    if (slot !== null || place) board.turn("turn");
  }

  function pointermove(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId || drag.piece === null) return;
    if (drag.matrix && event.button === 2 && event.buttons & 2) board.turn("turn");
    drag.moveTo(event.clientX, event.clientY);
  }

  function pointerup(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId) return;
    if (event.type === "pointercancel") board.release();
    else if (drag.matrix) {
      isDropped = true;
      setTimeout(() => { isDropped = false; });
      drag.drop();
    } else board.drag = null;
    if (event.pointerType === "touch" && board.hand) board.aim = null; // a swipe over cells does not aim at them
    drawing.redraw();
  }

  function pointerover({ target }) {
    if (board.drag || !board.hand) return;
    board.aim = numberAt(target, "cell");
    drawing.redraw();
  }

  // Taps are handled as clicks, because screen readers and keys send clicks, too.
  function click({ target, detail }) {
    const move = target.closest("[data-move]")?.dataset.move;
    const slot = numberAt(target, "piece");
    const cell = numberAt(target, "cell");
    if (isDropped) return;
    if (move === "remove") board.takeBack(board.hand.from);
    else if (move) board.turn(move);
    else if (cell !== null) board.act(cell);
    else if (slot !== null && board.hand?.piece === slot && !board.hand.from) board.turn("turn");
    else if (slot !== null) board.take(slot, !detail);
    // After a tap, keys go to the board. After a key, the button keeps the focus, so that it can be pressed again.
    if (detail && cell === null && board.hand) drawing.cells[board.cursor].focus({ preventScroll: true });
  }

  function wheel(event) {
    if (!board.hand || event.ctrlKey) return;
    event.preventDefault();
    const isNotch = event.deltaMode || (event.wheelDeltaY && event.wheelDeltaY % 120 === 0); // of a mouse wheel with notches
    if (isNotch || event.timeStamp - gesture.at > PAUSE) gesture.pixels = 0;
    gesture.at = event.timeStamp;
    const hasTurned = Math.abs(gesture.pixels) >= NOTCH;
    gesture.pixels += event.deltaMode ? NOTCH * Math.sign(event.deltaY) : event.deltaY;
    if (hasTurned || Math.abs(gesture.pixels) < NOTCH) return;
    board.turn("turn", gesture.pixels < 0);
  }

  const contextmenu = (event) => { if (board.drag || event.target.closest?.("[data-piece], [data-cell]")) event.preventDefault(); };
  const events = { pointermove, pointerup, pointercancel: pointerup, pointerover, click, wheel, contextmenu };
  for (const name in events) root.addEventListener(name, events[name], { signal, passive: false });
  board.keys.addEventListener("pointerdown", pointerdown, { signal });
  if (!root.contains(drawing.bar)) drawing.bar.addEventListener("click", click, { signal });
  addEventListener("resize", () => { if (board.isLifted) board.release(); }, { signal });
}
