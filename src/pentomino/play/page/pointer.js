// Fingers and mouse: what a tap does, and where a piece that is dragged would be placed.
import { distance, REACH, SIDE } from "./geometry.js";

const DOUBLE = 350; // milliseconds between the taps of a double tap
const SLOP = 5; // pixels that a tap may move
const LIFT = 1.6 * SIDE; // the distance from a finger to its piece, which it would hide

export function numberAt(target, name) {
  const found = target.closest?.(`[data-${name}]`);
  return found ? Number(found.dataset[name]) : null;
}

/** @param {import("./board.js").Board} board */
export function listenToPointers(board, signal) {
  const { game, geometry, root, drawing } = board;
  /** @type {{ from?: Place, time?: number, at?: Point }} */
  let tapped = {}; // the last tap on a piece on the board

  function pointerdown(event) {
    if (board.isLifted) {
      board.turn("turn"); // by a second finger
      hold();
      return;
    }
    const slot = numberAt(event.target, "piece");
    const cell = numberAt(event.target, "cell");
    if (event.button || (slot === null && cell === null)) return;
    /** @type {Point} */
    const at = [event.clientX, event.clientY];
    board.drag = { id: event.pointerId, start: at, at, slot, cell };
    const place = game.owner[cell];
    if (place && !game.isGiven(place)) Object.assign(board.drag, { piece: place[0], from: place });
    else if (slot !== null && game.left(slot) > 0) Object.assign(board.drag, { piece: slot, from: null });
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

  function lift(event) {
    const { drag } = board;
    drag.matrix = drawing.svg.getScreenCTM();
    board.choose(drag.piece, drag.from);
    root.setPointerCapture(drag.id);
    root.classList.add("dragging");
    // A piece from the board is held where it was taken. A finger holds it from below.
    const [x, y] = toBoard(drag.start);
    const [u, v] = drag.from ? geometry.centres[drag.cell] : [x, y];
    drag.offset = [u - x, v - y];
    if (event.pointerType === "touch") drag.offset[1] -= LIFT;
    hold();
  }

  function pointermove(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId || drag.piece === undefined) return;
    drag.at = [event.clientX, event.clientY];
    if (drag.matrix) drag.frame ||= requestAnimationFrame(moveLifted);
    else if (distance(drag.at, drag.start) > SLOP) lift(event);
  }

  function moveLifted() {
    if (!board.isLifted) return;
    const { drag, way } = board;
    drag.frame = 0;
    const at = toBoard(drag.at).map((n, axis) => n + drag.offset[axis]);
    const [u, v] = way.points[drag.held];
    const scale = drag.matrix.a;
    drawing.lifted.style.transform = `translate(${(at[0] - u) * scale}px, ${(at[1] - v) * scale}px)`;
    drag.isOver = at.every((n, axis) => n > -SIDE && n < [geometry.width, geometry.height][axis] + SIDE);
    const near = board.within(REACH, drag.held, at);
    const goal = board.isFree(near) ? near : null;
    if (String(goal) === String(board.goal)) return;
    board.goal = goal;
    drawing.drawGhost();
  }

  function pointerup(event) {
    const { drag } = board;
    if (drag?.id !== event.pointerId) return;
    if (event.type === "pointercancel") board.release();
    else if (drag.matrix) drop();
    else {
      board.drag = null;
      if (drag.slot === null) tap(drag.cell, event);
      else tapSlot(drag.slot);
    }
  }

  function drop() {
    moveLifted();
    const { goal, hand, drag } = board;
    if (goal) board.lay(goal);
    else if (hand.from && !drag.isOver) board.takeBack(hand.from);
    else board.refuse(`${board.nameOf(hand.piece)} does not fit there`);
    board.release();
  }

  function tapSlot(piece) {
    if (board.hand?.piece === piece && !board.hand.from) board.turn("turn");
    else board.take(piece);
  }

  function tap(cell, { timeStamp, clientX, clientY }) {
    const { from, time, at } = tapped;
    const isAgain = from && board.hand?.from && timeStamp - time < DOUBLE && distance(at, [clientX, clientY]) < 20;
    tapped = { from: game.owner[cell], time: timeStamp, at: [clientX, clientY] };
    if (!isAgain) {
      board.act(cell);
      return;
    }
    if (board.hand.from !== from) game.move(-1); // the first tap has turned it
    board.takeBack(from);
  }

  function pointerover({ target }) {
    if (board.drag || !board.hand) return;
    board.aim = numberAt(target, "cell");
    drawing.redraw();
  }

  function click({ target, detail }) {
    const move = target.closest("[data-move]")?.dataset.move;
    const slot = numberAt(target, "piece");
    if (move === "take back") board.takeBack(board.hand.from);
    else if (move) board.turn(move);
    else if (slot !== null && !detail) board.take(slot); // by keys; pointers have been seen to
  }

  const events = { pointerdown, pointermove, pointerup, pointercancel: pointerup, pointerover, click };
  for (const name in events) root.addEventListener(name, events[name], { signal });
}
