// The page around the board: which puzzle, what is asked of it, and what is said. Links are hostile: puzzles are read by
// the package, places are those that it lists, and text goes into the page as text.
import { Board } from "./board.js";
import { editor } from "./editor.js";
import { connect } from "./engine.js";
import { showLoading } from "./loading.js";
import { Session } from "./session.js";
import { LOST, sentence, solutions, withWords } from "./words.js";

/** @returns {any} */
const $ = (id) => document.getElementById(id);
const MAX_LINK = 60_000;

const BOARDS = [
  ["6x10", "6x10"], ["5x12", "5x12"], ["4x15", "4x15"], ["3x20", "3x20"], ["8x8 with a hole", "8x8-hole"],
  ["8x8 with a square", "8x8-square"], ["Katamino 5x5", "katamino-5"], ["Kanoodle", "kanoodle"], ["Soma cube", "soma"],
  ["Box 3x4x5", "3x4x5"], ["Hexagons", "tetrahexes-4x7"], ["Triangles", "hexiamonds-rhombus"], ["Torus", "pentominoes-torus-6x10"],
  ["Tetromino floor", "4x10", "tetrominoes*"],
];

const engine = connect(showLoading);
/** @type {Asked} */
const FIRST = { board: engine.board, pieces: null };
/** @type {PageSession | null} the game that is played */
let session = null;
let begun = 0; // how many puzzles were asked for: only the last one is opened

const isFirst = ({ board, pieces }) => board === FIRST.board && pieces === null;
const inQuestion = ({ board, pieces }) => (pieces === null ? { board } : { board, pieces });

/** A game on the page: the puzzle is what `asked` asks for. */
class PageSession extends Session {
  /** @param {Asked} asked @param {Opened} opened */
  constructor(asked, opened, position) {
    const options = { position, palette: $("palette").value, onchange: () => this.changed() };
    const board = new Board($("play"), opened, options);
    super(board, (question, listening) => engine.ask({ ...inQuestion(asked), ...question }, listening), view);
    this.asks = asked;
  }

  changed() {
    const { board } = this;
    $("undo").disabled = !board.canUndo;
    $("redo").disabled = !board.canRedo;
    if (board.position.length > this.opened.given.length || board.canUndo) tell("");
    remember();
    gauge();
    super.changed();
  }
}

/** @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const closeDialogs = () => all("dialog[open]").forEach((dialog) => dialog.close());

// ---- What is told

function tell(text, offers = []) {
  $("told").textContent = text;
  $("offers").replaceChildren(...offers.map(([label, act]) => button(label, act)));
}

function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

/** Tell the error of an answer, if there is one. `again` asks again if Python could not be loaded. */
function isWrong(answer, where, again) {
  if (!answer?.error) return false;
  where(sentence(withWords(answer.error, session?.opened)));
  if (answer.isUnloaded) $(where === tell ? "offers" : "wrong").append(" ", button("Try again", again));
  return true;
}

/** Show how much of the board is covered. */
function gauge() {
  const { owner } = session.board.game;
  const share = session.board.isDone ? 1 : owner.filter(Boolean).length / owner.length;
  $("level").style.setProperty("transform", `scaleX(${share})`);
}

const view = {
  tell,
  showLeft(text, left = 1) {
    if (engine.kind === "none") $("left").textContent = "";
    else $("left").textContent = $("hint").disabled && text === "counting…" ? "hints are loading…" : text;
    document.body.classList.toggle("none", left === 0);
  },
  showHint: (label) => { $("hint").textContent = label; },
  finish() {
    view.showLeft("Solved");
    tell("Solved!", [["Another puzzle", () => open("puzzles")]]);
  },
};

// ---- The address

function packed() {
  const link = new URLSearchParams();
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) link.set("token", token);
  const { asks, board, opened } = session;
  if (!isFirst(asks)) link.set("board", asks.board);
  if (asks.pieces !== null) link.set("pieces", asks.pieces);
  const places = board.position.slice(opened.given.length).map((place) => place.map((number) => number.toString(36)).join("."));
  if (places.length) link.set("at", places.join("-"));
  return link.toString();
}

function remember() {
  const link = packed();
  history.replaceState(null, "", link ? `#${link}` : location.pathname);
}

