// The page around the board: which puzzle, what is asked of it, and what is told. Links are hostile: puzzles are read by
// the package, places are those that it lists, and text goes into the page as text.
import { Board } from "./board.js";
import { make } from "./drawing.js";
import { editor } from "./editor.js";
import { connect } from "./engine.js";
import { arrange } from "./layout.js";
import { showLoading } from "./loading.js";
import { forget, isSolved, remember, remembered, rememberSolved } from "./memory.js";
import { Session } from "./session.js";
import * as words from "./words.js";

/** @returns {any} */
const $ = (id) => document.getElementById(id);
/** @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const MAX_LINK = 60_000;

const BOARDS = [
  ["6x10", "6x10"], ["5x12", "5x12"], ["4x15", "4x15"], ["3x20", "3x20"], ["8x8 with a hole", "8x8-hole"],
  ["8x8 with a square", "8x8-square"], ["Katamino 5x5", "katamino-5"], ["Kanoodle", "kanoodle"],
  ["Kanoodle pyramid", "kanoodle-pyramid"], ["Soma cube", "soma"],
  ["Box 3x4x5", "3x4x5"], ["Hexagons", "tetrahexes-4x7"], ["Triangles", "hexiamonds-rhombus"], ["Torus", "pentominoes-torus-6x10"],
  ["Tetromino floor", "4x10", "tetrominoes*"],
];

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

/** A game on the page: the puzzle is what `asks` asks for. */
class PageSession extends Session {
  /** @param {Asked} asks @param {Opened} opened @param {object} start position, or steps to it */
  constructor(asks, opened, title, start) {
    const board = new Board($("play"), opened, {
      ...start,
      palette: $("palette").value,
      keys: document,
      shortcuts: { h: () => $("hint").click() },
      bar: $("moves"),
      onchange: () => this.moved(),
      onchoose: (isChosen) => document.body.classList.toggle("chosen", isChosen),
      onrefuse: tell,
    });
    super(board, (question, listening) => engine.ask({ ...inQuestion(asks), ...question }, listening), view);
    this.asks = asks;
    this.title = title;
  }

  get goal() { return this.opened.dates.length ? words.DATED : words.WHOLE; }

  get way() { return this.opened.pieces[0].ways[0]; }

  moved() {
    if (lesson < words.INTRODUCTION.length) teach(lesson + 1);
    else tell("");
    this.changed();
  }

  changed() {
    const { board } = this;
    const { steps, index, owner } = board.game;
    $("undo").disabled = !board.canUndo;
    $("redo").disabled = !board.canRedo;
    all("#heat, #check, #hint").forEach((one) => { one.disabled = !isReady || board.isDone; });
    $("level").style.setProperty("transform", `scaleX(${board.isDone ? 1 : owner.filter(Boolean).length / owner.length})`);
    remember({ game: { ...this.asks, title: this.title, steps, index } });
    writeAddress();
    super.changed();
  }
}

// ---- What is told

function tell(text, offers = []) {
  if (text) document.body.classList.remove("chosen");
  $("told").textContent = text;
  $("offers").replaceChildren();
  for (const [label, act] of offers) make($("offers"), "button", { type: "button" }, label).onclick = act;
}

/** Tell the error of an answer, if there is one; `again` asks again if Python could not be loaded. */
function isWrong(answer, where, again) {
  if (answer?.error) where(words.sentence(words.withWords(answer.error, session?.opened)));
  if (!answer?.isUnloaded) return Boolean(answer?.error);
  const place = $(where === tell ? "offers" : "wrong");
  place.append(" ");
  make(place, "button", { type: "button" }, "Try again").onclick = again;
  return Boolean(answer?.error);
}

/** Tell a lesson of the introduction, which a newcomer sees once. */
function teach(number) {
  lesson = number;
  if (number < words.INTRODUCTION.length) tell(words.INTRODUCTION[number](session), [["Next", () => teach(number + 1)]]);
  else tell(session.board.canUndo ? "" : session.goal);
  if (number === words.INTRODUCTION.length) remember({ isTaught: true });
}

const view = {
  tell,
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
  finish() {
    view.showLeft("Solved");
    const isShown = remembered().shown === packed(session.board.game.laid);
    if (!isShown) rememberSolved(session.asks);
    tell(isShown ? words.SHOWN : "Solved!", [engine.kind === "file" ? ["Play again", () => session.board.reset()] : ["Another puzzle", showPuzzles]]);
  },
};

