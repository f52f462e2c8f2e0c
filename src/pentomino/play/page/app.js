// The page around the board: which puzzle, what is asked of it, and what is told. Links are hostile: puzzles are read by
// the package, places are those that it lists, and text goes into the page as text.
import { Board } from "./board.js";
import { addFigure, hideCard, showCard } from "./card.js";
import { make } from "./drawing.js";
import { editor } from "./editor.js";
import { connect, tokenOf } from "./engine.js";
import { Game } from "./game.js";
import { turnedFor } from "./geometry.js";
import { arrange } from "./layout.js";
import { showLoading } from "./loading.js";
import { forget, gameOf, games, isGame, isSolved, nameOf, numbersOf, remember, remembered, rememberGame, rememberNumber, rememberSolved } from "./memory.js";
import { Message } from "./message.js";
import { Session } from "./session.js";
import * as words from "./words.js";

/** @returns {any} */
const $ = (id) => document.getElementById(id);
/** @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const MAX_LINK = 60_000;
const MAX_THOUGHT = 60; // seconds that are counted between two moves
const CALENDAR = "a-puzzle-a-day";
// What the styles of the page set in the picture of a board.
const STYLES = "display fill opacity stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin paint-order font-family font-size font-weight text-anchor dominant-baseline".split(" ");

/** @type {(Asked & { label: string })[]} */
const BOARDS = [
  ["6x10", "6x10"], ["5x12", "5x12"], ["4x15", "4x15"], ["3x20", "3x20"], ["8x8 with a hole", "8x8-hole"],
  ["8x8 with a square", "8x8-square"], ["Katamino 5x5", "katamino-5"], ["Kanoodle", "kanoodle"],
  ["Kanoodle pyramid", "kanoodle-pyramid"], ["Soma cube", "soma"],
  ["Box 3x4x5", "3x4x5"], ["Hexagons", "tetrahexes-4x7"], ["Triangles", "hexiamonds-rhombus"], ["Torus", "pentominoes-torus-6x10"],
  ["Tetromino floor", "4x10", "tetrominoes*"],
].map(([label, board, pieces = null]) => ({ label, board, pieces }));

const engine = connect(showLoading);
/** @type {Asked} */
const FIRST = { board: engine.board, pieces: null };
/** @type {PageSession | null} the game that is played */
let session = null;
let begun = 0; // how many puzzles were asked for: only the last one is opened
let isReady = false; // whether there are hints
let lesson = words.INTRODUCTION.length; // of the introduction that is shown

const isFirst = ({ board, pieces }) => board === FIRST.board && pieces === null;
const inQuestion = ({ board, pieces }) => (pieces === null ? { board } : { board, pieces });

// A game on the page: the puzzle is what `asks` asks for. `start` has a position, or an earlier game that goes on, and
// whether the puzzle is there because another one could not be opened: it is kept from the first move on.
class PageSession extends Session {
  /** @param {Asked} asks @param {Opened} opened @param {{ position?: Place[], past?: Past, isFallback?: boolean }} start */
  constructor(asks, opened, start) {
    const board = new Board($("play"), opened, {
      ...start,
      palette: $("palette").value,
      keys: document,
      shortcuts: { h: () => $("hint").click() },
      bar: $("moves"),
      onchange: () => this.moved(),
      onchoose: (isChosen) => document.body.classList.toggle("chosen", isChosen),
      onrefuse(text) {
        message.moveOn();
        tell(words.sentence(text));
      },
    });
    super(board, (question, listening) => engine.ask({ ...inQuestion(asks), ...question }, listening), view);
    board.hasLetterKeys = $("letters").value === "on";
    this.asks = asks;
    this.hints = start.past?.hints ?? 0;
    this.seconds = start.past?.seconds ?? 0; // of play
    this.shown = start.past?.shown ?? ""; // the last solution that was shown
    this.newest = start.past?.newest ?? ""; // the solution that was new when it was found
    this.placed = start.past?.placed ?? []; // what hints placed
    this.isFallback = start.isFallback;
    this.since = Date.now(); // the last move
    /** @type {Opened} what is opened, before its board was turned */
    this.source = opened;
  }

  get goal() { return words.goalInWords(this.opened); }

  get way() { return this.opened.pieces[0].ways[0]; }

