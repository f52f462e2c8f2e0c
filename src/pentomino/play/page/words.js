// Numbers and sentences.

/** Return a number with its thousands apart. It may be text, if it may be too large for JavaScript. */
export function amount(number) {
  return BigInt(number).toLocaleString("en");
}

/** Return a number of solutions in words. */
export function solutions(number) {
  if (String(number) === "0") return "no solution";
  return `${amount(number)} solution${String(number) === "1" ? "" : "s"}`;
}

/** Return a message as a sentence. */
export function sentence(text) {
  return text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** Return a message with cells that are said as for programs, (3, 0), said as for people: row 4, column 1. */
export function withWords(text, opened) {
  if (!opened) return text;
  const number = new Map(opened.cells.map((cell, i) => [cell.join(", "), i]));
  return text.replace(/\((\d+(?:, \d+)+)\)/g, (whole, cell) => opened.words[number.get(cell)] ?? whole);
}
