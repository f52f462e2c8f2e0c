// A game on a board, and what is asked about it: the solutions left, hints, reasons, and where a piece can go. The page and
// the widget share it. An answer that comes after the next move is dropped.
import { isSame } from "./game.js";
import * as words from "./words.js";

const SLOW = 300; // milliseconds after which a button shows that it is busy

export class Session {
  /** @param {import("./board.js").Board} board @param {Ask} send @param {View} view */
  constructor(board, send, view) {
    this.board = board;
    this.send = send;
    this.view = view;
    /** @type {Map<string, AbortController>} what is asked */
    this.asked = new Map();
    /** @type {Hint | null} */
    this.hint = null;
    this.isLost = false; // which has been told
    /** @type {Offer | null} the first choice of what to remove, which has been told */
    this.choice = null;
    this.level = 0; // of the hint that is shown, to 3
    this.shownWay = 0; // which of the places of the hint is shown, or would be the first
    this.hints = 0; // that were asked for, whatever their level
    /** @type {number | null} the piece of which the board shows where it can go */
    this.heated = null;
    /** @type {boolean | null} whether the puzzle has only one solution, which the number left would tell */
    this.isUnique = null;
  }

  /** What the next press of Hint gives. */
  get label() { return this.choice?.[0] ?? (this.isLost ? words.BACK : words.HINTS[this.level]); }

  get opened() { return this.board.opened; }

  /** Ask about the position. Return the answer, or null if it is not wanted any more. */
  async ask(what, more = {}, onprogress = undefined) {
    this.asked.get(what)?.abort();
    const control = new AbortController();
    const { signal } = control;
    this.asked.set(what, control);
    const answer = await this.send({ ask: what, position: this.board.position, ...more }, { onprogress, signal });
    if (this.asked.get(what) !== control) return null;
    this.asked.delete(what);
    return signal.aborted ? { ...answer, stopped: true } : answer;
  }

  /** Return an answer without an error; an error is told. */
  async answerTo(what, more = {}, fail = (text) => this.view.tell(text, [], "error")) {
    this.view.tell("", [], "error"); // somebody has read it, and goes on
    const busy = setTimeout(() => this.view.showHint(this.label, true), SLOW);
    const answer = await this.ask(what, more);
    clearTimeout(busy);
    this.view.showHint(this.label);
    if (answer?.error) fail(words.sentence(answer.error));
    return answer?.error ? null : answer;
  }

  /** Stop a question that is asked; its answer tells so. */
  stop(what) { this.asked.get(what)?.abort(); }

  /** Drop all questions. */
  drop() {
    const all = [...this.asked.values()];
    this.asked.clear();
    all.forEach((control) => control.abort());
  }

  /** Show what goes with the position, which is another now. */
  changed() {
    this.drop();
    this.isLost = false;
    this.dropHint();
    if (this.heated !== null && (this.board.isDone || this.board.game.left(this.heated) < 1)) this.hideHeat();
    if (this.heated !== null) this.showHeat(this.heated);
    this.refresh();
  }

  dropHint() {
    this.hint = null;
    this.choice = null;
    this.level = this.shownWay = 0;
    this.view.showHint(this.label);
    this.board.mark(null);
  }

  /** Show how many solutions are left, unless that would spoil the puzzle. */
  async refresh() {
    const { counter } = this.view;
    this.view.showLeft("");
    if (this.board.isDone) this.view.finish();
    if (this.board.isDone) return;
    const slow = setTimeout(() => this.view.showLeft("counting…"), SLOW);
    const start = counter === "auto" && this.isUnique === null ? await this.ask("left", { position: this.opened.given }) : {};
    if (start?.left) this.isUnique = start.exact && start.left === "1";
    const isQuiet = counter === "never" || (counter === "auto" && this.isUnique);
    if (start) this.view.showQuiet(isQuiet);
    const answer = start && !isQuiet ? await this.ask("left") : null;
    clearTimeout(slow);
    if (start && isQuiet) this.view.showLeft("");
    if (!answer) return;
    const isLost = answer.left === "0" && answer.exact;
    this.view.showLeft(answer.error ? "not counted" : words.leftInWords(answer), isLost);
    if (answer.isGone) this.view.tell(words.sentence(answer.error), [], "error");
    if (isLost) this.tellLost(Boolean(this.board.hand));
  }

