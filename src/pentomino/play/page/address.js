// The puzzles that can be opened (a board, the puzzle of a day, a new one at a level), and the address of each. An address may be
// hostile: the package reads its puzzle, and the board ignores placements that are impossible.
import { tokenOf } from "./engine.js";
import { nameOf } from "./memory.js";
import * as words from "./words.js";

const MAX_LINK = 60_000;
const VERSION = "1"; // raise it when `generate` makes other puzzles from the same seeds
const CALENDAR = "a-puzzle-a-day";

/** @type {(Asked & { label: string })[]} */
export const BOARDS = [
  ["6x10", "6x10"], ["5x12", "5x12"], ["4x15", "4x15"], ["3x20", "3x20"], ["8x8 with a hole", "8x8-hole"],
  ["8x8 with a square", "8x8-square"], ["Katamino 5x5", "katamino-5"], ["Kanoodle", "kanoodle"],
  ["Kanoodle pyramid", "kanoodle-pyramid"], ["Soma cube", "soma"],
  ["Box 3x4x5", "3x4x5"], ["Hexagons", "tetrahexes-4x7"], ["Triangles", "hexiamonds-rhombus"], ["Torus", "pentominoes-torus-6x10"],
  ["Tetromino floor", "4x10", "tetrominoes*"],
].map(([label, board, pieces = null]) => ({ label, board, pieces }));

export const any = () => Math.floor(Math.random() * 2 ** 31);
/** @returns {Asked} */
export const ofLevel = (level, seed = any()) => ({ board: null, pieces: null, level, seed });
/** Return the request for the puzzle of a day, or for the calendar puzzle of that day. @returns {Asked} */
export const ofDay = (day, calendar = null) => (calendar ? { board: null, pieces: null, day, calendar } : { ...ofLevel("medium", Number(day.replaceAll("-", ""))), day });
export const ofDate = (day) => ofDay(day, CALENDAR);

const swedish = (date) => date.toLocaleDateString("sv"); // 2026-11-20
export const today = (ago = 0) => swedish(new Date(new Date().setHours(12) - ago * 86_400_000));
export const noon = (day) => new Date(`${day}T12:00`);
export const lastDays = (calendar = null) => Array.from({ length: 7 }, (_, ago) => ofDay(today(ago), calendar));
/** Return a day in words, with its year unless that is the present one. */
export const inWords = (day) => noon(day).toLocaleDateString("en", { month: "long", day: "numeric", year: day.slice(0, 4) === today().slice(0, 4) ? undefined : "numeric" });

/** Return an error if the day or the seed of a request is invalid. @param {Asked} asks @returns {Answer | null} */
export function fault({ day, level, seed }) {
  if (day && swedish(noon(day)) !== day) return { error: words.NO_DATE };
  return level && !Number.isInteger(seed) ? { error: words.NO_SEED } : null;
}

/** Return the question whose answer is the board for a day or a level. @param {Asked} asks */
export function boardOf({ day, calendar, level, seed }) {
  return calendar ? { ask: "calendar", date: day, calendar } : { ask: "generate", seed, difficulty: level };
}

/** @param {Asked} asks */
export function titleOf({ board, pieces, day, calendar, level }) {
  if (day) return calendar ? inWords(day) : `Puzzle of ${inWords(day)}`;
  if (level) return `New puzzle, ${level}`;
  if (board.length > 40 || /[\n{]/.test(board)) return "Your puzzle";
  return BOARDS.find((one) => nameOf(one) === nameOf({ board, pieces }))?.label ?? board.split(":").at(-1).replaceAll(",", " ");
}

export const packed = (places) => places.map((place) => place.map((number) => number.toString(36)).join(".")).join("-");

function unpacked(at) {
  const texts = /^[0-9a-z.-]{0,4000}$/.test(at) ? at.split("-") : [];
  return texts.map((text) => text.split(".").map((number) => parseInt(number, 36)));
}

/** Return the link to a puzzle with some pieces placed. @param {Asked} asks @param {Asked} first the puzzle of the bare address */
export function linkTo(asks, first, at = "") {
  const { pieces, day, calendar } = asks;
  const { level, seed } = day ? /** @type {any} */ ({}) : asks;
  const board = day || level || nameOf(asks) === nameOf(first) ? null : asks.board;
  const parts = Object.entries({ token: tokenOf(location.hash), calendar, day, level, seed, v: level && VERSION, board, pieces, at });
  const link = new URLSearchParams(parts.filter(([, value]) => value || value === 0));
  return String(link) ? `#${link}` : location.pathname;
}

/** Return the request in the address, its placed pieces, and whether it names no puzzle. @param {Asked} first */
export function asked(first) {
  const link = new URLSearchParams(location.hash.length > MAX_LINK ? "" : location.hash.slice(1));
  const [calendar, level, seed, at] = ["calendar", "level", "seed", "at"].map((name) => link.get(name));
  const day = link.get("day") ?? (calendar && today());
  const isSeed = link.get("v") === VERSION && /^\d{1,10}$/.test(seed);
  /** @type {Asked} */
  const asks = day ? ofDay(day, calendar)
    : level ? ofLevel(level, isSeed ? Number(seed) : NaN)
    : { board: link.get("board") || first.board, pieces: link.get("pieces") || null };
  return { asks, at: at ?? "", position: unpacked(at ?? ""), isBare: !day && !level && !link.has("board") };
}