  moved() {
    this.seconds += Math.min(MAX_THOUGHT, (Date.now() - this.since) / 1000);
    this.since = Date.now();
    this.isFallback = false;
    if (this.level > 3) this.placed.push(String(this.hint.ways[this.shownWay]));
    if (!this.board.game.laid.length) Object.assign(this, { hints: 0, seconds: 0, newest: "", placed: [] }); // it begins again
    message.moveOn();
    if (lesson < words.INTRODUCTION.length) teach(lesson + 1);
    this.changed();
  }

  changed() {
    const { board } = this;
    const { owner } = board.game;
    if (!board.isDone && hideCard($("play"))) fit();
    $("undo").disabled = !board.canUndo;
    $("redo").disabled = !board.canRedo;
    all("#heat, #check, #hint").forEach((one) => { one.disabled = !isReady || board.isDone; });
    $("level").style.setProperty("transform", `scaleX(${board.isDone ? 1 : owner.filter(Boolean).length / owner.length})`);
    this.keep();
    message.tell("goal", board.canUndo ? "" : this.goal);
    super.changed();
  }

  /** The game as it goes on. @returns {Kept} */
  get past() {
    const { asks, hints, seconds, shown, newest, placed, board: { game: { steps, index } } } = this;
    return { asks, steps, index, hints, seconds, shown, newest, placed };
  }

  /** Keep the game in the browser, and its puzzle and its position in the address. */
  keep() {
    const game = this.isFallback ? null : this.past;
    if (game) rememberGame(game);
    try {
      history.replaceState(game, "", linkTo(this.asks, packed(this.board.game.laid)));
    } catch {} // Safari refuses a hundred in half a minute
  }

  async finish() {
    const { asks, board: { root, game: { laid } } } = this;
    const isShown = this.shown === packed(laid);
    const isOwn = 2 * laid.filter((place) => this.placed.includes(String(place))).length <= laid.length;
    /** @type {Offer[]} */
    const offers = [engine.kind === "file" ? ["Play again", () => this.board.reset()] : ["Next", () => next(asks)]];
    if (!isShown) {
      offers.push(["Share", asks.day ? () => this.share() : sharePicture]);
      rememberSolved(asks);
    }
    view.showLeft("Solved");
    tell(isShown ? words.SHOWN : isOwn ? words.SOLVED : words.BY_HINTS);
    const card = showCard(root.querySelector(".table"), isShown ? "A solution" : "Solved", isShown ? [] : words.effort(this), offers);
    fit();
    const answer = isShown ? null : await this.ask("number");
    if (!(answer?.of > 1 && answer.number)) return;
    addFigure(card, words.numbered(answer));
    if (isOwn && rememberNumber(asks, answer.number)) this.newest = packed(laid);
    this.keep();
    if ($("told").textContent === words.SOLVED) tell(words.solvedAs(this.newest === packed(laid), numbersOf(asks).length));
  }

  /** Share that the puzzle of a day is solved, without its solution. */
  share() {
    const { day, calendar } = this.asks;
    const link = engine.kind === "server" ? "" : ` ${new URL(linkTo(this.asks), location.href)}`;
    const text = words.report(`${calendar ? "calendar" : "puzzle"} of ${inWords(day)}`, this) + link;
    share({ text }, () => copy(text, words.COPIED, (told) => tell(told)));
  }
}

// ---- What is told

const message = new Message((text, offers) => {
  if (text) document.body.classList.remove("chosen");
  $("told").textContent = text;
  showOffers($("offers"), offers);
});
const tell = (text, offers = []) => message.tell("reason", text, offers);
/** Tell an error or, if nothing `isWrong`, what goes on. @type {Where} */
const fail = (text, offers = [], isWrong = true) => message.tell(isWrong ? "error" : "reason", text, offers);

/** @param {Offer[]} offers */
function showOffers(place, offers) {
  const hasFocus = place.contains(document.activeElement);
  place.replaceChildren();
  for (const [label, act] of offers) make(place, "button", { type: "button" }, label).onclick = act;
  if (hasFocus) place.firstElementChild?.focus(); // so that a key presses what follows
}

/** Tell the error of an answer, if there is one; `again` asks again if Python could not be loaded. @param {Where} where */
function isWrong(answer, where, again) {
  if (answer?.error) where(words.sentence(answer.error), answer.isUnloaded ? [["Try again", again]] : []);
  return Boolean(answer?.error);
}

