// The page around the board: it opens puzzles, shows messages, and handles the buttons. Text is never inserted as HTML.
import { any, asked, boardOf, fault, packed, titleOf } from "./address.js";
import { $, all, showOffers } from "./elements.js";
import { connect, tokenOf } from "./engine.js";
import { Game } from "./game.js";
import { turnedFor } from "./geometry.js";
import { arrange } from "./layout.js";
import { showLoading } from "./loading.js";
import { forget, gameOf, games, isGame, nameOf, remember, remembered } from "./memory.js";
import { Message } from "./message.js";
import { PageSession } from "./played.js";
import { listenToPuzzles } from "./puzzles.js";
import { copy, documentOf, painted, save } from "./sharing.js";
import * as words from "./words.js";

const engine = connect(showLoading);
/** @type {Asked} */
const FIRST = { board: engine.board, pieces: null };
/** @type {PageSession | null} the current game */
let session = null;
let begun = 0; // the number of puzzles requested: only the last one is opened
let lesson = words.INTRODUCTION.length; // the index of the lesson shown; after the last one, no lesson is shown

// ---- Messages

const message = new Message((text, offers) => {
  if (text) document.body.classList.remove("chosen");
  $("told").textContent = text;
  showOffers($("offers"), offers);
});
const tell = (text, offers = []) => message.tell("reason", text, offers);
/** Show an error or, unless `isWrong`, what the page is doing. @type {Where} */
const fail = (text, offers = [], isWrong = true) => message.tell(isWrong ? "error" : "reason", text, offers);

/** Show the error of an answer. Return whether it has one. If Python could not be loaded, offer to try `again`. @param {Where} where */
function hasFailed(answer, where, again) {
  if (answer?.error) where(words.sentence(answer.error), answer.isUnloaded ? [["Try again", again]] : []);
  return Boolean(answer?.error);
}

/** Show a lesson of the introduction. After the last one, remember that the introduction has been shown. */
function teach(number) {
  lesson = number;
  message.tell("lesson", words.INTRODUCTION[number]?.(session) ?? "", [["Next", () => teach(number + 1)]]);
  if (number === words.INTRODUCTION.length) remember({ isTaught: true });
}

