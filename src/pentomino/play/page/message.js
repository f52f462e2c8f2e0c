// The message below the board. It keeps a text for each rank and shows the one of the highest rank, so that automatic messages do not
// hide an error before it is read, and a lesson returns when a reason is removed.

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

  /** Set the text of a rank, and its buttons; an empty text removes it. @param {Rank} rank @param {Offer[]} offers */
  tell(rank, text, offers = []) {
    this.texts[rank] = text ? [text, offers] : null;
    this.update();
  }

  /** Remove the error and the reason, because the player has moved on. */
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