/** Tell a lesson of the introduction, which a newcomer sees once. */
function teach(number) {
  lesson = number;
  message.tell("lesson", words.INTRODUCTION[number]?.(session) ?? "", [["Next", () => teach(number + 1)]]);
  if (number === words.INTRODUCTION.length) remember({ isTaught: true });
}

const view = {
  tell: (text, offers, /** @type {Rank} */ rank = "reason") => message.tell(rank, text, offers),
  get counter() { return $("counter").value; },
  showLeft(text, isLost = false) {
    $("left").textContent = text === "counting…" && !isReady ? "hints are loading…" : engine.kind === "none" ? "" : text;
    document.body.classList.toggle("none", isLost);
  },
  showHint(label, isBusy = false) {
    $("hint").textContent = label;
    $("hint").classList.toggle("busy", isBusy);
    $("hint").setAttribute("aria-busy", String(isBusy));
  },
  showQuiet(isQuiet) {
    $("heat").hidden = isQuiet;
    $("check").hidden = !isQuiet;
  },
  showHeat: (isOn) => $("heat").setAttribute("aria-pressed", String(isOn)),
  finish: () => session.finish(),
};

// ---- The address

function packed(places) {
  return places.map((place) => place.map((number) => number.toString(36)).join(".")).join("-");
}

/** Return the link to a puzzle with some pieces placed. The puzzle of a day has a short one. @param {Asked} asks */
function linkTo({ board, pieces, day, calendar }, at = "") {
  const token = tokenOf(location.hash);
  const isUsual = day || isFirst({ board, pieces });
  const parts = Object.entries({ token, calendar, day, board: isUsual ? null : board, pieces, at });
  const link = new URLSearchParams(parts.filter(([, text]) => text));
  return String(link) ? `#${link}` : location.pathname;
}

/** Return what a link says to be laid. The board takes of it what can be. */
function unpacked(at) {
  const texts = /^[0-9a-z.-]{0,4000}$/.test(at) ? at.split("-") : [];
  return texts.map((text) => text.split(".").map((number) => parseInt(number, 36)));
}

/** Return an earlier game if it is that of a link, which may leave out what is laid, or if the link has none. */
function recalled(asks, at, isBare) {
  const isLast = isBare && !at && !asks.pieces && engine.kind !== "file";
  const isIt = (game) => nameOf(game.asks) === nameOf(asks) && (!at || packed(game.steps[game.index]) === at);
  return [history.state, ...games()].find((game) => isGame(game) && (isLast || isIt(game)));
}

// ---- A puzzle is opened

