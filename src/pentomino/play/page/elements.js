// Short functions that find elements of the page, and one that shows the buttons of a message.
import { make } from "./drawing.js";

/** @returns {any} */
export const $ = (id) => document.getElementById(id);
/** @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

/** @param {Offer[]} offers */
export function showOffers(place, offers) {
  const hasFocus = place.contains(document.activeElement);
  place.replaceChildren();
  for (const [label, act] of offers) make(place, "button", { type: "button" }, label).onclick = act;
  if (hasFocus) place.firstElementChild?.focus(); // keep the focus for players who use keys
}
