// The page around the board: which puzzle, what is asked of it, and what is said. Links are hostile: puzzles are read by
// the package, places are those that it lists, and text goes into the page as text.
import { mount } from "./board.js";
import { connect } from "./engine.js";
import { drawing } from "./drawing.js";
import { amount, sentence, solutions, withWords } from "./words.js";

const $ = (id) => document.getElementById(id);
const MAX_LINK = 60_000;
const LOST = "From here no solution is left.";
const LARGE = 10_000; // solutions that fill the gauge, if no more are seen

const BOARDS = [
  ["6x10", "6x10"], ["5x12", "5x12"], ["4x15", "4x15"], ["3x20", "3x20"], ["8x8 with a hole", "8x8-hole"],
  ["8x8 with a square", "8x8-square"], ["Katamino 5x5", "katamino-5"], ["Kanoodle", "kanoodle"], ["Soma cube", "soma"],
  ["Box 3x4x5", "3x4x5"], ["Hexagons", "tetrahexes-4x7"], ["Triangles", "hexiamonds-rhombus"], ["Torus", "pentominoes-torus-6x10"],
  ["Tetromino floor", "4x10", "tetrominoes*"],
];

const engine = connect();
const FIRST = { board: engine.board, pieces: null };
let board = null; // what board.js returned
let opened = null; // the answer that says the puzzle
let said = FIRST; // what asked for it: board and pieces
let most = 0; // the most solutions seen of this puzzle, for the gauge
let begun = 0; // how many puzzles were asked for: only the last one is opened
let hint = null;
let step = 0;
let heated = null; // the number of the piece of which the board shows where it can go
const busy = new Map(); // what is asked: how to stop it

// ---- Questions

const isFirst = ({ board, pieces }) => board === FIRST.board && pieces === null;
const stated = ({ board, pieces }) => (pieces === null ? { board } : { board, pieces });

/** Ask about the position. Return the answer, or null if it is not wanted any more. */
async function ask(what, more = {}, onprogress) {
  busy.get(what)?.abort();
  const control = new AbortController();
  busy.set(what, control);
  const answer = await engine.ask({ ask: what, ...stated(said), position: board.position, ...more }, { onprogress, signal: control.signal });
  if (busy.get(what) !== control) return null;
  busy.delete(what);
  if (control.signal.aborted) return what === "count" ? { stopped: true } : null;
  return answer;
}

const stopAll = () => busy.forEach((control, what) => { busy.delete(what); control.abort(); });

// ---- What is said

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

/** Say what went wrong, if anything did. */
function isWrong(answer, where = tell) {
  if (!answer?.error) return false;
  where(sentence(withWords(answer.error, opened)));
  return true;
}

const nameOf = ([piece]) => opened.pieces[piece].name;
const namesOf = (places) => new Intl.ListFormat("en").format(places.map(nameOf));

const lost = () => tell(LOST, [["Why?", why], ["What to take back?", back]]);

// ---- The gauge

function gauge(left, text) {
  most = Math.max(most, left);
  const share = left > 0 ? 0.03 + 0.97 * (Math.log1p(left) / Math.log1p(most)) : 0;
  $("level").style.setProperty("transform", `scaleX(${share})`);
  $("left").textContent = text;
  document.body.classList.toggle("none", left === 0);
}

async function refresh() {
  if (board.isDone) {
    gauge(1, "Solved");
    return tell("Solved!", [["Another puzzle", () => open("puzzles")]]);
  }
  const slow = setTimeout(() => { $("left").textContent = $("hint").disabled ? "hints are loading…" : "counting…"; }, 400);
  const answer = await ask("left");
  clearTimeout(slow);
  if (!answer) return undefined;
  if (answer.error) return gauge(most, engine.kind === "none" ? "" : "not counted");
  const left = Number(answer.left);
  if (!answer.exact) return gauge(Math.max(left, most, 1), left ? `at least ${solutions(answer.left)}` : "too many to count here");
  gauge(left, `${solutions(answer.left)} left`);
  if (left === 0) lost();
  return undefined;
}

