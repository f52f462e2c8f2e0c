// The sentences of the page and of the widget, and numbers in words.

export const HINTS = ["Hint", "Which piece?", "Show me", "Lay it"]; // what the next press of the button gives
export const LOST = "From here no solution is left.";

/** Return a number with its thousands apart. It may be text, if it may be too large for JavaScript. */
export function amount(number) { return BigInt(number).toLocaleString("en"); }

/** Return a number of solutions in words. */
export function solutions(number) {
  if (String(number) === "0") return "no solution";
  return `${amount(number)} solution${String(number) === "1" ? "" : "s"}`;
}

/** Return a message as a sentence. */
export function sentence(text) {
  return text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** Return a message with cells in the words of programs, (3, 0), in those of people: row 4, column 1. */
export function withWords(text, opened) {
  if (!opened) return text;
  const number = new Map(opened.cells.map((cell, i) => [cell.join(", "), i]));
  return text.replace(/\((\d+(?:, \d+)+)\)/g, (whole, cell) => opened.words[number.get(cell)] ?? whole);
}

/** Return how many solutions are left. @param {Answer} answer */
export function leftInWords({ left, exact }) {
  if (exact) return `${solutions(left)} left`;
  return left === "0" ? "too many to count here" : `at least ${solutions(left)}`;
}

/** Return why a placement is hinted; the board marks where. @param {Hint} hint */
function reason({ kind, cells, left, excluded, having, completions, exact }) {
  return {
    pocket: `only one piece fits the pocket of ${cells.length} cells`,
    cell: excluded.length ? "one piece covers it in only one way" : "only one piece can cover it, and in only one way",
    piece: left > 1 ? `a piece that covers it has only ${left} places for its ${left} copies` : "a piece that covers it has only one place left",
    region: "all ways to fill the region agree there",
    search: "all solutions cover it in the same way",
    often: `nothing is certain yet, but ${amount(having ?? 0)} of ${exact ? "" : "the first "}${solutions(completions ?? 0)} agree there`,
  }[kind] ?? "one piece covers it";
}

/** Return a hint in words, at a level from 1 to 3. @param {Hint} hint */
export function hintInWords(hint, level, name) {
  if (level === 1) return `Look at the marked cell: ${reason(hint)}.`;
  if (level === 2) return `The piece is ${name}.`;
  const others = hint.excluded.length === 1 ? "One other place" : `${hint.excluded.length} other places`;
  const after = hint.excluded.length ? ` ${others} would leave cells that cannot be filled.` : "";
  return `${name} ${hint.forced ? "goes" : "can go"} there.${after}`;
}

/** Return why no solution is left. @param {Answer} answer @param {Opened} opened */
export function whyInWords({ kind, cells, text }, opened) {
  const short = { cell: "No piece can cover the marked cell.", region: "The pieces that are left cannot fill the marked region." };
  return (cells.length && short[kind]) || sentence(withWords(text, opened));
}

const least = ({ exact }) => (exact ? "" : "at least ");

/** Return what is left after pieces have been taken back. @param {Choice} choice */
export function choiceInWords(choice, names) {
  return `Take back ${names}, and ${least(choice)}${solutions(choice.left)} ${choice.left === "1" ? "is" : "are"} left.`;
}

/** Return the label of a button that takes pieces back. @param {Choice} choice */
export function choiceLabel(choice, names, isOnly) {
  return `Take back ${names}${isOnly ? "" : ` (${least(choice)}${amount(choice.left)})`}`;
}
