// A game, and the questions about it: how many solutions are left, hints, why no solution is left, and where a piece can go. The page and
// the widget share this class. An answer that arrives after the next move is ignored.
import { isSame } from "./game.js";
import * as words from "./words.js";

const SLOW = 300; // milliseconds after which a button shows that it is busy

export class Session {
  /** @param {import("./board.js").Board} board @param {Ask} send @param {View} view */
  constructor(board, send, view) {
    this.board = board;
    this.send = send;
    this.view = view;
    /** @type {Map<string, AbortController>} the unanswered questions, by name */
    this.asked = new Map();
    /** @type {Hint | null} */
    this.hint = null;
    this.isLost = false; // whether the player has been told that this position has no solution
    /** @type {Offer | null} the removal that the hint button offers */
    this.choice = null;
    this.level = 0; // how much of the hint is shown: 0 is nothing, 4 places its piece
    this.shownWay = 0; // the index of the hint's placement that level 3 shows
    this.hints = 0; // hints asked for; all levels of a hint count once
    /** @type {number | null} the piece whose possible cells the board colours */
    this.heated = null;
    /** @type {boolean | null} whether the puzzle has only one solution: a count would then reveal every mistake */
    this.isUnique = null;
  }

  /** The label of the hint button: what its next press does. */
  get label() { return this.choice?.[0] ?? (this.isLost ? words.BACK : words.HINTS[this.level]); }

  get opened() { return this.board.opened; }

  /** Ask about the position. Return the answer, or null if the question was dropped or asked again in the meantime. */
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

  /** Ask, and return the answer. If it is an error, show it with `fail` and return null. */
  async answerTo(what, more = {}, fail = (text) => this.view.tell(text, [], "error")) {
    this.view.tell("", [], "error"); // the player has moved on, so an old error has been read
    const busy = setTimeout(() => this.view.showHint(this.label, true), SLOW);
    const answer = await this.ask(what, more);
    clearTimeout(busy);
    this.view.showHint(this.label);
    if (answer?.error) fail(words.sentence(answer.error));
    return answer?.error ? null : answer;
  }

  /** Stop a question; its answer then has `stopped`. */
  stop(what) { this.asked.get(what)?.abort(); }

  /** Stop all questions, and ignore their answers. */
  drop() {
    const all = [...this.asked.values()];
    this.asked.clear();
    all.forEach((control) => control.abort());
  }

  /** Update what is shown about the position, which has changed. */
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

  /** Tell the player that there is no solution. With `isBehind`, the buttons of the chosen piece stay in front of the message. */
  tellLost(isBehind = false) {
    this.isLost = true;
    this.view.showHint(this.label);
    this.view.tell(words.LOST, [["Why?", () => this.why()]]);
    if (isBehind) this.board.onchoose(true);
  }

  /** Tell the player whether the position has a solution. */
  async check() {
    const answer = await this.answerTo("left");
    if (!answer) return;
    if (answer.left !== "0") this.view.tell(words.ON_THE_WAY);
    else if (answer.exact) this.tellLost();
    else this.view.tell(words.UNKNOWN);
  }

  /** Show the next level of the hint; after the third, place its piece. */
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

  /** Show one placement of the hint. If none is forced, there may be several, and a button shows the next one. */
  showWay(number) {
    const { cells, excluded, ways } = this.hint;
    this.shownWay = number;
    this.board.mark({ cells, place: ways[number], excluded, piece: [ways[number][0]] });
    /** @type {Offer[]} */
    const offers = ways.length > 1 ? [["Next way", () => this.showWay((number + 1) % ways.length)]] : [];
    this.view.tell(words.hintInWords(this.hint, 3, this.opened, number), offers);
    this.board.drawing.say(words.cellsInWords(this.board.game.cells(ways[number]), this.opened)); // for players who do not see the board
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
    // The hint button offers the first choice, and the message offers the others.
    const [first = null, ...others] = choices.map(offer);
    this.choice = first;
    this.view.showHint(this.label);
    this.view.tell(first ? words.choiceInWords(choices[0], this.opened) : words.TOGETHER, others);
  }

  /** Show where a piece can go: colour each cell by the share of the solutions in which the piece covers it. */
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

  /** Show or hide where a piece can go: the piece of the hint, else the chosen one, else the first that is not on the board. */
  toggleHeat() {
    const { hand, game } = this.board;
    const first = this.opened.pieces.findIndex((_, piece) => !game.position.some((place) => place[0] === piece));
    const hinted = this.level > 1 ? this.hint.ways[this.shownWay][0] : null;
    if (this.heated !== null) this.hideHeat();
    else if (this.isLost) this.tellLost();
    else this.showHeat(hinted ?? (hand && !hand.from ? hand.piece : Math.max(0, first)));
  }
}