// ---- Moves

function changed() {
  stopAll();
  hint = null;
  step = 0;
  $("hint").textContent = "Hint";
  board.mark(null);
  $("undo").disabled = !board.canUndo;
  $("redo").disabled = !board.canRedo;
  if (board.position.length > opened.given.length || board.canUndo) tell("");
  remember();
  refresh();
  if (heated !== null) showHeat();
}

// ---- The address

function packed() {
  const link = new URLSearchParams();
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) link.set("token", token);
  if (!isFirst(said)) link.set("board", said.board);
  if (said.pieces !== null) link.set("pieces", said.pieces);
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
  const last = Math.min(opened.pieces.length > 18 ? 9 : 6, box(tray).width / 49); // fingers need 44
  for (let columns = 3; columns <= last; columns++) {
    play.style.setProperty("--tray-columns", columns);
    rest = box(play).height - box(picture).height;
    if (box(play).height <= room || (!isBeside && rest <= 0.45 * room)) break;
  }
  if (!isBeside) play.style.setProperty("--board-height", `${room - rest}px`);
}

async function begin(wanted, { at = "", title, where = tell, isNew = false } = {}) {
  const turn = ++begun;
  if (!isFirst(wanted)) where(engine.kind === "server" ? "" : "Loading…");
  const answer = isFirst(wanted) ? await engine.opened : await engine.ask({ ask: "open", ...stated(wanted) });
  if (turn !== begun || isWrong(answer, where)) return false;
  stopAll();
  // The puzzle before is a step back in the browser.
  if (isNew) history.pushState(null, "", location.href);
  board?.destroy();
  said = { board: wanted.board, pieces: wanted.pieces };
  opened = answer;
  most = LARGE;
  heated = null;
  $("heat").setAttribute("aria-pressed", "false");
  board = null;
  board = mount($("play"), opened, { position: unpacked(at), onchange: () => board && changed(), palette: $("palette").value });
  $("more").disabled = false;
  const name = title ?? titleOf(wanted.board);
  fit();
  $("title").textContent = name;
  document.title = `${name} · Pentominoes`;
  const isDated = $("play").querySelector("circle");
  tell(`Cover ${isDated ? "all but the date" : "the whole board"}. Drag a piece onto it; tap one to turn or flip it.`);
  gauge(0, "");
  document.body.classList.remove("none");
  changed();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  return true;
}

// ---- Help

async function nextHint() {
  if (!hint) {
    const answer = await ask("hint");
    if (!answer || isWrong(answer)) return;
    hint = answer.hint;
    if (!hint) {
      if (!board.isDone) lost();
      return;
    }
  }
  step += 1;
  const { cell, cells, place, excluded } = hint;
  const name = nameOf(place);
  if (step > 3) return board.set([...board.position, place]);
  board.mark(step < 3 ? { cell, cells } : { cells, place, excluded });
  tell([`Look at the marked cell: ${reason(hint)}.`, `The piece is ${name}.`, `${name} ${hint.forced ? "goes" : "can go"} there.${after(hint)}`][step - 1]);
  $("hint").textContent = ["Which piece?", "Show me", "Lay it"][step - 1];
}

/** Return why a placement is hinted; the board marks where. */
function reason({ kind, cells, left, excluded, having, completions, exact }) {
  return {
    pocket: `only one piece fits the pocket of ${cells.length} cells`,
    cell: excluded.length ? "one piece covers it in only one way" : "only one piece can cover it, and in only one way",
    piece: left > 1 ? `a piece that covers it has only ${left} places for its ${left} copies` : "a piece that covers it has only one place left",
    region: "all ways to fill the region agree there",
    search: "all solutions cover it in the same way",
    often: `nothing is certain yet, but ${amount(having ?? 0)} of ${exact ? "" : "the first "}${solutions(completions ?? 0)} agree there`,
  }[kind] ?? "one piece covers it";
}

const after = ({ excluded }) => (excluded.length ? ` ${excluded.length === 1 ? "One other place" : `${excluded.length} other places`} would leave cells that cannot be filled.` : "");

