// The keys of a board: letters choose pieces, arrows move the cursor, and `actionOf` has the others.
import { MOVES } from "./drawing.js";
import { numberAt } from "./pointer.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const [undo, redo] = [(board) => () => board.undo(), (board) => () => board.redo()];
const STEPS = { z: undo, Z: redo, y: redo, Y: redo };

/** @param {import("./board.js").Board} board */
export function listenToKeys(board, signal) {
  const { game, geometry, root, drawing } = board;

  /** Return the action of a key, if it has one. */
  function actionOf(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey) return STEPS[event.shiftKey ? key.toUpperCase() : key.toLowerCase()]?.(board);
    const isCell = numberAt(target, "cell") !== null;
    const isFree = isCell || target === document.body;
    const to = isFree || board.hand ? cellOf(key) : null;
    if (to !== null) return () => board.look(to);
    if ((isCell || (isFree && board.hand)) && (key === "Enter" || key === " ")) return () => board.act(board.cursor);
    if (key === "Delete" || key === "Backspace") {
      return () => board.takeBack(board.hand?.from ?? (isCell ? game.owner[board.cursor] : null));
    }
    if (key === "Escape") return () => board.release();
    return key.length === 1 && key !== " " && board.hasLetterKeys ? ofLetter(event) : null;
  }

  /** Return the cell to which a key moves the cursor, or null. */
  function cellOf(key) {
    const row = drawing.cells[board.cursor].parentElement;
    const end = { Home: row.firstElementChild, End: row.lastElementChild }[key];
    if (end) return numberAt(end, "cell");
    return ARROWS[key] ? geometry.neighbour(board.cursor, ARROWS[key]) : null;
  }

  /** R, M and T turn the chosen piece if it has such a move; otherwise they choose a piece, as all other letters do. */
  function ofLetter({ key, shiftKey }) {
    const low = key.toLowerCase();
    const move = MOVES[shiftKey && low === "r" ? "m" : low];
    if (board.hand && move in board.way) return () => board.turn(move, shiftKey && low === "t");
    return board.drag ? null : (called(low) ?? board.shortcuts[low]);
  }

  /** Return an action that chooses a piece with this letter. If there are several, each press chooses the next one. */
  function called(letter) {
    const letters = geometry.pieces.map(({ label }) => label[0].toLowerCase());
    const found = letters.flatMap((one, piece) => (one === letter ? [piece] : []));
    return found.length ? () => board.take(found.find((piece) => piece > board.hand?.piece) ?? found[0]) : null;
  }

  function keydown(event) {
    const isElsewhere = event.target.closest?.("input, textarea, select") || document.querySelector("dialog[open]");
    if (event.altKey || event.defaultPrevented || isElsewhere) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function focusin({ target }) {
    const cell = numberAt(target, "cell");
    if (cell === null) return;
    drawing.cells[board.cursor].tabIndex = -1;
    board.cursor = cell;
    drawing.cells[cell].tabIndex = 0;
    drawing.ring.classList.toggle("ring", target.matches(":focus-visible"));
    drawing.redraw();
  }

  board.keys.addEventListener("keydown", keydown, { signal });
  root.addEventListener("focusin", focusin, { signal });
}