function fromAddress() {
  const link = new URLSearchParams(location.hash.length > MAX_LINK ? "" : location.hash.slice(1));
  return { board: link.get("board") || FIRST.board, pieces: link.get("pieces") || null, at: link.get("at") ?? "", calendar: link.get("calendar") };
}

/** Return what a link says to be laid. The board takes of it what can be. */
function unpacked(at) {
  const texts = /^[0-9a-z.-]{0,4000}$/.test(at) ? at.split("-") : [];
  return texts.map((text) => text.split(".").map((number) => parseInt(number, 36)));
}

// ---- A puzzle is opened

const titleOf = (board) => BOARDS.find(([, name]) => name === board)?.[0] ?? (board.length > 40 || /[\n{]/.test(board) ? "Your puzzle" : board.split(":").at(-1).replaceAll(",", " "));

/** Make board and pieces as large as fits: nothing may scroll. */
function fit() {
  const play = $("play");
  const [picture, tray] = [".board", ".tray"].map((part) => play.querySelector(part));
  const box = (element) => element.getBoundingClientRect();
  const room = play.parentElement.clientHeight - 24;
  play.style.setProperty("--board-height", `${room}px`);
  const isBeside = box(tray).top < box(picture).bottom;
  let rest = 0; // the height of all but the board
  const last = Math.min(session.opened.pieces.length > 18 ? 9 : 6, box(tray).width / 49); // fingers need 44
  for (let columns = 3; columns <= last; columns++) {
    play.style.setProperty("--tray-columns", String(columns));
    rest = box(play).height - box(picture).height;
    if (box(play).height <= room || (!isBeside && rest <= 0.45 * room)) break;
  }
  if (!isBeside) play.style.setProperty("--board-height", `${room - rest}px`);
}

async function begin(asked, { at = "", title = titleOf(asked.board), where = tell, isNew = false } = {}) {
  const turn = ++begun;
  if (!isFirst(asked)) where(engine.kind === "server" ? "" : "Loading…");
  /** @type {any} */
  const answer = isFirst(asked) ? await engine.opened : await engine.ask({ ask: "open", ...inQuestion(asked) });
  const again = () => begin(asked, { at, title, where, isNew });
  if (turn !== begun || isWrong(answer, where, again)) return false;
  // The puzzle before is a step back in the browser.
  if (isNew) history.pushState(null, "", location.href);
  session?.drop();
  session?.board.destroy();
  session = new PageSession({ board: asked.board, pieces: asked.pieces }, answer, unpacked(at));
  $("more").disabled = false;
  $("heat").setAttribute("aria-pressed", "false");
  fit();
  $("title").textContent = title;
  document.title = `${title} · Pentominoes`;
  const isDated = $("play").querySelector("circle");
  tell(`Cover ${isDated ? "all but the date" : "the whole board"}. Drag a piece onto it; tap one to turn or flip it.`);
  view.showLeft("");
  session.changed();
  closeDialogs();
  return true;
}

function toggleHeat() {
  session.toggleHeat();
  $("heat").setAttribute("aria-pressed", String(session.heated !== null));
}

// ---- Puzzles

const today = () => new Date().toLocaleDateString("sv"); // Swedes write 2026-11-20
const inWords = () => new Date().toLocaleDateString("en", { month: "long", day: "numeric" });

async function make(question, title, where = wrong) {
  if (engine.kind !== "server") where(session ? "…" : "Loading…");
  const answer = await engine.ask(question);
  return !isWrong(answer, where, () => make(question, title, where)) && begin({ board: answer.board, pieces: null }, { title, where, isNew: where === wrong });
}

/** Open what the address says; `calendar` is one of today. */
function openAddress() {
  const { at, calendar, ...asked } = fromAddress();
  return calendar ? make({ ask: "calendar", date: today(), calendar }, inWords(), tell) : begin(asked, { at });
}

// ---- What is saved

function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  $("saved").textContent = `Saved as ${name}.`;
}

const wrong = (text) => { $("wrong").textContent = text; };
const noting = (text) => { $("saved").textContent = text; };

const SAVED = {
  svg: async () => saved("picture", "svg", "pentominoes.svg", "image/svg+xml"),
  document: async () => saved("document", "document", "pentominoes.json", "application/json"),
  sheet: async () => saved("sheet", "html", "sheet.html", "text/html"),
  gallery: async () => saved("gallery", "html", "solutions.html", "text/html"),
  png: async () => {
    const answer = await session.answerTo("picture", {}, noting);
    if (answer) save("pentominoes.png", await painted(answer.svg));
  },
};