async function why() {
  const answer = await ask("why");
  if (!answer || isWrong(answer)) return;
  board.mark({ cells: answer.cells });
  const short = { cell: "No piece can cover the marked cell.", region: "The pieces that are left cannot fill the marked region." };
  const text = answer.cells.length ? short[answer.kind] : undefined;
  tell(text ?? sentence(withWords(answer.text, opened)), [["What to take back?", back]]);
}

const least = ({ exact }) => (exact ? "" : "at least ");

async function back() {
  const answer = await ask("back");
  if (!answer || isWrong(answer)) return;
  if (answer.choices.length) board.mark({ back: answer.choices[0].places });
  else board.mark({ back: answer.reason.filter((place) => !isGiven(place)) });
  const take = (places) => board.set(board.position.filter((place) => !places.some((other) => isSame(place, other))));
  tell(
    answer.choices.length ? `Take back ${namesOf(answer.choices[0].places)}, and ${least(answer.choices[0])}${solutions(answer.choices[0].left)} ${answer.choices[0].left === "1" ? "is" : "are"} left.` : "These pieces cannot stay together.",
    answer.choices.slice(0, 3).map((one) => [`Take back ${namesOf(one.places)}${answer.choices.length > 1 ? ` (${least(one)}${one.left})` : ""}`, () => take(one.places)]),
  );
}

const isSame = (one, other) => one.every((number, i) => number === other[i]);
const isGiven = (place) => opened.given.some((other) => isSame(place, other));

async function showHeat() {
  const answer = await ask("heat", { piece: heated });
  if (!answer || isWrong(answer) || heated === null) return;
  board.heat(answer.share);
  const name = nameOf([heated]);
  tell(Math.max(...answer.share) > 0 ? `Where ${name} can go: the stronger the colour, the more solutions. Tap another piece to see its places.` : `From here no solution has another ${name}.`);
}

function toggleHeat() {
  const isOn = heated === null;
  $("heat").setAttribute("aria-pressed", String(isOn));
  if (!isOn) {
    heated = null;
    board.heat(null);
    return tell("");
  }
  const laid = new Set(board.position.map(([piece]) => piece));
  const chosen = $("play").querySelector(".slot[aria-pressed=true]")?.dataset.piece;
  heated = Number(chosen ?? Math.max(0, opened.pieces.findIndex((_, number) => !laid.has(number))));
  return showHeat();
}

// ---- Puzzles

const today = () => new Date().toLocaleDateString("sv"); // Swedes write 2026-11-20
const inWords = () => new Date().toLocaleDateString("en", { month: "long", day: "numeric" });

async function make(question, title, how = { where: wrong, isNew: true }) {
  if (engine.kind !== "server") how.where(opened ? "…" : "Loading…");
  const answer = await engine.ask(question);
  return !isWrong(answer, how.where) && begin({ board: answer.board, pieces: null }, { title, ...how });
}

/** Open what the address says; `calendar` is one of today. */
function follow() {
  const { at, calendar, ...wanted } = fromAddress();
  return calendar ? make({ ask: "calendar", date: today(), calendar }, inWords(), { where: tell }) : begin(wanted, { at });
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
    const answer = await ask("picture");
    if (answer && !isWrong(answer, noting)) save("pentominoes.png", await painted(answer.svg));
  },
};

async function saved(what, member, name, type) {
  noting("…");
  const answer = await ask(what);
  if (!answer || isWrong(answer, noting)) return;
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
  const answer = await ask("count", { symmetry: "all" }, ({ progress, found }) => {
    if (progress !== null) $("progress").value = progress;
    $("counted").textContent = found === "0" ? "Counting…" : `${solutions(found)} so far`;
  });
  $("stop").hidden = true;
  $("progress").value = answer?.count ? 1 : 0;
  if (!answer || answer.stopped) $("counted").textContent = "Stopped.";
  else if (answer.error) $("counted").textContent = sentence(answer.error);
  else $("counted").textContent = `${solutions(answer.count)}${board.position.length ? " from here" : ", turned and mirrored ones counted apart"}.`;
}

