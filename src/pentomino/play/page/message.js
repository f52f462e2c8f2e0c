// Who owns what is told below the board. A text of each rank may be there, and the highest is shown: what comes by itself
// does not hide an error before it is read, and a lesson is there again when a reason has gone.

/** @type {Rank[]} */
const RANKS = ["error", "reason", "lesson", "goal"];
/** @type {[string, Offer[]]} */
const NOTHING = ["", []];

export class Message {
  /** @param {(text: string, offers: Offer[]) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Partial<Record<Rank, [string, Offer[]]>>} */
    this.texts = {};
    this.shown = null;
  }

  /** Tell a text with buttons; an empty text removes that of its rank. @param {Rank} rank @param {Offer[]} offers */
  tell(rank, text, offers = []) {
    this.texts[rank] = text ? [text, offers] : null;
    this.update();
  }

  /** Remove errors and reasons, as the player has gone on. */
  moveOn() {
    this.texts.error = this.texts.reason = null;
    this.update();
  }

  update() {
    /** @type {[string, Offer[]]} */
    const highest = RANKS.map((rank) => this.texts[rank]).find(Boolean) ?? NOTHING;
    if (highest !== this.shown) this.show(...highest);
    this.shown = highest;
  }
}