  /** Tell that there is no solution. The moves of a chosen piece may stay in front. */
  tellLost(isBehind = false) {
    this.isLost = true;
    this.view.showHint(this.label);
    this.view.tell(words.LOST, [["Why?", () => this.why()]]);
    if (isBehind) this.board.onchoose(true);
  }

  /** Tell whether there is a solution from here. */
  async check() {
    const answer = await this.answerTo("left");
    if (!answer) return;
    if (answer.left !== "0") this.view.tell(words.ON_THE_WAY);
    else if (answer.exact) this.tellLost();
    else this.view.tell(words.UNKNOWN);
  }

  /** Show the next level of the hint; the last one places the piece. */
  async nextHint() {
    if (this.asked.has("hint")) return;
    if (this.isLost) return this.choice ? this.choice[1]() : this.back();
    if (!this.hint) {
      const answer = await this.answerTo("hint");
      if (!answer) return;
      this.hint = answer.hint;
      if (!this.hint && !this.board.isDone) this.tellLost();
      if (!this.hint) return;
    }
    const { cell, cells, ways } = this.hint;
    const place = ways[this.shownWay];
    this.level += 1;
    if (this.level === 1) this.hints += 1;
    if (this.level > 3) return this.board.set([...this.board.position, place], `${this.opened.pieces[place[0]].name} placed`);
    this.view.showHint(this.label);
    if (this.level === 3) return this.showWay(0);
    this.board.mark({ cell, cells, piece: this.level > 1 ? words.piecesOf(this.hint) : [] });
    this.view.tell(words.hintInWords(this.hint, this.level, this.opened));
  }

  /** Show one of the places of the hint; if nothing is forced, there are several, to be compared in turn. */
  showWay(number) {
    const { cells, excluded, ways } = this.hint;
    this.shownWay = number;
    this.board.mark({ cells, place: ways[number], excluded, piece: [ways[number][0]] });
    /** @type {Offer[]} */
    const offers = ways.length > 1 ? [["Next way", () => this.showWay((number + 1) % ways.length)]] : [];
    this.view.tell(words.hintInWords(this.hint, 3, this.opened, number), offers);
    this.board.drawing.say(words.cellsInWords(this.board.game.cells(ways[number]), this.opened)); // which others see
  }

  async why() {
    const answer = await this.answerTo("why");
    if (!answer) return;
    this.board.mark({ cells: answer.cells });
    this.view.tell(words.whyInWords(answer, this.opened));
  }

  async back() {
    const answer = await this.answerTo("back");
    if (!answer) return;
    const choices = answer.choices.slice(0, 3);
    this.board.mark({ back: choices[0]?.places ?? answer.reason.filter((place) => !this.board.game.isGiven(place)) });
    /** @type {(one: Choice, n: number) => Offer} */
    const offer = (one, n) => [
      words.choiceLabel(one, this.opened, n === 0),
      () => this.board.set(this.board.position.filter((place) => !one.places.some((other) => isSame(place, other)))),
    ];
    // The button of the hint has the first choice.
    const [first = null, ...others] = choices.map(offer);
    this.choice = first;
    this.view.showHint(this.label);
    this.view.tell(first ? words.choiceInWords(choices[0], this.opened) : words.TOGETHER, others);
  }

  /** Show where a piece can go: on each cell, the share of the solutions in which it covers the cell. */
  async showHeat(piece) {
    const { name } = this.opened.pieces[piece];
    this.heated = piece;
    this.view.tell("", [], "error");
    this.dropHint();
    this.view.showHeat(true);
    const answer = await this.ask("heat", { piece });
    if (!answer || this.heated !== piece) return;
    if (answer.error) this.hideHeat();
    else this.board.heat(answer.share);
    this.view.tell(answer.error ? words.tooMany(name) : words.heatInWords(name, answer.share.some(Boolean)));
  }

  hideHeat() {
    this.heated = null;
    this.board.heat(null);
    this.view.showHeat(false);
    this.view.tell("");
  }

  /** Show where the piece of the hint, the chosen piece or the first one that is not on the board can go; or no longer show it. */
  toggleHeat() {
    const { hand, game } = this.board;
    const first = this.opened.pieces.findIndex((_, piece) => !game.position.some((place) => place[0] === piece));
    const hinted = this.level > 1 ? this.hint.ways[this.shownWay][0] : null;
    if (this.heated !== null) this.hideHeat();
    else if (this.isLost) this.tellLost();
    else this.showHeat(hinted ?? (hand && !hand.from ? hand.piece : Math.max(0, first)));
  }
}
