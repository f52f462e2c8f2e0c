// The sentences of the page and of the widget, and numbers and cells in words.

export const HINTS = ["Hint", "Which piece?", "Show me", "Place it"]; // the labels of the button: what its next press does
export const LOST = "This position has no solution.";
export const ON_THE_WAY = "Good so far: the puzzle can still be solved.";
export const UNKNOWN = "It takes too long to check whether this position has a solution.";
export const NO_PYTHON = "No hints here: Python could not be loaded.";
export const NO_TOKEN = "For hints, open the complete address that pentomino play printed.";
export const TOGETHER = "These pieces cannot stay together.";
export const SHOWN = "This is a solution.";
export const FORGOTTEN = "Deleted.";
export const BACK = "Find mistakes";
export const LINK = "Copied a link to the puzzle with the placed pieces.";
export const COPIED = "Copied.";
export const NO_DATE = "Write a date such as 2026-11-25.";
export const NO_SEED = "This link is from another version of the page, which makes different puzzles.";
export const SOLVED = "Solved!";
export const BY_HINTS = "Solved with hints, so it does not count as your own solution.";
export const INTRODUCTION = [
  ({ opened }) => `Drag a piece onto the board. ${goalInWords(opened)}`,
  ({ opened }) => turning(opened.pieces[0].ways[0]),
  () => "If you are stuck, Hint shows where to look, then which piece, then where it goes.",
];

function turning(way) {
  if (!matchMedia("(hover: hover)").matches) return `Tap a piece to choose it, and tap it again to rotate it.${"tip" in way ? " Tip tips it over." : "flip" in way ? " Reflect shows its other side." : ""}`;
  return `Rotate the chosen piece with the wheel, the right button or R.${"tip" in way ? " T tips it over, Shift+T tips it back." : "flip" in way ? " M reflects it." : ""}`;
}

/** Return the rules of a puzzle in one line: what to cover, with which pieces, and what is unusual. @param {Opened} opened */
export function goalInWords({ pieces, dates, layers, seams, cells, optional, spare, given }) {
  const what = dates.length ? "Cover everything except the date" : layers.length ? "Fill the solid" : "Cover the whole board";
  const [least, most] = ["least", "most"].map((bound) => pieces.reduce((sum, piece) => sum + (piece[bound] ?? Infinity), 0));
  const sizes = [...new Set(pieces.map(({ ways }) => ways[0].corners.length))];
  const number = sizes.length === 1 && !optional.length ? cells.length / sizes[0] : "some";
  const any = pieces.every((piece) => piece.most === null) ? "any number of each" : "as many of each as its slot shows";
  const used = most === Infinity ? `the pieces, ${any}` : least === most ? `the ${several(most, "piece")}` : `${number} of the ${most} pieces`;
  const empty = optional.length ? ` ${spare === null ? "Some cells" : `At most ${several(spare, "cell")}`} may stay empty.` : "";
  return `${what} with ${used}.${given.length ? " The faded pieces are fixed." : ""}${empty}${seams.length ? " Opposite edges are joined." : ""}${layers.length ? " Dots show the layer below." : ""}`;
}

/** Return a number with commas between its thousands. Numbers that may exceed 2^53 are strings. */
export function amount(number) { return BigInt(number).toLocaleString("en"); }

/** Return a number of solutions in words. */
export function solutions(number) {
  return String(number) === "0" ? "no solution" : `${amount(number)} solution${String(number) === "1" ? "" : "s"}`;
}

