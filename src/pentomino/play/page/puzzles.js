// The dialog to choose a puzzle: the puzzle of a day, a board from the list, a new puzzle, or the player's own.
import { BOARDS, inWords, noon, ofDate, ofDay, ofLevel, today } from "./address.js";
import { make } from "./drawing.js";
import { editor } from "./editor.js";
import { $, showOffers } from "./elements.js";
import { gameOf, isSolved, numbersOf, secondsOf } from "./memory.js";
import * as words from "./words.js";

const REMEDY = /write '(.+)' to use (only some of them|as many as needed)/; // in the error for pieces that cannot fill a board
let month = ""; // the month that is shown, such as 2026-11

/** @type {Where} */
export const wrong = (text, offers = [], isWrong = true) => {
  $("wrong").classList.toggle("wrong", isWrong);
  $("wrong").firstElementChild.textContent = text;
  showOffers($("wrong").lastElementChild, offers);
};

/** Set up the dialog. Return a function that shows it. @param {(asks: Asked, options: object) => Promise<boolean>} begin */
export function listenToPuzzles(begin, first) {
  const order = (asks) => begin(asks, { where: wrong, isNew: true });

  async function orderOwn() {
    const [board, pieces] = [$("board").value.trim() || first.board, $("pieces").value.trim() || null];
    if (await order({ board, pieces })) return;
    const [, better = "", which = ""] = REMEDY.exec($("wrong").textContent) ?? [];
    if (better) showOffers($("wrong").lastElementChild, [[`Play with ${which.replace("them", "the pieces")}`, () => { $("pieces").value = better; orderOwn(); }]]);
  }

  /** @param {Asked} asks */
  function offer(place, label, asks) {
    const state = isSolved(asks) ? "solved" : gameOf(asks)?.steps.flat().length ? "begun" : "";
    const button = make($(place), "button", { type: "button", class: state });
    make(button, "span", {}, label);
    button.onclick = () => order(asks);
    return button;
  }

  function showMonth(by = 0) {
    const start = noon(`${month || today().slice(0, 7)}-01`);
    start.setMonth(start.getMonth() + by);
    const [year, number] = [start.getFullYear(), start.getMonth()];
    month = `${year}-${String(number + 1).padStart(2, "0")}`;
    $("month").textContent = start.toLocaleDateString("en", { month: "long", year: "numeric" });
    $("later").disabled = month >= today().slice(0, 7);
    $("days").replaceChildren();
    for (let n = 1; n <= new Date(year, number + 1, 0).getDate(); n++) {
      const day = `${month}-${String(n).padStart(2, "0")}`;
      const button = offer("days", n, ofDay(day));
      const seconds = secondsOf(ofDay(day));
      if (seconds !== undefined) make(button, "small", {}, words.tick(seconds));
      button.ariaLabel = [inWords(day), seconds === undefined ? button.className : `solved in ${words.duration(seconds)}`].filter(Boolean).join(", ");
      button.disabled = day > today();
      if (day === today()) button.ariaCurrent = "date";
    }
    $("days").firstElementChild.style.gridColumnStart = String(((start.getDay() + 6) % 7) + 1);
  }

  const markDate = () => $("calendar").classList.toggle("solved", isSolved(ofDate($("date").value)));

  function show() {
    month = "";
    showMonth();
    const days = streak();
    $("streak").textContent = days > 1 ? words.streak(days).join(" ") : "";
    $("today").className = `main ${isSolved(ofDay(today())) ? "solved" : ""}`;
    $("boards").replaceChildren();
    for (const one of BOARDS) {
      const button = offer("boards", one.label, one);
      make(button, "small", {}, numbersOf(one).length ? `${numbersOf(one).length} found` : "");
      button.prepend(make(button, "img", { src: `boards/${one.board}.svg`, alt: "", loading: "lazy" }));
    }
    $("date").value ||= today();
    markDate();
    wrong("");
    $("puzzles").showModal();
    $("puzzles").scrollTo(0, 0);
  }

  const act = {
    today: () => order(ofDay(today())),
    earlier: () => showMonth(-1),
    later: () => showMonth(1),
    calendar: () => order(ofDate($("date").value)),
    generate: () => order(ofLevel($("difficulty").value)),
    begin: orderOwn,
  };
  for (const id in act) $(id).addEventListener("click", act[id]);
  $("date").addEventListener("input", markDate);
  editor($("draw"), $("board"), { rows: $("rows"), columns: $("columns"), blank: $("blank"), area: $("area") });
  return show;
}

/** Return for how many days in a row, up to today or yesterday, the puzzle of the day was solved. */
export function streak() {
  const first = isSolved(ofDay(today())) ? 0 : 1;
  let days = 0;
  while (isSolved(ofDay(today(first + days)))) days += 1;
  return days;
}