/** @param {Asked} asks */
function titleOf({ board, pieces, day, calendar, level }) {
  if (day) return calendar ? inWords(day) : `Puzzle of ${inWords(day)}`;
  if (level) return `New puzzle, ${level}`;
  if (board.length > 40 || /[\n{]/.test(board)) return "Your puzzle";
  return BOARDS.find((one) => nameOf(one) === nameOf({ board, pieces }))?.label ?? board.split(":").at(-1).replaceAll(",", " ");
}

/** Return the question for the board of a puzzle that is asked for by its day or its level. @param {Asked} asks */
function boardOf({ day, calendar, level }) {
  if (calendar) return { ask: "calendar", date: day, calendar };
  return { ask: "generate", seed: day ? Number(day.replaceAll("-", "")) : any(), difficulty: level };
}

/** Open a puzzle: `past` is a game that goes on, `at` the position of a link. @param {Asked} asks */
async function begin(asks, { at = "", where = fail, isNew = false, isFallback = false, past = at ? null : gameOf(asks) } = {}) {
  asks = past?.asks ?? asks;
  const turn = ++begun;
  if (where === fail && !isFallback) message.moveOn();
  const isDropped = (answer) => turn !== begun || isWrong(answer, where, () => begin(asks, { at, where, isNew, past }));
  if (asks.day && swedish(noon(asks.day)) !== asks.day && isWrong({ error: words.NO_DATE }, where)) return false;
  if (!isFirst(asks)) where(engine.kind === "server" && asks.board ? "" : "Loading…", [], false);
  if (!asks.board) {
    const found = await engine.ask(boardOf(asks));
    if (isDropped(found)) return false;
    asks = { ...asks, board: found.board };
  }
  /** @type {any} */
  const answer = isFirst(asks) ? await engine.opened : await engine.ask({ ask: "open", ...inQuestion(asks) });
  if (isDropped(answer)) return false;
  const title = titleOf(asks);
  if (isFallback) tell(""); // an error tells why it is there
  else message.moveOn();
  if (isFallback && past && new Game(answer, past).isDone) past = null; // its end would tell more than fits beside the error
  // The puzzle before is a step back in the browser.
  if (isNew) history.pushState(null, "", location.href);
  show(asks, answer, { position: unpacked(at), past, isFallback });
  $("more").disabled = false;
  $("title").textContent = title;
  document.title = `${title} · Pentominoes`;
  fit();
  view.showHeat(false);
  view.showQuiet(false);
  teach(remembered().isTaught ? words.INTRODUCTION.length : 0);
  session.changed();
  all("dialog[open]").forEach((dialog) => dialog.close());
  return true;
}

/** @param {Opened} opened */
const toWindow = (opened) => ($("upright").value === "never" ? opened : turnedFor(opened, document.documentElement));

/** Show a puzzle, with its board turned to the window. @param {Opened} opened */
function show(asks, opened, start) {
  session?.drop();
  session?.board.destroy();
  session = new PageSession(asks, toWindow(opened), start);
  session.source = opened;
}

function fit() {
  const { asks, source, past, isFallback } = session;
  if (toWindow(source).isTurned !== session.opened.isTurned) {
    show(asks, source, { past, isFallback });
    session.changed();
  }
  arrange($("play"), session.board);
}

// ---- Puzzles

const swedish = (date) => date.toLocaleDateString("sv"); // 2026-11-20
const today = (ago = 0) => swedish(new Date(new Date().setHours(12) - ago * 86_400_000));
const noon = (day) => new Date(`${day}T12:00`);
const isNear = (day, month) => month === "short" || day.slice(0, 4) === today().slice(0, 4); // which needs no year
const inWords = (day, /** @type {"long" | "short"} */ month = "long") => noon(day).toLocaleDateString("en", { month, day: "numeric", year: isNear(day, month) ? undefined : "numeric" });
const any = () => Math.floor(Math.random() * 2 ** 31);
const order = (asks) => begin(asks, { where: wrong, isNew: true });

const ofLevel = (level) => ({ board: null, pieces: null, level });
/** Return what asks for the puzzle of a day, or of a calendar on this day. */
const ofDay = (day, calendar = null) => (calendar ? { board: null, pieces: null, day, calendar } : { ...ofLevel("medium"), day });
const lastDays = () => Array.from({ length: 7 }, (_, ago) => ofDay(today(ago)));

/** Open what the address has, or the last game. */
function openAddress() {
  const link = new URLSearchParams(location.hash.length > MAX_LINK ? "" : location.hash.slice(1));
  const calendar = link.get("calendar");
  const day = link.get("day") ?? (calendar && today());
  const asks = day ? ofDay(day, calendar) : { board: link.get("board") || FIRST.board, pieces: link.get("pieces") || null };
  const at = link.get("at") ?? "";
  return begin(asks, { at, past: recalled(asks, at, !day && !link.has("board")) });
}

/** Open what comes after a puzzle: the last day not solved after that of a day, a new one of its level, or the next board not solved. */
function next(asks) {
  const day = asks.day && lastDays().find((one) => !isSolved(one) && nameOf(one) !== nameOf(asks));
  const at = BOARDS.findIndex((one) => nameOf(one) === nameOf(asks)) + 1;
  const board = [...BOARDS.slice(at), ...BOARDS.slice(0, at)].find((one) => !isSolved(one));
  const following = asks.level ? day || ofLevel(asks.level) : board;
  if (following) begin(following, { isNew: true });
  else showPuzzles();
}

function offerPuzzle(place, label, asks) {
  const button = make($(place), "button", { type: "button", class: isSolved(asks) ? "solved" : gameOf(asks)?.steps.flat().length ? "begun" : "" }, label);
  button.onclick = () => order(asks);
}

function showPuzzles() {
  all("#days, #boards").forEach((place) => place.replaceChildren());
  for (const one of lastDays()) offerPuzzle("days", one.day === today() ? "Today" : inWords(one.day, "short"), one);
  for (const one of BOARDS) offerPuzzle("boards", one.label, one);
  $("date").value = today();
  markDate();
  open("puzzles");
}

const ofDate = () => ofDay($("date").value, CALENDAR);
const markDate = () => $("calendar").classList.toggle("solved", isSolved(ofDate()));

// ---- What is saved

function save(name, content, type, where = noting) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  where(`Saved as ${name}.`);
}

