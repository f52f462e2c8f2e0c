// A game on a board, and what is asked about it: the solutions left, hints, reasons, and where a piece can go. The page and
// the widget share it. An answer that comes after the next move is dropped.
import { isSame } from "./game.js";
import { choiceInWords, choiceLabel, HINTS, hintInWords, leftInWords, LOST, sentence, whyInWords, withWords } from "./words.js";

/**
 * Who shows what is told: sentences with buttons to press, how many solutions are left, and the label of the next hint.
 * @typedef {object} View
 * @property {(text: string, offers?: [string, () => void][]) => void} tell
 * @property {(text: string, left?: number) => void} showLeft
 * @property {(label: string) => void} showHint
 * @property {() => void} finish
 */

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
    this.level = 0; // of the hint that is shown, to 3
    /** @type {number | null} the piece of which the board shows where it can go */
    this.heated = null;
  }

  get opened() { return this.board.opened; }
  nameOf(piece) { return this.opened.pieces[piece].name; }
  namesOf(places) { return new Intl.ListFormat("en").format(places.map(([piece]) => this.nameOf(piece))); }

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
  async answerTo(what, more = {}, tell = this.view.tell) {
    const answer = await this.ask(what, more);
    if (answer?.error) tell(sentence(withWords(answer.error, this.opened)));
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
    this.hint = null;
    this.level = 0;
    this.view.showHint(HINTS[0]);
    this.board.mark(null);
    this.refresh();
    if (this.heated !== null) this.showHeat(this.heated);
  }

  async refresh() {
    if (this.board.isDone) {
      this.view.finish();
      return;
    }
    const slow = setTimeout(() => this.view.showLeft("counting…"), 400);
    const answer = await this.ask("left");
    clearTimeout(slow);
    if (!answer) return;
    if (answer.error) this.view.showLeft("not counted");
    else this.view.showLeft(leftInWords(answer), Number(answer.left) || (answer.exact ? 0 : undefined));
    if (answer.left === "0" && answer.exact) this.tellLost();
  }

  tellLost() { this.view.tell(LOST, [["Why?", () => this.why()], ["What to take back?", () => this.back()]]); }

  /** Show the next level of the hint; the last one lays the piece. */
  async nextHint() {
    if (!this.hint) {
      const answer = await this.answerTo("hint");
      if (!answer) return;
      this.hint = answer.hint;
      if (!this.hint) {
        if (!this.board.isDone) this.tellLost();
        return;
      }
    }
    this.level += 1;
    const { cell, cells, place, excluded } = this.hint;
    if (this.level > 3) {
      this.board.set([...this.board.position, place]);
      return;
    }
    this.board.mark(this.level < 3 ? { cell, cells } : { cells, place, excluded });
    this.view.tell(hintInWords(this.hint, this.level, this.nameOf(place[0])));
    this.view.showHint(HINTS[this.level]);
  }

  async why() {
    const answer = await this.answerTo("why");
    if (!answer) return;
    this.board.mark({ cells: answer.cells });
    this.view.tell(whyInWords(answer, this.opened), [["What to take back?", () => this.back()]]);
  }

  async back() {
    const answer = await this.answerTo("back");
    if (!answer) return;
    const choices = answer.choices.slice(0, 3);
    this.board.mark({ back: choices[0]?.places ?? answer.reason.filter((place) => !this.board.game.isGiven(place)) });
    this.view.tell(
      choices.length ? choiceInWords(choices[0], this.namesOf(choices[0].places)) : "These pieces cannot stay together.",
      choices.map((one) => [choiceLabel(one, this.namesOf(one.places), choices.length === 1), () => this.takeBack(one.places)]),
    );
  }

  takeBack(places) {
    this.board.set(this.board.position.filter((place) => !places.some((other) => isSame(place, other))));
  }

  /** Show where a piece can go: on each cell, the share of the solutions in which it covers the cell. */
  async showHeat(piece) {
    this.heated = piece;
    const answer = await this.answerTo("heat", { piece });
    if (!answer || this.heated !== piece) return;
    this.board.heat(answer.share);
    const name = this.nameOf(piece);
    this.view.tell(
      Math.max(...answer.share) > 0
        ? `Where ${name} can go: the stronger the colour, the more solutions. Tap another piece to see its places.`
        : `From here no solution has another ${name}.`,
    );
  }

  /** Show where the chosen piece can go, or the first one that is not on the board; or no longer show it. */
  toggleHeat() {
    if (this.heated !== null) {
      this.heated = null;
      this.board.heat(null);
      this.view.tell("");
      return;
    }
    const { hand, game } = this.board;
    const first = this.opened.pieces.findIndex((_, piece) => !game.position.some((place) => place[0] === piece));
    this.showHeat(hand && !hand.from ? hand.piece : Math.max(0, first));
  }
}
