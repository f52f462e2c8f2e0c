// Saves files, copies text, and shares pictures.
import * as words from "./words.js";

// The properties that the style sheet sets on a board: a saved picture has no style sheet.
const STYLES = "display fill opacity stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin paint-order font-family font-size font-weight text-anchor dominant-baseline".split(" ");

/** @param {(text: string) => void} where */
export function save(name, content, type, where) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  where(`Saved as ${name}.`);
}

/** Copy a text or, if the browser does not allow that, show it. @param {(text: string) => void} where */
export async function copy(text, copied, where) {
  try {
    await navigator.clipboard.writeText(text);
    where(copied);
  } catch {
    where(text);
  }
}

/** Open the share dialog of the system; if there is none, call `otherwise`. */
async function share(what, otherwise) {
  const isDone = navigator.canShare?.(what) && (await navigator.share(what).then(() => true, ({ name }) => name === "AbortError"));
  if (!isDone) otherwise();
}

/** @param {(text: string) => void} where */
export const shareText = (text, where) => share({ text }, () => copy(text, words.COPIED, where));

/** @param {(text: string) => void} where */
export async function sharePicture(board, where) {
  const picture = await painted(board);
  const files = [new File([picture], "pentominoes.png", { type: "image/png" })];
  share({ files }, () => save(files[0].name, picture, "image/png", where));
}

/** Return the position as a document that the package reads. It is made here, because the server may have ended. */
export function documentOf({ opened, board }) {
  const placed = board.position.map((place) => ({ piece: place[0], cells: board.game.cells(place).map((cell) => opened.cells[cell]) }));
  return JSON.stringify({ ...opened.document, placed });
}

/** Return a PNG file of the board as it is shown, with three pixels per unit. @returns {Promise<Blob>} */
export async function painted({ drawing: { svg } }) {
  const { width, height } = svg.viewBox.baseVal;
  const copied = /** @type {SVGElement} */ (svg.cloneNode(true));
  const parts = copied.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((one, n) => {
    for (const name of STYLES) parts[n].setAttribute(name, getComputedStyle(one).getPropertyValue(name));
  });
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * width, height: 3 * height });
  for (const side of ["width", "height"]) copied.setAttribute(side, canvas[side]);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copied))}`;
  await image.decode();
  const paint = canvas.getContext("2d");
  paint.fillStyle = getComputedStyle(document.body).backgroundColor;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve));
}
