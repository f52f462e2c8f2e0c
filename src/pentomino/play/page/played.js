// A game on the page: updates what is around the board after each move, and handles the end of the game.
import { BOARDS, inWords, lastDays, linkTo, ofLevel, packed, today } from "./address.js";
import { Board } from "./board.js";
import { addFigure, hideCard, showCard } from "./card.js";
import { $, all } from "./elements.js";
import { isSolved, nameOf, numbersOf, rememberGame, rememberNumber, rememberSolved } from "./memory.js";
import { streak } from "./puzzles.js";
import { Session } from "./session.js";
import { sharePicture, shareText } from "./sharing.js";
import * as words from "./words.js";

const MAX_THOUGHT = 60; // the maximum number of seconds counted for a move: a longer pause is a break
const inQuestion = ({ board, pieces }) => (pieces === null ? { board } : { board, pieces });

export class PageSession extends Session {
  /**
   * `asks` is the request for the puzzle. `start` has a position or a game to continue, and `isFallback` if the puzzle replaces one
   * that could not be opened: it is then stored only from the first move on.
   * @param {Page} page @param {Asked} asks @param {Opened} opened
   * @param {{ position?: Place[], past?: Past, isFallback?: boolean }} start
   */
  constructor(page, asks, opened, start) {
    const board = new Board($("play"), opened, {
      ...start,
      palette: $("palette").value,
      keys: document,
      shortcuts: { h: () => $("hint").click() },
      bar: $("moves"),
      onchange: () => this.moved(),
      onchoose: (isChosen) => document.body.classList.toggle("chosen", isChosen),
      onrefuse(text) {
        page.message.moveOn();
        page.view.tell(words.sentence(text));
      },
    });
    super(board, (question, listening) => page.engine.ask({ ...inQuestion(asks), ...question }, listening), page.view);
    board.hasLetterKeys = $("letters").value === "on";
    this.page = page;
    this.asks = asks;
    this.hints = start.past?.hints ?? 0;
    this.seconds = start.past?.seconds ?? 0; // spent on the game
    this.shown = start.past?.shown ?? ""; // the last solution shown on request
    this.newest = start.past?.newest ?? ""; // the last solution that the player had not found before
    this.placed = start.past?.placed ?? []; // the placements made by hints
    this.isReopened = Boolean(start.past); // whether an earlier game was opened and has had no move since
    this.isFallback = start.isFallback;
    this.since = Date.now(); // when the last move was made
    /** @type {Opened} the puzzle before its board was turned */
    this.source = opened;
  }

  moved() {
    this.seconds += Math.min(MAX_THOUGHT, (Date.now() - this.since) / 1000);
    this.since = Date.now();
    this.isFallback = this.isReopened = false;
    if (this.level > 3) this.placed.push(String(this.hint.ways[this.shownWay]));
    if (!this.board.game.laid.length) Object.assign(this, { hints: 0, seconds: 0, newest: "", placed: [] }); // a new start
    this.page.message.moveOn();
    this.page.moved();
    this.changed();
  }

  changed() {
    const { board, page } = this;
    const { owner } = board.game;
    if (!board.isDone && hideCard($("play"))) page.fit();
    $("undo").disabled = !board.canUndo;
    $("redo").disabled = !board.canRedo;
    all("#heat, #check, #hint").forEach((one) => { one.disabled = !page.isReady || board.isDone; });
    $("level").style.setProperty("transform", `scaleX(${board.isDone ? 1 : owner.filter(Boolean).length / owner.length})`);
    this.keep();
    page.message.tell("goal", board.canUndo ? "" : words.goalInWords(this.opened));
    super.changed();
  }

  /** The game as it is stored. @returns {Kept} */
  get past() {
    const { asks, hints, seconds, shown, newest, placed, board: { game: { steps, index } } } = this;
    return { asks, steps, index, hints, seconds, shown, newest, placed };
  }

  /** Store the game in the browser, and its puzzle and position in the address. */
  keep() {
    const game = this.isFallback ? null : this.past;
    if (game) rememberGame(game);
    try {
      history.replaceState(game, "", linkTo(this.asks, this.page.first, packed(this.board.game.laid)));
    } catch {} // Safari allows 100 calls of replaceState in 30 s
  }

  /** Return the buttons of the card at the end. @returns {Offer[]} */
  offers(isShown) {
    const next = following(this.asks);
    const isFile = this.page.engine.kind === "file";
    /** @type {Offer[]} */
    const [again, onward, share] = [["Play again", () => this.board.reset()], [labelOf(next), () => this.page.next(next)], ["Share", () => this.share()]];
    return [isFile ? again : onward, ...(isShown ? [] : [this.isReopened && !isFile ? again : share])];
  }

  async finish() {
    const { asks, page, view, board: { root, game: { laid } } } = this;
    const isShown = this.shown === packed(laid);
    const isOwn = 2 * laid.filter((place) => this.placed.includes(String(place))).length <= laid.length;
    if (!isShown && isOwn) rememberSolved(asks, this.seconds);
    view.showLeft("Solved");
    view.tell(isShown ? words.SHOWN : isOwn ? words.SOLVED : words.BY_HINTS);
    const card = showCard(root.querySelector(".table"), isShown ? "A solution" : "Solved", isShown ? [] : words.effort(this), this.offers(isShown));
    if (asks.day && !asks.calendar && !isShown && streak() > 1) addFigure(card, words.streak(streak()));
    page.fit();
    const answer = isShown ? null : await this.ask("number");
    if (!(answer?.of > 1 && answer.number)) return;
    addFigure(card, words.numbered(answer));
    if (isOwn && rememberNumber(asks, answer.number)) this.newest = packed(laid);
    this.keep();
    if ($("told").textContent === words.SOLVED) view.tell(words.solvedAs(this.newest === packed(laid), numbersOf(asks).length));
  }

  /** Share a picture of the solution or, after the puzzle of a day, a text with the time it took. */
  share() {
    const { day, calendar } = this.asks;
    const { engine, first, view } = this.page;
    if (!day) return sharePicture(this.board, view.tell);
    const link = engine.kind === "server" ? "" : ` ${new URL(linkTo(this.asks, first), location.href)}`;
    return shareText(words.report(`${calendar ? "calendar" : "puzzle"} of ${inWords(day)}`, this) + link, view.tell);
  }
}

const labelOf = (asks) => (!asks?.day ? asks?.label ? `Next: ${asks.label}` : "Next" : asks.day === today() ? `Today's ${asks.calendar ? "calendar" : "puzzle"}` : inWords(asks.day));

/** Return the next puzzle: after a day, the latest unsolved day; after a level, another of this level; else the next unsolved board. */
function following(asks) {
  const day = asks.day && lastDays(asks.calendar).find((one) => !isSolved(one) && nameOf(one) !== nameOf(asks));
  const at = BOARDS.findIndex((one) => nameOf(one) === nameOf(asks)) + 1;
  const board = [...BOARDS.slice(at), ...BOARDS.slice(0, at)].find((one) => !isSolved(one));
  return day || (asks.level ? ofLevel(asks.level) : board);
}