// ---- Buttons

const open = (id) => { wrong(""); noting(""); $(id).showModal(); };

function listen() {
  const on = (id, act) => $(id).addEventListener("click", act);
  on("choose", () => open("puzzles"));
  on("more", () => open("menu"));
  document.querySelectorAll("[data-close]").forEach((one) => one.addEventListener("click", () => one.closest("dialog").close()));
  document.querySelectorAll("dialog").forEach((dialog) => dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); }));
  on("undo", () => board.undo());
  on("redo", () => board.redo());
  on("hint", nextHint);
  on("heat", toggleHeat);
  on("play", ({ target }) => {
    const slot = target.closest(".slot");
    if (heated === null || !slot) return;
    heated = Number(slot.dataset.piece);
    showHeat();
  });
  on("reset", () => { board.reset(); $("menu").close(); });
  on("solve", async () => {
    const answer = await ask("solve", { shuffle: Math.floor(Math.random() * 2 ** 31) });
    if (!answer || isWrong(answer, noting)) return;
    if (answer.places) { board.set(answer.places); $("menu").close(); }
    else noting(LOST);
  });
  on("count", count);
  on("stop", () => busy.get("count")?.abort());
  Object.entries(SAVED).forEach(([id, act]) => on(id, act));
  on("link", async () => {
    try { await navigator.clipboard.writeText(location.href); noting("Copied: the puzzle and what is laid."); } catch { noting(location.href); }
  });
  on("print", () => { $("menu").close(); print(); });
  addEventListener("beforeprint", () => board?.palette("print"));
  addEventListener("afterprint", () => board?.palette($("palette").value));
  $("palette").addEventListener("change", () => board.palette($("palette").value));

  on("daily", () => make({ ask: "generate", seed: Number(today().replaceAll("-", "")), difficulty: "medium" }, `Puzzle of ${inWords()}`));
  on("calendar", () => make({ ask: "calendar", date: today() }, inWords()));
  on("generate", () => make({ ask: "generate", seed: Math.floor(Math.random() * 2 ** 31), difficulty: $("difficulty").value }, `New puzzle, ${$("difficulty").value}`));
  $("boards").append(...BOARDS.map(([label, board, pieces = null]) => button(label, () => begin({ board, pieces }, { title: label, where: wrong, isNew: true }))));
  drawing($("draw"), $("board"), { rows: $("rows"), columns: $("columns"), blank: $("blank"), area: $("area") });
  on("begin", () => begin({ board: $("board").value.trim() || FIRST.board, pieces: $("pieces").value.trim() || null }, { where: wrong, isNew: true }));

  addEventListener("resize", () => board && fit());
  addEventListener("keydown", (event) => {
    if (!board || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const piece = opened.pieces.findIndex(({ letter }) => letter && letter.toLowerCase() === event.key.toLowerCase());
    if (piece >= 0) board.take(piece);
    else if (event.key === "h" && !$("hint").disabled) nextHint();
  });
  addEventListener("hashchange", follow);
}

function allow() {
  document.querySelectorAll("#heat, #hint").forEach((one) => { one.disabled = false; });
}

async function keepForLater() {
  // Under the program the files come from it; a browser that is driven, as in tests, keeps nothing.
  if (engine.kind !== "worker" || navigator.webdriver || !("serviceWorker" in navigator)) return;
  try {
    const { build } = await (await fetch("files.json", { cache: "no-cache" })).json();
    await navigator.serviceWorker.register(`sw.js?build=${build}`);
  } catch {} // no network, or files that no build has listed
}

listen();
if (!(await follow())) {
  const wrong = $("told").textContent;
  if (await begin(FIRST)) tell(wrong);
}
document.documentElement.dataset.ready = "";
// The address of the program opens on this machine alone.
$("link").hidden = engine.kind === "server";
if (engine.kind === "file") document.querySelectorAll("[data-asks]").forEach((one) => { one.hidden = true; });
engine.ready.then(allow, () => { $("left").textContent = ""; tell("No hints here: Python could not be loaded."); });
keepForLater();