async function saved(what, member, name, type) {
  noting("…");
  const answer = await session.answerTo(what, {}, noting);
  if (!answer) return;
  if (answer[member] === null) noting(LOST);
  else save(name, answer[member], type);
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
  const answer = await session.ask("count", { symmetry: "all" }, ({ progress, found }) => {
    if (progress !== null) $("progress").value = progress;
    $("counted").textContent = found === "0" ? "Counting…" : `${solutions(found)} so far`;
  });
  $("stop").hidden = true;
  $("progress").value = answer?.count ? 1 : 0;
  if (!answer || answer.stopped) $("counted").textContent = "Stopped.";
  else if (answer.error) $("counted").textContent = sentence(answer.error);
  else $("counted").textContent = `${solutions(answer.count)}${session.board.position.length ? " from here" : ", turned and mirrored ones counted apart"}.`;
}

// ---- Buttons

const open = (id) => { wrong(""); noting(""); $(id).showModal(); };

function listen() {
  const on = (id, act) => $(id).addEventListener("click", act);
  on("choose", () => open("puzzles"));
  on("more", () => open("menu"));
  all("[data-close]").forEach((one) => one.addEventListener("click", () => one.closest("dialog").close()));
  all("dialog").forEach((dialog) => dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); }));
  on("undo", () => session.board.undo());
  on("redo", () => session.board.redo());
  on("hint", () => session.nextHint());
  on("heat", toggleHeat);
  on("play", ({ target }) => {
    const slot = target.closest(".slot");
    if (session.heated !== null && slot) session.showHeat(Number(slot.dataset.piece));
  });
  on("reset", () => { session.board.reset(); $("menu").close(); });
  on("solve", async () => {
    const answer = await session.answerTo("solve", { shuffle: Math.floor(Math.random() * 2 ** 31) }, noting);
    if (answer?.places) { session.board.set(answer.places); $("menu").close(); }
    else if (answer) noting(LOST);
  });
  on("count", count);
  on("stop", () => session.stop("count"));
  Object.entries(SAVED).forEach(([id, act]) => on(id, act));
  on("link", async () => {
    try { await navigator.clipboard.writeText(location.href); noting("Copied: the puzzle and what is laid."); } catch { noting(location.href); }
  });
  on("print", () => { $("menu").close(); print(); });
  addEventListener("beforeprint", () => session?.board.palette("print"));
  addEventListener("afterprint", () => session?.board.palette($("palette").value));
  $("palette").addEventListener("change", () => session.board.palette($("palette").value));

  on("daily", () => make({ ask: "generate", seed: Number(today().replaceAll("-", "")), difficulty: "medium" }, `Puzzle of ${inWords()}`));
  on("calendar", () => make({ ask: "calendar", date: today() }, inWords()));
  on("generate", () => make({ ask: "generate", seed: Math.floor(Math.random() * 2 ** 31), difficulty: $("difficulty").value }, `New puzzle, ${$("difficulty").value}`));
  $("boards").append(...BOARDS.map(([label, board, pieces = null]) => button(label, () => begin({ board, pieces }, { title: label, where: wrong, isNew: true }))));
  editor($("draw"), $("board"), { rows: $("rows"), columns: $("columns"), blank: $("blank"), area: $("area") });
  on("begin", () => begin({ board: $("board").value.trim() || FIRST.board, pieces: $("pieces").value.trim() || null }, { where: wrong, isNew: true }));

  addEventListener("resize", () => session && fit());
  addEventListener("keydown", (event) => {
    if (!session || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/** @type {Element} */ (event.target).matches?.("input, textarea, select")) return;
    const piece = session.opened.pieces.findIndex(({ letter }) => letter && letter.toLowerCase() === event.key.toLowerCase());
    if (piece >= 0) session.board.take(piece);
    else if (event.key === "h" && !$("hint").disabled) session.nextHint();
  });
  addEventListener("hashchange", openAddress);
}

function allow() {
  all("#heat, #hint").forEach((one) => { one.disabled = false; });
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
engine.loaded?.then(allow);
engine.ready.then(allow, () => { $("left").textContent = ""; tell("No hints here: Python could not be loaded."); });
keepForLater();