// ---- The address

function packed(places) {
  return places.map((place) => place.map((number) => number.toString(36)).join(".")).join("-");
}

function writeAddress() {
  const link = new URLSearchParams();
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  const { asks, board } = session;
  if (token) link.set("token", token);
  if (!isFirst(asks)) link.set("board", asks.board);
  if (asks.pieces !== null) link.set("pieces", asks.pieces);
  if (board.game.laid.length) link.set("at", packed(board.game.laid));
  try {
    history.replaceState(null, "", String(link) ? `#${link}` : location.pathname);
  } catch {} // Safari refuses a hundred in half a minute
}

function fromAddress() {
  const link = new URLSearchParams(location.hash.length > MAX_LINK ? "" : location.hash.slice(1));
  const asks = { board: link.get("board") || FIRST.board, pieces: link.get("pieces") || null };
  return { asks, isBare: !link.has("board"), at: link.get("at") ?? "", calendar: link.get("calendar") };
}

/** Return what a link says to be laid. The board takes of it what can be. */
function unpacked(at) {
  const texts = /^[0-9a-z.-]{0,4000}$/.test(at) ? at.split("-") : [];
  return texts.map((text) => text.split(".").map((number) => parseInt(number, 36)));
}

/** Return the last game if it is that of a link, which may leave out what is laid, or if the link has none. */
function recalled(asks, at, isBare) {
  const { game } = remembered();
  if (typeof game?.board !== "string" || !Array.isArray(game.steps?.[game.index])) return null;
  const isAt = packed(game.steps[game.index]) === at || (!at && !isBare);
  const isSame = game.board === asks.board && game.pieces === asks.pieces && isAt;
  const isLast = isBare && !at && !asks.pieces && engine.kind === "worker";
  return isSame || isLast ? game : null;
}

// ---- A puzzle is opened

function titleOf(board) {
  if (board.length > 40 || /[\n{]/.test(board)) return "Your puzzle";
  return BOARDS.find(([, name]) => name === board)?.[0] ?? board.split(":").at(-1).replaceAll(",", " ");
}

/** Open a puzzle: `past` has the steps of a game that goes on, `at` the position of a link. */
async function begin(asks, { at = "", title = titleOf(asks.board), where = tell, isNew = false, past = null } = {}) {
  const turn = ++begun;
  if (!isFirst(asks)) where(engine.kind === "server" ? "" : "Loading…");
  /** @type {any} */
  const answer = isFirst(asks) ? await engine.opened : await engine.ask({ ask: "open", ...inQuestion(asks) });
  if (turn !== begun || isWrong(answer, where, () => begin(asks, { at, title, where, isNew, past }))) return false;
  // The puzzle before is a step back in the browser.
  if (isNew) history.pushState(null, "", location.href);
  session?.drop();
  session?.board.destroy();
  session = new PageSession(asks, answer, title, past ? { past } : { position: unpacked(at) });
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

const fit = () => arrange($("play"), session.board);

// ---- Puzzles

const today = () => new Date().toLocaleDateString("sv"); // Swedes write 2026-11-20
const inWords = () => new Date().toLocaleDateString("en", { month: "long", day: "numeric" });
const any = () => Math.floor(Math.random() * 2 ** 31);

async function order(question, title, where = wrong) {
  if (engine.kind !== "server") where(session ? "…" : "Loading…");
  const answer = await engine.ask(question);
  if (isWrong(answer, where, () => order(question, title, where))) return false;
  return begin({ board: answer.board, pieces: null }, { title, where, isNew: where === wrong });
}

/** Open what the address has, or the last game; `calendar` is one of today. */
function openAddress() {
  const { asks, at, calendar, isBare } = fromAddress();
  if (calendar) return order({ ask: "calendar", date: today(), calendar }, inWords(), tell);
  const game = recalled(asks, at, isBare);
  if (!game) return begin(asks, { at });
  const { board, pieces, title, steps, index } = game;
  return begin({ board, pieces }, { title, past: { steps, index } });
}

function showPuzzles() {
  all("#boards button").forEach((one, n) => {
    const [, board, pieces = null] = BOARDS[n];
    one.classList.toggle("solved", isSolved({ board, pieces }));
  });
  open("puzzles");
}

// ---- What is saved

function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  noting(`Saved as ${name}.`);
}

const wrong = (text) => { $("wrong").textContent = text; };
const failing = (text) => noting(text, true);

/** Tell in the menu what came of a button. */
function noting(text, isWrong = false) {
  $("saved").textContent = text;
  $("saved").classList.toggle("wrong", isWrong);
}

const SAVED = {
  svg: async () => saved("picture", "svg", "pentominoes.svg", "image/svg+xml"),
  document: async () => save("pentominoes.json", documentOf(session), "application/json"),
  sheet: async () => saved("sheet", "html", "sheet.html", "text/html"),
  gallery: async () => saved("gallery", "html", "solutions.html", "text/html"),
  png: async () => {
    const answer = await session.answerTo("picture", {}, failing);
    if (answer) save("pentominoes.png", await painted(answer.svg));
  },
};

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

/** Return an SVG picture as a PNG file, three times as large. */
async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * image.width, height: 3 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
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
  const of = session.board.position.length ? " from here" : ", turned and mirrored ones counted apart";
  if (!answer || answer.stopped) $("counted").textContent = latest ? `Stopped: ${latest}.` : "Stopped.";
  else $("counted").textContent = answer.error ? words.sentence(answer.error) : `${words.solutions(answer.count)}${of}.`;
}

