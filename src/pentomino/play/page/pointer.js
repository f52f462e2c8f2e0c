// Fingers and mouse: what a tap does, and where a piece that is dragged would be placed.
import { distance, REACH, SIDE } from "./geometry.js";

const SLOP = 5; // pixels that a tap may move
const LIFT = 1.6 * SIDE; // the distance from a finger to its piece, which it would hide
const NOTCH = 40; // pixels of a wheel for one turn
const PAUSE = 80; // milliseconds without a wheel event that end a gesture, so that a flick on a trackpad turns once

export function numberAt(target, name) {
  const found = target.closest?.(`[data-${name}]`);
  return found ? Number(found.dataset[name]) : null;
}

/** @param {import("./board.js").Board} board */
export function listenToPointers(board, signal) {
  const { game, geometry, root, drawing } = board;
  let isDropped = false; // just now: no click follows
  const gesture = { at: -Infinity, pixels: 0 }; // of the wheel: the last event, and how far it has gone

  function pointerdown(event) {
    const slot = numberAt(event.target, "piece");
    const cell = numberAt(event.target, "cell");
    const place = game.owner[cell];
    if (board.isLifted) turnLifted(); // by a second finger
    else if (event.button === 2) turnAt(slot, place);
    if (board.isLifted || event.button || (slot === null && cell === null)) return;
    /** @type {Point} */
    const at = [event.clientX, event.clientY];
    const isTouch = event.pointerType === "touch";
    /** @type {Drag} */
    const drag = { id: event.pointerId, start: at, at, cell, isTouch };
    board.drag = drag;
    if (place && !game.isGiven(place)) Object.assign(drag, { piece: place[0], from: place });
    else if (slot !== null && game.left(slot) > 0) Object.assign(drag, { piece: slot, from: null });
    // A finger lifts a piece by a long press, too. With a mouse, people often hold a piece before they drag it.
    if (event.pointerType !== "mouse" && drag.from) setTimeout(() => { if (board.drag === drag && !drag.matrix) lift(); }, board.longPress);
  }

  /** Turn a piece that is clicked by the right button. */
  function turnAt(slot, place) {
    if (place && !game.isGiven(place) && board.hand?.from !== place) board.choose(place[0], place);
    if (slot !== null && game.left(slot) > 0 && board.hand?.piece !== slot) board.choose(slot);
    if (slot !== null || place) board.turn("turn");
  }

  function turnLifted() {
    board.turn("turn");
    hold();
  }

  /** @returns {Point} */
  function toBoard([x, y]) {
    const { a, e, f } = board.drag.matrix;
    return [(x - e) / a, (y - f) / a];
  }

  /** Hold the lifted piece as it is turned now: by the cell that was taken, or by its middle. */
  function hold() {
    const { hand, drag, ways, way } = board;
    const isAsLaid = hand.from && hand.from[1] === ways[hand.piece];
    drag.held = isAsLaid ? game.cells(hand.from).indexOf(drag.cell) : way.centre;
    drawing.drawLifted();
    drag.frame ||= requestAnimationFrame(moveLifted);
  }

  function lift() {
    const { drag } = board;
    drag.matrix = drawing.svg.getScreenCTM();
    board.choose(drag.piece, drag.from);
    root.setPointerCapture(drag.id);
    drawing.showLifted();
    // A piece from the board is held where it was taken.
    const [x, y] = toBoard(drag.start);
    const [u, v] = drag.from ? geometry.centres[drag.cell] : [x, y];
    drag.offset = [u - x, v - y];
    hold();
  }

  function pointermove(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId || drag.piece === undefined) return;
    drag.at = [event.clientX, event.clientY];
    drag.hasMoved ||= distance(drag.at, drag.start) > SLOP;
    if (!drag.matrix && drag.hasMoved) lift();
    else if (drag.matrix && event.button === 2 && event.buttons & 2) turnLifted();
    else if (drag.matrix) drag.frame ||= requestAnimationFrame(moveLifted);
  }

  /** Return how far above the pointer the piece is. Near the tray, where it may be removed, it comes down. */
  function height(y) {
    if (!board.drag.isTouch) return 0;
    return board.drag.from ? LIFT * Math.min(1, Math.max(0, (geometry.height - y) / (3 * SIDE))) : LIFT;
  }

  function moveLifted() {
    if (!board.isLifted) return;
    const { drag, way } = board;
    const [x, y] = toBoard(drag.at);
    /** @type {Point} */
    const at = [x + drag.offset[0], y + drag.offset[1] - height(y)];
    const [u, v] = way.points[drag.held];
    const scale = drag.matrix.a;
    drag.frame = 0;
    drag.isOver = x > 0 && x < geometry.width && y > 0 && y < geometry.height;
    drawing.lifted.style.transform = `translate(${(at[0] - u) * scale}px, ${(at[1] - v) * scale}px)`;
    const near = board.within(REACH, drag.held, at);
    const goal = board.isFree(near) && (drag.isOver || !drag.from) ? near : null;
    if (String(goal) === String(board.goal)) return;
    board.goal = goal;
    drawing.drawGhost();
  }

  function pointerup(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId) return;
    if (event.type === "pointercancel") board.release();
    else if (drag.matrix) drop();
    else board.drag = null;
  }

  function drop() {
    moveLifted();
    isDropped = true;
    setTimeout(() => { isDropped = false; });
    const { goal, hand, drag } = board;
    if (goal && drag.hasMoved) board.lay(goal);
    else if (drag.from && !(drag.isOver && drag.hasMoved)) board.takeBack(drag.from);
    else {
      board.release(true);
      if (drag.isOver) board.refuse(`${board.nameOf(hand.piece)} does not fit there`); // off the board, somebody has changed their mind
    }
  }

  function pointerover({ target }) {
    if (board.drag || !board.hand) return;
    board.aim = numberAt(target, "cell");
    drawing.redraw();
  }

  // Taps are clicks, as those who have no pointer make clicks as well.
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
    // Keys then go to the board; one who pressed the button by a key may press it again.
    if (detail && cell === null && board.hand) drawing.cells[board.cursor].focus({ preventScroll: true });
  }

  function wheel(event) {
    if (!board.hand || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - gesture.at > PAUSE) gesture.pixels = 0;
    gesture.at = event.timeStamp;
    const hasTurned = Math.abs(gesture.pixels) >= NOTCH;
    gesture.pixels += event.deltaMode ? NOTCH * Math.sign(event.deltaY) : event.deltaY;
    if (hasTurned || Math.abs(gesture.pixels) < NOTCH) return;
    if (board.isLifted) turnLifted();
    else board.turn("turn");
  }

  const contextmenu = (event) => { if (board.drag || numberAt(event.target, "piece") !== null || numberAt(event.target, "cell") !== null) event.preventDefault(); };
  const resize = () => { if (board.isLifted) board.release(); };
  const events = { pointermove, pointerup, pointercancel: pointerup, pointerover, click, wheel, contextmenu };
  for (const name in events) root.addEventListener(name, events[name], { signal, passive: false });
  board.keys.addEventListener("pointerdown", pointerdown, { signal });
  if (!root.contains(drawing.bar)) drawing.bar.addEventListener("click", click, { signal });
  addEventListener("resize", resize, { signal });
}
