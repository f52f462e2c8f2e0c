// What the browser keeps: the last game with its steps, what was solved, by which solutions, the last solution shown, and
// settings. Nothing of it is sent anywhere.
import { FORGOTTEN } from "./words.js";

const KEY = "pentomino";
const MOST = 100; // solved puzzles that are kept

/** @returns {Memory} what is kept, which is nothing where the browser keeps nothing */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** @param {Memory} changes */
export function remember(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...changes }));
  } catch {} // storage is full or not allowed
}

export function forget() {
  if (Object.keys(remembered()).length) localStorage.removeItem(KEY);
  history.replaceState(null, ""); // which has the game, too
  return FORGOTTEN;
}

/** Return what tells a puzzle from others: that of a day is known by its date. @param {Asked} asked */
export function nameOf({ board, pieces, day, calendar }) { return JSON.stringify(day ? { day, calendar } : [board, pieces]); }

/** @param {Asked} asked */
export function isSolved(asked) { return (remembered().solved ?? []).includes(nameOf(asked)); }

/** @param {Asked} asked */
export function rememberSolved(asked) {
  if (!isSolved(asked)) remember({ solved: [...(remembered().solved ?? []), nameOf(asked)].slice(-MOST) });
}

/** Keep the number of a solution. Return whether it is new. @param {Asked} asked */
export function rememberNumber(asked, number) {
  const { found = {} } = remembered();
  const numbers = found[nameOf(asked)] ?? [];
  const isNew = !numbers.includes(number);
  if (isNew) remember({ found: { ...found, [nameOf(asked)]: [...numbers, number] } });
  return isNew;
}
