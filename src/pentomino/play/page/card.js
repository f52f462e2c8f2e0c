// The card that replaces the tray at the end of a game: the time and the hints it took, and what to play next.
import { make } from "./drawing.js";

/** Show a card with figures such as ["3", "hints"], and with buttons. @param {string[][]} figures @param {Offer[]} offers */
export function showCard(table, title, figures, offers) {
  hideCard(table);
  const card = make(table, "section", { class: "card", "aria-label": "End of the game" });
  make(card, "h2", {}, title);
  make(card, "dl");
  for (const one of figures) addFigure(card, one);
  const row = make(card, "div", { class: "row" });
  offers.forEach(([label, act], n) => { make(row, "button", { type: "button", class: n ? "" : "main" }, label).onclick = act; });
  return card;
}

/** Add a number and what it counts. @param {string[]} figure */
export function addFigure(card, figure) {
  const [number, name] = figure;
  const one = make(card.querySelector("dl"), "div");
  make(one, "dt", {}, name);
  make(one, "dd", {}, number);
}

/** Remove the card. Return whether there was one. */
export function hideCard(table) {
  const card = table.querySelector(".card");
  card?.remove();
  return Boolean(card);
}