/** @type {Where} */
const wrong = (text, offers = [], isWrong = true) => {
  $("wrong").classList.toggle("wrong", isWrong);
  $("wrong").firstElementChild.textContent = text;
  showOffers($("wrong").lastElementChild, offers);
};
const failing = (text) => noting(text, true);

/** Tell in the menu what came of a button. */
function noting(text, isWrong = false) {
  $("saved").textContent = text;
  $("saved").classList.toggle("wrong", isWrong);
}

async function saved(what, member, name, type) {
  noting("…");
  const answer = await session.answerTo(what, {}, failing);
  if (!answer) return;
  if (answer[member] === null) failing(words.LOST);
  else save(name, answer[member], type);
}

/** Return the position as a document that `pentomino` reads: the server may have ended. */
function documentOf({ opened, board }) {
  const placed = board.position.map((place) => ({ piece: place[0], cells: board.game.cells(place).map((cell) => opened.cells[cell]) }));
  return JSON.stringify({ ...opened.document, placed });
}

/** Return the board as it is shown as a PNG file, with three pixels to a unit. @returns {Promise<Blob>} */
async function painted() {
  const { svg } = session.board.drawing;
  const { width, height } = svg.viewBox.baseVal;
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const parts = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((one, n) => {
    for (const name of STYLES) parts[n].setAttribute(name, getComputedStyle(one).getPropertyValue(name));
  });
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * width, height: 3 * height });
  for (const side of ["width", "height"]) copy.setAttribute(side, canvas[side]);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const paint = canvas.getContext("2d");
  paint.fillStyle = getComputedStyle(document.body).backgroundColor;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Share by the system or, if it cannot, act `otherwise`. */
async function share(what, otherwise) {
  const isDone = navigator.canShare?.(what) && (await navigator.share(what).then(() => true, ({ name }) => name === "AbortError"));
  if (!isDone) otherwise();
}

async function sharePicture() {
  const picture = await painted();
  const files = [new File([picture], "pentominoes.png", { type: "image/png" })];
  share({ files }, () => save(files[0].name, picture, "image/png", (told) => tell(told)));
}

/** Copy a text or, if that is not allowed, tell it. */
async function copy(text, copied, where) {
  try {
    await navigator.clipboard.writeText(text);
    where(copied);
  } catch {
    where(text);
  }
}

async function count() {
  $("counting").hidden = false;
  $("stop").hidden = false;
  $("progress").removeAttribute("value");
  $("counted").textContent = "Counting…";
  let latest = "";
  const answer = await session.ask("count", { symmetry: "all" }, ({ progress, found }) => {
    if (progress !== null) $("progress").value = progress;
    if (found !== "0") $("counted").textContent = latest = `${words.solutions(found)} so far`;
  });
  $("stop").hidden = true;
  $("progress").value = answer?.count ? 1 : 0;
  const of = session.board.position.length ? " from here" : ", with rotated and reflected ones";
  if (!answer || answer.stopped) $("counted").textContent = latest ? `Stopped: ${latest}.` : "Stopped.";
  else $("counted").textContent = answer.error ? words.sentence(answer.error) : `${words.solutions(answer.count)}${of}.`;
}

// ---- Buttons

function open(id) {
  wrong("");
  noting("");
  $(id).showModal();
  $(id).scrollTo(0, 0);
}

function closeMenu() {
  $("menu").close();
  return session.board;
}