// ---- Buttons

function open(id) {
  wrong("");
  noting("");
  $(id).showModal();
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
  hint: () => session.nextHint(),
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
      remember({ shown: packed(session.board.game.checked(answer.places)) });
      closeMenu().set(answer.places);
    } else if (answer) failing(words.LOST);
  },
  count,
  stop: () => session.stop("count"),
  async link() {
    try {
      await navigator.clipboard.writeText(location.href);
      noting(words.LINK);
    } catch {
      noting(location.href);
    }
  },
  print: () => closeMenu() && print(),
  forget: () => noting(forget()),
  daily: () => order({ ask: "generate", seed: Number(today().replaceAll("-", "")), difficulty: "medium" }, `Puzzle of ${inWords()}`),
  calendar: () => order({ ask: "calendar", date: today() }, inWords()),
  generate() {
    const difficulty = $("difficulty").value;
    order({ ask: "generate", seed: any(), difficulty }, `New puzzle, ${difficulty}`);
  },
  begin() {
    const asks = { board: $("board").value.trim() || FIRST.board, pieces: $("pieces").value.trim() || null };
    begin(asks, { where: wrong, isNew: true });
  },
  ...SAVED,
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
  for (const [label, board, pieces = null] of BOARDS) {
    const act = () => begin({ board, pieces }, { title: label, where: wrong, isNew: true });
    make($("boards"), "button", { type: "button" }, label).onclick = act;
  }
  editor($("draw"), $("board"), { rows: $("rows"), columns: $("columns"), blank: $("blank"), area: $("area") });
  addEventListener("beforeprint", () => session?.board.palette("print"));
  addEventListener("afterprint", () => session?.board.palette($("palette").value));
  addEventListener("resize", () => session && fit());
  addEventListener("hashchange", openAddress);
}

/** Set what was chosen in an earlier visit, and keep what is chosen. */
function listenToSettings() {
  for (const [name, act] of Object.entries({ palette: (value) => session?.board.palette(value), counter: () => session?.changed() })) {
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
  session.changed();
}

async function waitForHints() {
  try {
    await engine.ready;
    allowHints();
  } catch {
    const isProgram = !(await fetch("files.json")).ok; // which sites have
    $("left").textContent = "";
    const again = () => { engine.retry(); tell("Loading…"); waitForHints(); };
    tell(isProgram ? words.NO_TOKEN : words.NO_PYTHON, isProgram ? [] : [["Try again", again]]);
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
if (!(await openAddress())) {
  const wrong = $("told").textContent;
  const offers = [...$("offers").children];
  if (await begin(FIRST)) tell(wrong);
  $("offers").append(...offers);
}
document.documentElement.dataset.ready = "";
// The address of the program opens on this machine alone.
$("link").hidden = engine.kind === "server";
if (engine.kind === "file") all("[data-asks]").forEach((one) => { one.hidden = true; });
waitForHints();
engine.loaded?.then(allowHints);
keepForLater();
