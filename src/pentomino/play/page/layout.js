// How large board and tray can be: beside each other or one below the other, nothing may scroll.
import { SIDE } from "./geometry.js";

const GAP = 6; // between slots
const SPACE = 12; // between board and tray
const FINGER = 44; // pixels that a finger needs
const WIDTHS = [32, 36, 40, 44, 50, 58, 66, 76, 88, 100, 120, 140]; // of a slot
const LARGE = 110; // pixels of a cell
const MAX_SHARE = 0.6; // of the room that a board with larger cells takes: one as large as a desk would be too much

/** Return the arrangement with the largest cells and slots, of `count` slots; null if the slots do not fit. */
function best(width, height, columns, rows, count) {
  let found = null;
  for (const isBeside of [false, true]) {
    for (const slot of WIDTHS) {
      for (let across = 1; across <= Math.min(count, 16); across++) {
        const tall = Math.min(slot, Math.max(FINGER, 0.75 * slot));
        const down = Math.ceil(count / across);
        const tray = [across * (slot + GAP) - GAP, down * (tall + GAP) - GAP];
        const room = isBeside ? [width - tray[0] - SPACE, height] : [width, height - tray[1] - SPACE];
        const cell = Math.min(room[0] / columns, room[1] / rows, Math.max(LARGE, Math.sqrt((MAX_SHARE * width * height) / (columns * rows))));
        // Cells come first until a finger hits them, then slots; of trays as good, a flat one below and a narrow one beside.
        const score = cell + 4 * Math.min(cell, FINGER) + 0.3 * slot - 5 * Math.max(0, FINGER - slot) - 0.5 * (isBeside ? across : down);
        if (tray[0] > width || tray[1] > height || cell < 4 || score <= found?.score) continue;
        found = { score, isBeside, cell, across, slot, tall, trayHeight: tray[1] };
      }
    }
  }
  return found;
}

/** Arrange board and tray in `play`, and the layers of a solid. @param {HTMLElement} play @param {import("./board.js").Board} board */
export function arrange(play, { geometry, drawing }) {
  const { clientWidth: width, clientHeight: height } = play;
  const bests = Array.from({ length: geometry.layers.length || 1 }, (_, n) => {
    geometry.placeLayers(n + 1);
    return best(width, height, (geometry.width + 8) / SIDE, (geometry.height + 8) / SIDE, drawing.slots.length);
  });
  const scores = bests.map((one) => one?.score ?? -Infinity);
  const layers = scores.lastIndexOf(Math.max(...scores));
  geometry.placeLayers(layers + 1);
  if (geometry.layers.length) drawing.place();
  const [columns, rows] = [(geometry.width + 8) / SIDE, (geometry.height + 8) / SIDE];
  const across = Math.floor((width + GAP) / (FINGER + GAP));
  const half = 0.45 * height;
  const scrolling = { cell: Math.min(width / columns, half / rows), across, slot: FINGER, tall: FINGER, trayHeight: half };
  const found = bests[layers] ?? { ...scrolling, isBeside: false, doesScroll: true };
  play.classList.toggle("beside", found.isBeside);
  play.classList.toggle("scrolls", "doesScroll" in found);
  play.style.setProperty("--columns", String(found.across));
  const sizes = {
    "board-width": found.cell * columns,
    "board-height": found.cell * rows,
    "tray-height": found.trayHeight,
    "slot-width": found.slot,
    "slot-height": found.tall,
  };
  play.style.setProperty("--zoom", String(found.cell / SIDE));
  for (const name in sizes) play.style.setProperty(`--${name}`, `${Math.floor(sizes[name])}px`);
}
