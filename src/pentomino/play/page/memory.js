// What the browser stores: recent games, solved puzzles, the solutions found, and settings. Nothing of it is sent anywhere.
import { FORGOTTEN } from "./words.js";

const KEY = "pentomino";
const MAX_SOLVED = 300; // solved puzzles to keep, not counting puzzles of the day
const MAX_GAMES = 20;

/** @returns {Memory} what is kept; empty if the browser allows no storage */
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
  history.replaceState(null, ""); // the history stores the game, too
  return FORGOTTEN;
}

/** Return the key of a puzzle: its date, its level and seed, or its board and pieces. @param {Asked} asked */
export function nameOf({ board, pieces, day, calendar, level, seed }) {
  return JSON.stringify(day ? { day, calendar } : level ? { level, seed } : [board, pieces]);
}

/** Return whether a stored value is a game that can be continued. @param {Kept} game */
export const isGame = (game) => typeof game?.asks?.board === "string" && Array.isArray(game.steps) && Array.isArray(game.steps[game.index]);

/** Return the stored games, the most recent first. @returns {Kept[]} */
export function games() { return [remembered().games ?? []].flat().filter(isGame); }

export function gameOf(asked) { return games().find(({ asks }) => nameOf(asks) === nameOf(asked)); }

/** Store a game as the most recent one, and drop others in which no piece was placed. @param {Kept} game */
export function rememberGame(game) {
  const others = games().filter(({ asks, steps }) => nameOf(asks) !== nameOf(game.asks) && steps.flat().length);
  remember({ games: [game, ...others].slice(0, MAX_GAMES) });
}

/** Return how many seconds a puzzle took, or undefined if it is not solved. @param {Asked} asked @returns {number | undefined} */
export function secondsOf(asked) { return remembered().solved?.[nameOf(asked)]; }

export const isSolved = (asked) => secondsOf(asked) !== undefined;

/** @param {Asked} asked */
export function rememberSolved(asked, seconds) {
  if (isSolved(asked)) return;
  /** @type {[string, number][]} */
  const all = [...Object.entries(remembered().solved ?? {}), [nameOf(asked), Math.round(seconds)]];
  const others = all.filter(([name]) => !name.startsWith('{"day"'));
  const dropped = new Set(others.slice(0, -MAX_SOLVED));
  remember({ solved: Object.fromEntries(all.filter((one) => !dropped.has(one))) });
}

/** Return the numbers of the solutions that were found. @param {Asked} asked @returns {number[]} */
export function numbersOf(asked) { return remembered().found?.[nameOf(asked)] ?? []; }

/** Store the number of a solution. Return whether it is new. @param {Asked} asked */
export function rememberNumber(asked, number) {
  const numbers = numbersOf(asked);
  const isNew = !numbers.includes(number);
  if (isNew) remember({ found: { ...remembered().found, [nameOf(asked)]: [...numbers, number] } });
  return isNew;
}
