// The engine of a file written by `pentomino play -o`, which can ask neither a program nor Python. It replaces `engine.js`.
import { listed } from "./page/listed.js";

export const tokenOf = (fragment) => null;

export function connect() {
  const { board, opened, places, solutions, distinct } = JSON.parse(document.getElementById("game").textContent);
  const answer = listed(opened, places, solutions, distinct);
  const why = { kind: "search", cells: [], text: "no solution has all of these pieces where they are" };

  async function ask(question) {
    return answer(question) ?? (question.ask === "why" ? why : { error: "this file has only one puzzle" });
  }

  return { ask, ready: Promise.resolve(), kind: "file", board, opened: Promise.resolve(opened) };
}