const view = {
  tell: (text, offers, /** @type {Rank} */ rank = "reason") => message.tell(rank, text, offers),
  get counter() { return $("counter").value; },
  showLeft(text, isLost = false) {
    $("left").textContent = text === "counting…" && !page.isReady ? "hints are loading…" : engine.kind === "none" ? "" : text;
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

/** @type {Page} */
const page = {
  engine, message, view, fit, first: FIRST,
  isReady: false,
  moved() { if (lesson < words.INTRODUCTION.length) teach(lesson + 1); },
  next: (asks) => (asks ? begin(asks, { isNew: true }) : showPuzzles()),
};

// ---- Opening a puzzle

/** Open the puzzle of the address; without one, continue the last game. */
function openAddress() {
  const { asks, at, position, isBare } = asked(FIRST);
  const isLast = isBare && !at && !asks.pieces && engine.kind !== "file";
  const isIt = (game) => nameOf(game.asks) === nameOf(asks) && (!at || packed(game.steps[game.index]) === at);
  const past = [history.state, ...games()].find((game) => isGame(game) && (isLast || isIt(game)));
  return begin(asks, { position, past });
}

/** Return a request, with its board if it was for a day or level, and the puzzle or an error. @returns {Promise<[Asked, any]>} */
async function found(asks) {
  if (fault(asks)) return [asks, fault(asks)];
  if (nameOf(asks) === nameOf(FIRST)) return [asks, await engine.opened];
  const made = asks.board ? null : await engine.ask(boardOf(asks));
  if (made?.error) return [asks, made];
  const { board, pieces } = { ...asks, ...made };
  return [{ ...asks, board }, await engine.ask({ ask: "open", board, ...(pieces === null ? {} : { pieces }) })];
}

/**
 * Open a puzzle. `past` is a game to continue, `position` has the placements of a link.
 * @param {Asked} asks @param {{ position?: Place[], where?: Where, isNew?: boolean, isFallback?: boolean, past?: Kept }} options
 */
async function begin(asks, options = {}) {
  const { position, where, isNew, isFallback } = { position: [], where: fail, isNew: false, isFallback: false, ...options };
  let { past = position.length ? null : gameOf(asks) } = options;
  const turn = ++begun;
  if (where === fail && !isFallback) message.moveOn();
  const wanted = past?.asks ?? asks;
  if (nameOf(wanted) !== nameOf(FIRST)) where(engine.kind === "server" && wanted.board ? "" : "Loading…", [], false);
  const [full, answer] = await found(wanted);
  if (turn !== begun || hasFailed(answer, where, () => begin(asks, options))) return false;
  if (isFallback) tell(""); // keep the error that led here
  else message.moveOn();
  if (isFallback && past && new Game(answer, past).isDone) past = null; // there is no room for its card beside the error
  // The browser's Back button returns to the previous puzzle.
  if (isNew) history.pushState(null, "", location.href);
  show(full, answer, { position, past, isFallback });
  enter(titleOf(full));
  return true;
}

function enter(title) {
  $("more").disabled = false;
  $("title").textContent = title;
  document.title = `${title} · Pentominoes`;
  fit();
  view.showHeat(false);
  view.showQuiet(false);
  teach(remembered().isTaught ? words.INTRODUCTION.length : 0);
  session.changed();
  all("dialog[open]").forEach((dialog) => dialog.close());
}

/** @param {Opened} opened */
const toWindow = (opened) => ($("upright").value === "never" ? opened : turnedFor(opened, document.documentElement));

/** Show a puzzle, with its board turned to suit the window. @param {Opened} opened */
function show(asks, opened, start) {
  session?.drop();
  session?.board.destroy();
  session = new PageSession(page, asks, toWindow(opened), start);
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

// ---- The menu

const failing = (text) => noting(text, true);

/** Show the result of a button in the menu. */
function noting(text, isWrong = false) {
  $("saved").textContent = text;
  $("saved").classList.toggle("wrong", isWrong);
}

async function saved(what, member, name, type) {
  noting("…");
  const answer = await session.answerTo(what, {}, failing);
  if (!answer) return;
  if (answer[member] === null) failing(words.LOST);
  else save(name, answer[member], type, noting);
}

async function count() {
  $("counting").hidden = false;
  $("stop").hidden = false;
  $("progress").removeAttribute("value");
  $("counted").textContent = "Counting…";
  let latest = "";
  const answer = await session.ask("count", { symmetry: "all" }, ({ progress, found: number }) => {
    if (progress !== null) $("progress").value = progress;
    if (number !== "0") $("counted").textContent = latest = `${words.solutions(number)} so far`;
  });
  $("stop").hidden = true;
  $("progress").value = answer?.count ? 1 : 0;
  const of = session.board.position.length ? " from here" : ", counting rotations and reflections";
  if (!answer || answer.stopped) $("counted").textContent = latest ? `Stopped: ${latest}.` : "Stopped.";
  else $("counted").textContent = answer.error ? words.sentence(answer.error) : `${words.solutions(answer.count)}${of}.`;
}

// ---- Buttons

function showMenu() {
  noting("");
  $("menu").showModal();
  $("menu").scrollTo(0, 0);
}

function closeMenu() {
  $("menu").close();
  return session.board;
}

const ON_CLICK = {
  choose: () => showPuzzles(),
  more: showMenu,
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
  svg: () => saved("picture", "svg", "pentominoes.svg", "image/svg+xml"),
  document: () => save("pentominoes.json", documentOf(session), "application/json", noting),
  sheet: () => saved("sheet", "html", "sheet.html", "text/html"),
  gallery: () => saved("gallery", "html", "solutions.html", "text/html"),
  png: async () => save("pentominoes.png", await painted(session.board), "image/png", noting),
};

function listen() {
  for (const [id, act] of Object.entries(ON_CLICK)) $(id).addEventListener("click", act);
  for (const button of all("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
  $("menu").addEventListener("close", () => session.stop("count")); // the progress of a count is shown only there
  addEventListener("beforeprint", () => session?.board.palette("print"));
  addEventListener("afterprint", () => session?.board.palette($("palette").value));
  new ResizeObserver(() => session && fit()).observe($("play")); // also when the header grows
  addEventListener("hashchange", () => {
    const token = tokenOf(location.hash); // a new one if the program was started again
    if (token && token !== engine.token) location.reload();
    else openAddress();
  });
}

/** Restore the settings of the last visit, and remember changes. */
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
  if (page.isReady) return;
  page.isReady = true;
  tell("");
  session.changed();
}

async function waitForHints() {
  try {
    await engine.ready;
    allowHints();
  } catch {
    const isProgram = !(await fetch("files.json")).ok; // only sites have this file
    $("left").textContent = "";
    const again = () => { engine.retry(); message.moveOn(); tell("Loading…"); waitForHints(); };
    fail(isProgram ? words.NO_TOKEN : words.NO_PYTHON, isProgram ? [] : [["Try again", again]]);
  }
}

async function keepForLater() {
  // The program serves its own files, and a browser in a test must not store any.
  if (engine.kind !== "worker" || navigator.webdriver || !("serviceWorker" in navigator)) return;
  try {
    if (/** @type {any} */ (navigator).connection?.saveData) await engine.loaded; // do not load Python only to store it
    const { build } = await (await fetch("files.json", { cache: "no-cache" })).json();
    await navigator.serviceWorker.register(`sw.js?build=${build}`);
  } catch {} // there is no network, or no build has written files.json
}

const showPuzzles = listenToPuzzles(begin, FIRST);
listen();
listenToSettings();
if (!(await openAddress())) await begin(FIRST, { isFallback: true });
requestAnimationFrame(() => { document.documentElement.dataset.ready = ""; }); // the board is drawn: tests wait for this
// The address of the program works only on this machine, so a link to it is useless.
$("link").hidden = engine.kind === "server";
if (engine.kind === "file") all("[data-asks]").forEach((one) => { one.hidden = true; });
waitForHints();
engine.loaded?.then(allowHints);
keepForLater();