const ON_CLICK = {
  choose: showPuzzles,
  more: () => open("menu"),
  undo: () => session.board.undo(),
  redo: () => session.board.redo(),
  hint: () => session.nextHint().then(() => session.keep()),
  heat: () => session.toggleHeat(),
  check: () => session.check(),
  play({ target }) {
    const slot = target.closest(".slot");
    if (session.heated !== null && slot) session.showHeat(Number(slot.dataset.piece));
  },
  reset: () => closeMenu().reset(),
  async solve() {
    const answer = await session.answerTo("solve", { shuffle: any() }, failing);
    if (answer?.places) {
      session.shown = packed(session.board.game.checked(answer.places));
      closeMenu().set(answer.places);
    } else if (answer) failing(words.LOST);
  },
  count,
  stop: () => session.stop("count"),
  link: () => copy(location.href, words.LINK, noting),
  print: () => closeMenu() && print(),
  forget: () => noting(forget()),
  calendar: () => order(ofDate()),
  generate: () => order(ofLevel($("difficulty").value)),
  begin: () => order({ board: $("board").value.trim() || FIRST.board, pieces: $("pieces").value.trim() || null }),
  svg: () => saved("picture", "svg", "pentominoes.svg", "image/svg+xml"),
  document: () => save("pentominoes.json", documentOf(session), "application/json"),
  sheet: () => saved("sheet", "html", "sheet.html", "text/html"),
  gallery: () => saved("gallery", "html", "solutions.html", "text/html"),
  png: async () => save("pentominoes.png", await painted(), "image/png"),
};

function listen() {
  for (const [id, act] of Object.entries(ON_CLICK)) $(id).addEventListener("click", act);
  for (const dialog of all("dialog")) {
    dialog.addEventListener("click", ({ target, clientX, clientY }) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const isBackdrop = target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
      if (isBackdrop || target.matches("[data-close]")) dialog.close();
    });
  }
  $("menu").addEventListener("close", () => session.stop("count")); // nobody would see that it goes on
  $("date").addEventListener("input", markDate);
  editor($("draw"), $("board"), { rows: $("rows"), columns: $("columns"), blank: $("blank"), area: $("area") });
  addEventListener("beforeprint", () => session?.board.palette("print"));
  addEventListener("afterprint", () => session?.board.palette($("palette").value));
  addEventListener("resize", () => session && fit());
  addEventListener("hashchange", () => {
    const token = tokenOf(location.hash); // of a program that was started again, which the address that it prints has
    if (token && token !== engine.token) location.reload();
    else openAddress();
  });
}

/** Set what was chosen in an earlier visit, and keep what is chosen. */
function listenToSettings() {
  const settings = {
    palette: (value) => session?.board.palette(value),
    counter: () => session?.changed(),
    upright: () => session && fit(),
    letters: (value) => { if (session) session.board.hasLetterKeys = value === "on"; },
  };
  for (const [name, act] of Object.entries(settings)) {
    const kept = remembered()[name];
    if ([...$(name).options].some(({ value }) => value === kept)) $(name).value = kept;
    $(name).addEventListener("change", () => {
      remember({ [name]: $(name).value });
      act($(name).value);
    });
  }
}

function allowHints() {
  if (isReady) return;
  isReady = true;
  tell("");
  session.changed();
}

async function waitForHints() {
  try {
    await engine.ready;
    allowHints();
  } catch {
    const isProgram = !(await fetch("files.json")).ok; // which sites have
    $("left").textContent = "";
    const again = () => { engine.retry(); message.moveOn(); tell("Loading…"); waitForHints(); };
    fail(isProgram ? words.NO_TOKEN : words.NO_PYTHON, isProgram ? [] : [["Try again", again]]);
  }
}

async function keepForLater() {
  // Under the program the files come from it; a browser that is driven, as in tests, keeps nothing.
  if (engine.kind !== "worker" || navigator.webdriver || !("serviceWorker" in navigator)) return;
  try {
    if (/** @type {any} */ (navigator).connection?.saveData) await engine.loaded; // what is kept is mostly Python
    const { build } = await (await fetch("files.json", { cache: "no-cache" })).json();
    await navigator.serviceWorker.register(`sw.js?build=${build}`);
  } catch {} // no network, or files that no build has listed
}

listen();
listenToSettings();
if (!(await openAddress())) await begin(FIRST, { isFallback: true });
document.documentElement.dataset.ready = "";
// The address of the program opens on this machine alone.
$("link").hidden = engine.kind === "server";
if (engine.kind === "file") all("[data-asks]").forEach((one) => { one.hidden = true; });
waitForHints();
engine.loaded?.then(allowHints);
keepForLater();
