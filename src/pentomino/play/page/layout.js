// Chooses the sizes of board and tray, side by side or one below the other, so that nothing needs to scroll.
import { MARGIN, SIDE } from "./geometry.js";

const GAP = 6; // between slots
const SPACE = 12; // between board and tray
const FINGER = 44; // pixels that a finger needs
const WIDTHS = [32, 36, 40, 44, 50, 58, 66, 76, 88, 100, 120, 140]; // of a slot
const MAX_SHARE = 0.2; // the largest cell, as a share of the shorter side of the page
const SMALL = 32; // pixels: if the picture of a solid made cells smaller than this, a button shows the picture instead

/**
 * Return how good an arrangement is. Slots that suit a finger matter most, then cells that do, then even larger cells and slots, then
 * full rows of slots, and last a thin tray.
 */
function worth({ cell, slot, across, down, count, thick }) {
  const fit = Math.min(cell, FINGER) - 2 * Math.max(0, FINGER - slot);
  return 10 * fit + cell + 0.3 * slot - 0.5 * (down * across - count) - thick / 1000;
}

/** Return the best arrangement of `count` slots and a board of `columns` by `rows` cells, or null if the slots do not fit. */
export function best(width, height, columns, rows, count) {
  let found = null;
  for (const isBeside of [false, true]) {
    for (const slot of WIDTHS) {
      for (let across = 1; across <= Math.min(count, 16); across++) {
        const tall = Math.min(slot, Math.max(FINGER, 0.75 * slot));
        const down = Math.ceil(count / across);
        const tray = [across * (slot + GAP) - GAP, down * (tall + GAP) - GAP];
        const room = isBeside ? [width - tray[0] - SPACE, height] : [width, height - tray[1] - SPACE];
        const cell = Math.min(room[0] / columns, room[1] / rows, MAX_SHARE * Math.min(width, height));
        const score = worth({ cell, slot, across, down, count, thick: tray[isBeside ? 0 : 1] });
        if (tray[0] > width || tray[1] > height || cell < 4 || score <= found?.score) continue;
        found = { score, isBeside, cell, across, slot, tall, trayHeight: tray[1] };
      }
    }
  }
  return found;
}

/** Return the best arrangement of a solid for each number of layers in a row, or the only one of a flat board. */
function arrangements(width, height, { geometry, drawing, root }, hasPicture) {
  const card = root.querySelector(".card");
  const slots = drawing.slots.length + (geometry.solid && !hasPicture ? 1 : 0);
  return Array.from({ length: geometry.layers.length + (hasPicture ? 1 : 0) || 1 }, (_, n) => {
    const { width: wide, height: high } = geometry.arranged(n + 1, hasPicture);
    const [columns, rows] = [wide, high].map((side) => (side + 2 * MARGIN) / SIDE);
    const across = Math.floor((width + GAP) / (FINGER + GAP));
    if (card) return { columns, rows, hasPicture, layers: n + 1, ...besideCard(width, height, columns, rows, card) };
    const half = 0.45 * height;
    const cell = Math.min(width / columns, half / rows);
    const scrolling = { score: cell - 1e6, isBeside: false, doesScroll: true, cell, across, slot: FINGER, tall: FINGER, trayHeight: half };
    return { columns, rows, hasPicture, layers: n + 1, ...(best(width, height, columns, rows, slots) ?? scrolling) };
  });
}

/** Return the best arrangement of a board and the card at the end. */
function besideCard(width, height, columns, rows, { offsetWidth, offsetHeight }) {
  const rooms = [[width - offsetWidth - SPACE, height], [width, height - offsetHeight - SPACE]];
  const [beside, below] = rooms.map((room) => Math.min(room[0] / columns, room[1] / rows, MAX_SHARE * Math.min(width, height)));
  const cell = Math.max(beside, below);
  return { score: cell, isBeside: beside > below, cell, across: 1, slot: FINGER, tall: FINGER, trayHeight: 0 };
}

/**
 * Arrange board and tray in `play`, and the layers and the picture of a solid.
 * @param {HTMLElement} play @param {import("./board.js").Board} board
 */
export function arrange(play, board) {
  const { clientWidth: width, clientHeight: height } = play;
  const { geometry, drawing } = board;
  const [bare, whole] = [false, true].map((hasPicture) => {
    if (hasPicture && !geometry.solid) return null;
    return arrangements(width, height, board, hasPicture).reduce((one, other) => (other.score >= one.score ? other : one));
  });
  const found = whole && whole.cell > Math.min(SMALL, 0.9 * bare.cell) ? whole : bare;
  geometry.placeLayers(found.layers, found.hasPicture);
  if (geometry.solid) drawing.place();
  play.classList.toggle("switched", Boolean(geometry.solid) && !found.hasPicture);
  play.classList.toggle("beside", found.isBeside);
  play.classList.toggle("scrolls", "doesScroll" in found);
  play.style.setProperty("--columns", String(found.across));
  const sizes = {
    "board-width": found.cell * found.columns,
    "board-height": found.cell * found.rows,
    "tray-height": found.trayHeight,
    "slot-width": found.slot,
    "slot-height": found.tall,
  };
  play.style.setProperty("--zoom", String(found.cell / SIDE));
  for (const name in sizes) play.style.setProperty(`--${name}`, `${Math.floor(sizes[name])}px`);
}
