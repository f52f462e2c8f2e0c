// What the browser keeps: the last game with its steps, what was solved, the last solution shown, and settings. Nothing of it is sent anywhere.
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
  return FORGOTTEN;
}

const nameOf = ({ board, pieces }) => JSON.stringify([board, pieces]);

/** @param {Asked} asked */
export const isSolved = (asked) => (remembered().solved ?? []).includes(nameOf(asked));

/** @param {Asked} asked */
export function rememberSolved(asked) {
  if (!isSolved(asked)) remember({ solved: [...(remembered().solved ?? []), nameOf(asked)].slice(-MOST) });
}