/** Return a message with a capital letter and a full stop. */
export function sentence(text) {
  return text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** Return the names of the pieces in placements. @param {Place[]} places @param {Opened} opened */
export function names(places, opened) {
  return new Intl.ListFormat("en").format(places.map(([piece]) => opened.pieces[piece].name));
}

/** Return cells in words, row by row, as in "row 4, columns 1, 2 and 3". @param {Opened} opened */
export function cellsInWords(cells, opened) {
  const { words, isTurned } = opened;
  const { compare } = new Intl.Collator("en", { numeric: true });
  const rows = new Map();
  for (const cell of isTurned ? cells.toSorted((one, other) => compare(words[one], words[other])) : cells) {
    const [, row, axis, number] = /^(.*), (\D*) (\d+)$/.exec(words[cell]) ?? [null, words[cell], "", ""];
    if (!rows.has(row)) rows.set(row, [axis]);
    rows.get(row).push(number);
  }
  const line = ([row, [axis, ...all]]) => `${row}, ${axis}${all.length > 1 ? "s" : ""} ${new Intl.ListFormat("en").format(all)}`;
  return [...rows].map(line).join("; ");
}

/** Return how many solutions are left. @param {Answer} answer */
export function leftInWords({ left, exact }) {
  if (exact) return `${solutions(left)} left`;
  return left === "0" ? "too many to count here" : `at least ${amount(left)} left`; // short enough for the header on a phone
}

/** Return the reason for a hint. The board marks the cells that it mentions. @param {Hint} hint */
function reason({ kind, cells, left, excluded, fits }) {
  return {
    pocket: `only one piece fits the pocket of ${cells.length} cells`,
    cell: excluded.length ? "any other placement there leaves cells that cannot be filled" : "only one piece can cover it, and in only one way",
    piece: left > 1 ? `a piece that covers it has only ${left} places for its ${left} copies` : "the piece that covers it can go nowhere else",
    region: "all ways to fill the marked region cover it in the same way",
    search: "all solutions cover it in the same way",
    often: fits ? `nothing is forced, and it has the fewest placements (${fits})` : "nothing is forced, and this placement leaves the most solutions",
  }[kind] ?? "one piece covers it";
}

const either = (hint, opened) => new Intl.ListFormat("en", { type: "disjunction" }).format(piecesOf(hint).map((piece) => opened.pieces[piece].name));

/** Return the pieces of a hint, each once. @param {Hint} hint */
export const piecesOf = ({ ways }) => [...new Set(ways.map(([piece]) => piece))].sort((one, other) => one - other);

/** Return a hint in words, at level 1, 2 or 3; `number` is the placement of level 3. @param {Hint} hint @param {Opened} opened */
export function hintInWords(hint, level, opened, number = 0) {
  const { name } = opened.pieces[hint.ways[number][0]];
  if (level === 1) return `Look at the marked cell, ${opened.words[hint.cell]}: ${reason(hint)}.`;
  if (level === 2) return hint.forced ? `The piece on ${opened.words[hint.cell]} is ${name}.` : `${either(hint, opened)} can cover ${opened.words[hint.cell]}.`;
  const others = hint.excluded.length === 1 ? "One other place" : `${hint.excluded.length} other places`;
  const after = hint.excluded.length ? ` ${others} would leave cells that cannot be filled.` : hint.ways.length > 1 ? ` Way ${number + 1} of ${hint.ways.length}.` : "";
  return `${name} ${hint.forced ? "goes" : "can go"} there.${after}`;
}

/** Return why no solution is left. @param {Answer} answer @param {Opened} opened */
export function whyInWords({ kind, cells, text }, opened) {
  if (cells.length && kind === "cell") return `No piece can cover ${opened.words[cells[0]]}.`;
  if (cells.length && kind === "region") return `The pieces that are left cannot fill the marked region of ${cells.length} cell${cells.length > 1 ? "s" : ""}.`;
  if (kind === "search") return "There is no simple reason: every way to continue was tried.";
  return sentence(opened.inWords?.(text) ?? text);
}

const least = ({ exact }) => (exact ? "" : "at least ");

/** Return which pieces to remove, and how many solutions that leaves. @param {Choice} choice @param {Opened} opened */
export function choiceInWords(choice, opened) {
  const verb = choice.left === "1" ? "is" : "are";
  return `Remove ${names(choice.places, opened)}, and ${least(choice)}${solutions(choice.left)} ${verb} left.`;
}

/** Return the label of a button that removes pieces. @param {Choice} choice @param {Opened} opened */
export function choiceLabel(choice, opened, isOnly) {
  return `Remove ${names(choice.places, opened)}${isOnly ? "" : ` (${least(choice)}${amount(choice.left)})`}`;
}

/** Return what the colours of cells mean for the piece with this name. `isAny` is false if no cell is coloured. */
export function heatInWords(name, isAny) {
  if (!isAny) return `No solution of this position has a place for ${name}.`;
  return `Where ${name} can go: a stronger colour means more solutions. Tap another piece to see its places.`;
}
export const tooMany = (name) => `There are too many solutions to show where ${name} can go.`;

const several = (number, word) => `${number || "no"} ${word}${number === 1 ? "" : "s"}`;

export const duration = (seconds) => (seconds < 59.5 ? several(Math.ceil(seconds) || 1, "second") : several(Math.round(seconds / 60), "minute"));
export const tick = (seconds) => `✓ ${seconds < 59.5 ? `${Math.ceil(seconds) || 1} s` : `${Math.round(seconds / 60)} min`}`;
/** Return the time and the hints of a game, each as a number and what it counts. */
export const effort = ({ seconds, hints }) => [duration(seconds).split(" "), several(hints, "hint").split(" ")];
/** @param {Answer} answer */
export const numbered = ({ number, of }) => [`No. ${amount(number)}`, `of ${amount(of)} different`];
/** Return a number and what it counts: the days in a row on which the puzzle of the day was solved. */
export const streak = (days) => [String(days), "days in a row"];
const ordinal = (n) => (n === 1 ? "first" : `${n}${["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? "th"}`);
export const report = (puzzle, { seconds, hints }) => `Pentomino ${puzzle}: solved in ${duration(seconds)} with ${several(hints, "hint")}.`;
export const solvedAs = (isNew, count) => `${SOLVED} ${isNew ? `New to you: your ${ordinal(count)} solution of this puzzle.` : "You found this solution before."}`;
