// The page of a gallery: it draws only the solutions that are visible, from lists of numbers.
import { cheapest, contours, distance, Geometry, middle, SIDE } from "../play/page/geometry.js";

const $ = (id) => document.getElementById(id);
const puzzle = JSON.parse($("puzzle").textContent);
const { number: N, sizes, cells, axes, near, sides, pieces, shapes, images, kinds, isSquare } = puzzle;
const AREA = cells.length, NONE = 65535, EMPTY = -1, MAX_PRINTED = 5000;
const geometry = new Geometry({ ...puzzle, layers: [], faces: [], spots: [], pieces: [] }); // solids are already laid out flat
const { centres, outlines, width: WIDE, height: HIGH } = geometry;
const LINE = SIDE / 10;
const escaped = (said) => said.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// ---------------------------------------------------------------- the solutions, from numbers to areas of the board

/** Return the values of each feature, then the shape numbers of all solutions. All low bytes are stored before the high ones. */
async function unpacked() {
  const packed = Uint8Array.from(atob($("solutions").textContent), (mark) => mark.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer()), half = bytes.length / 2;
  const found = new Uint16Array(half);
  for (let i = 0; i < half; i++) found[i] = bytes[i] + 256 * bytes[half + i];
  return found;
}

const numbers = await unpacked(), NAMES = puzzle.features;
const values = Object.fromEntries(NAMES.map((name, n) => [name, numbers.subarray(n * N, (n + 1) * N)]));
const codes = numbers.subarray(NAMES.length * N);
const starts = new Uint32Array(N + 1); // for each solution, the index of its first number
const areas = new Uint16Array(N * AREA).fill(NONE); // for each solution and cell, the index of the shape on the cell
const numberAt = new Map(cells.map((position, i) => [position, i]));
const lying = shapes.map(([, ...further]) => cells.map((position) => further.map((by) => numberAt.get(position + by))));
for (let k = 0, code = 0; k < N; k++) {
  const base = k * AREA;
  for (let i = 0; i < AREA; i++) {
    if (areas[base + i] !== NONE) continue;
    const area = code - starts[k];
    areas[base + i] = area;
    for (const other of lying[codes[code]][i]) areas[base + other] = area;
    code++;
  }
  starts[k + 1] = code;
}

/** For each symmetry of the puzzle and each cell, the cell that the symmetry maps to it. */
const sources = images.map((to) => {
  const source = new Int32Array(AREA);
  to.forEach((there, i) => { source[there] = i; });
  return source;
});
const pieceOf = (k, area) => shapes[codes[starts[k] + area]][0]; // EMPTY for an empty cell

const WORDS = { crossings: "crossing", fault_lines: "fault line", edge: "piece" };

// ---------------------------------------------------------------- pictures

/** Return a letter for each area, as in the text of a solution. Copies of a piece get different letters. */
function symbols(k, grid) {
  const first = new Map(), pool = [...puzzle.pool], given = [];
  grid.forEach((area, i) => { if (!first.has(area) && pieceOf(k, area) !== EMPTY) first.set(area, i); });
  const order = [...first.keys()].sort((a, b) => pieceOf(k, a) - pieceOf(k, b) || first.get(a) - first.get(b));
  for (const area of order) {
    const own = pieces[pieceOf(k, area)].letter;
    if (own) { given[area] = own; continue; }
    const touching = new Set(near.flatMap((others, i) => (grid[i] === area ? others.map((other) => given[grid[other]]) : [])));
    const letter = pool.find((mark) => !touching.has(mark)) ?? pool[0];
    pool.push(...pool.splice(pool.indexOf(letter), 1));
    given[area] = letter;
  }
  return given;
}

/** Return the area on each cell of the image g of solution k. */
const gridOf = (k, g) => Array.from(sources[g], (source) => areas[k * AREA + source]);

function text(k, g) {
  const grid = gridOf(k, g), letters = symbols(k, grid), number = (mark) => mark.codePointAt(0) - puzzle.firstMark;
  return Array.from(puzzle.text, (mark) => (number(mark) < 0 ? mark : letters[grid[number(mark)]] ?? "+")).join("");
}

const rounded = (n) => Math.round(n * 10) / 10;

function picture(k, g, isLarge = false) {
  const grid = gridOf(k, g), owned = [];
  grid.forEach((area, i) => { (owned[area] ??= []).push(i); });
  const paths = owned.map((own, area) => {
    const { name, colour } = pieces[pieceOf(k, area)] ?? { name: "empty", colour: "#8888" };
    const lines = contours(own.map((i) => outlines[i])).map((line) => `M${line.map((point) => point.map(rounded).join(" ")).join("L")}Z`);
    return `<path fill="${colour}" d="${lines.join("")}">${isLarge ? `<title>${escaped(name)}</title>` : ""}</path>`;
  });
  // At a seam, a line is drawn only between different areas, so the lines are not the outlines of areas.
  const lines = puzzle.seams.length ? owned.map((own) => geometry.pathsOf(own)[1]).join("") : "";
  const said = isLarge ? ` xmlns="http://www.w3.org/2000/svg" width="${rounded(WIDE)}" height="${rounded(HIGH)}" role="img"`
    + ` aria-label="Solution ${k + 1}"` : ' aria-hidden="true"';
  return `<svg${said} viewBox="${-LINE} ${-LINE} ${rounded(WIDE + 2 * LINE)} ${rounded(HIGH + 2 * LINE)}">`
    + `<g ${lines ? "" : 'stroke="#222" '}stroke-width="${LINE}" stroke-linejoin="round" fill-rule="evenodd">${paths.join("")}</g>${
     lines && `<path d="${lines}" stroke="#222" stroke-width="${LINE}" stroke-linecap="round"/>`
     }${marks(isLarge ? symbols(k, grid) : [], grid)}</svg>`;
}

/** Return the letters of the areas, in the middle cell of each part of an area, and the labels beside the board. */
function marks(letters, grid) {
  const place = ([x, y], size, mark, fill) => `<text x="${rounded(x)}" y="${rounded(y)}" dy=".35em" font-size="${size}"`
    + `${/^[a-z]$/.test(mark) ? ' style="font-family:serif;font-style:italic"' : ""}`  // to distinguish l from I
    + ` text-anchor="middle" fill="${fill}">${escaped(mark)}</text>`;
  const found = letters.flatMap((letter, area) => parts(grid, area).map((own) => {
    const mean = middle(own.map((i) => centres[i]));
    return place(centres[own[cheapest(own, (i) => distance(centres[i], mean))]], 22, letter, "#000");
  }));
  return [...geometry.labels.map(([x, y, label]) => place([x, y], 16, label, "#888")), ...found].join("");
}

/** Return the connected parts of an area on paper: a piece in a box may have a part in each of several layers. */
function parts(grid, area) {
  const left = new Set(grid.flatMap((owner, i) => (owner === area ? [i] : []))), found = [];
  const isBeside = (i, other) => distance(centres[i], centres[other]) < 1.5 * SIDE; // not in another layer or across a seam
  for (const first of left) {
    const part = [first];
    left.delete(first);
    for (const i of part) for (const other of near[i]) if (isBeside(i, other) && left.delete(other)) part.push(other);
    found.push(part);
  }
  return found;
}

// ---------------------------------------------------------------- filters, which are stored in the address

const state = {};
function clear() {
  Object.assign(state, { at: new Map(), sides: new Map(), turn: puzzle.turn, sort: "", open: null });
  for (const name of NAMES) state[name] = "";
}

/** Return the coordinates of a cell, counted from 1. */
function coordinates(i) {
  let rest = cells[i];
  return [...sizes].reverse().map((size) => { const n = rest % size + 1; rest = Math.floor(rest / size); return n; }).reverse();
}

function address() {
  const said = new URLSearchParams();
  for (const [i, piece] of state.at) said.append("at", [...coordinates(i), piece].join("."));
  for (const [key, wanted] of state.sides) said.append("side", `${key}.${wanted ? "yes" : "no"}`);
  for (const name of [...NAMES, "sort"]) if (state[name] !== "") said.set(name, state[name]);
  if (state.turn !== puzzle.turn) said.set("turn", state.turn);
  if (state.open !== null) said.set("open", state.open + 1);
  return `#${said}`;
}

/** Read the state from the address; ignore its invalid parts. */
function readAddress() {
  clear();
  const said = new URLSearchParams(location.hash.slice(1));
  for (const one of said.getAll("at").map((each) => each.split(".").map(Number))) {
    const piece = one.pop(), i = cells.findIndex((_, at) => `${coordinates(at)}` === `${one}`);
    if (i >= 0 && pieces[piece]) state.at.set(i, piece);
  }
  for (const [piece, side, wanted] of said.getAll("side").map((one) => one.split("."))) {
    if (pieces[piece] && sides[side]) state.sides.set(`${piece}.${side}`, wanted === "yes");
  }
  for (const name of [...NAMES, "sort"]) state[name] = said.get(name) ?? "";
  if (said.has("turn")) state.turn = said.get("turn") === "true";
  const open = Number(said.get("open")) - 1;
  state.open = Number.isInteger(open) && open >= 0 && open < N ? open : null;
}

function writeAddress() {
  try { history.replaceState(null, "", address()); } catch { /* a frame in a notebook has no address of its own */ }
}

/** Return the number of the first image of solution k that passes all filters, or -1. */
function match(k) {
  for (const name of NAMES) if (name !== "symmetry" && state[name] !== "" && values[name][k] !== +state[name]) return -1;
  if (state.symmetry === "none" ? values.symmetry[k] : state.symmetry !== "" && !(values.symmetry[k] >> +state.symmetry & 1)) return -1;
  const tried = state.turn ? images.length : 1;
  for (let g = 0; g < tried; g++) if (fits(k, sources[g])) return g;
  return -1;
}

function fits(k, source) {
  const base = k * AREA;
  for (const [p, piece] of state.at) if (pieceOf(k, areas[base + source[p]]) !== piece) return false;
  for (const [key, wanted] of state.sides) {
    const [piece, side] = key.split(".");
    if (sides[side].some((p) => pieceOf(k, areas[base + source[p]]) === +piece) !== wanted) return false;
  }
  return true;
}

let shown = []; // pairs (solution, image that is shown)
function filter() {
  shown = [];
  for (let k = 0; k < N; k++) { const g = match(k); if (g >= 0) shown.push([k, g]); }
  const [way, name] = [state.sort[0] === "-" ? -1 : 1, state.sort.slice(1)];
  if (values[name]) shown.sort(([a], [b]) => way * (values[name][a] - values[name][b]) || a - b);
  $("status").textContent = shown.length === N ? plural(N, "solution") : `${shown.length} of ${plural(N, "solution")}`;
  document.title = shown.length === N ? title : `${shown.length} of ${title}`;
  current = 0;
  $("main").scrollTop = 0;
  for (const index of drawn.keys()) remove(index);
  layOut();
  writeAddress();
}
const title = document.title;

// ---------------------------------------------------------------- the visible pictures

let current = 0, perRow = 1, step = [1, 1]; // the picture with the focus; pictures in a row; pixels from picture to picture
const drawn = new Map();

function layOut() {
  const room = $("main").clientWidth - 24;
  perRow = Math.max(1, Math.floor(room / +$("size").value));
  const width = room / perRow;
  step = [width, (width - 10) * (HIGH + 2 * LINE) / (WIDE + 2 * LINE) + 32];
  $("grid").style.height = `${Math.ceil(shown.length / perRow) * step[1]}px`;
  for (const [index, item] of drawn) put(index, item);
  draw();
}

function put(index, item) {
  item.style.cssText = `width:${step[0] - 2}px;left:${index % perRow * step[0]}px;top:${Math.floor(index / perRow) * step[1]}px`;
}

function remove(index) {
  drawn.get(index).remove();
  drawn.delete(index);
}

function draw() {
  const { scrollTop, clientHeight } = $("main"), margin = 2;
  const from = Math.max(0, Math.floor(scrollTop / step[1]) - margin) * perRow;
  const to = Math.min(shown.length, (Math.ceil((scrollTop + clientHeight) / step[1]) + margin) * perRow);
  for (const index of drawn.keys()) if ((index < from || index >= to) && index !== current) remove(index);
  for (let index = from; index < to; index++) if (!drawn.has(index)) add(index);
  if (shown.length && !drawn.has(current)) add(current);
}

function add(index) {
  const [k, g] = shown[index], item = document.createElement("li");
  item.setAttribute("aria-setsize", shown.length);
  item.setAttribute("aria-posinset", index + 1);
  item.innerHTML = `<button type="button" data-index="${index}" tabindex="${index === current ? 0 : -1}"`
    + ` aria-label="Solution ${k + 1}, enlarge">${picture(k, g)}${k + 1}</button>`;
  put(index, item);
  drawn.set(index, item);
  // Screen readers read pictures in the order of the elements, so that must be the order of their numbers.
  const next = [...drawn.keys()].filter((other) => other > index);
  $("grid").insertBefore(item, next.length ? drawn.get(Math.min(...next)) : null);
}

/** Move the focus to a picture, and scroll until the picture is visible. */
function go(index) {
  drawn.get(current)?.firstChild.setAttribute("tabindex", -1);
  current = Math.max(0, Math.min(shown.length - 1, index));
  const top = Math.floor(current / perRow) * step[1], main = $("main");
  main.scrollTop = Math.min(Math.max(main.scrollTop, top + step[1] + 24 - main.clientHeight), top);
  draw();
  const button = drawn.get(current)?.firstChild;
  button?.setAttribute("tabindex", 0);
  button?.focus({ preventScroll: true });
}

const MOVES = { ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: () => -perRow, ArrowDown: () => perRow,
                PageUp: () => -perRow * Math.max(1, Math.floor($("main").clientHeight / step[1])),
                PageDown: () => perRow * Math.max(1, Math.floor($("main").clientHeight / step[1])),
                Home: () => -N, End: () => N };
$("grid").addEventListener("keydown", (event) => {
  if (!MOVES[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const index = current + MOVES[event.key]();
  if (Math.abs(MOVES[event.key]()) !== perRow || (index >= 0 && index < shown.length)) go(index);
});
$("grid").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) { go(+button.dataset.index); enlarge(current); }
});
$("main").addEventListener("scroll", draw, { passive: true });
new ResizeObserver(layOut).observe($("main"));
$("size").addEventListener("change", () => { layOut(); go(current); });

// ---------------------------------------------------------------- one solution, enlarged

let opened = [0, 0]; // the solution, and its image
function enlarge(index) {
  current = index;
  show(...shown[index]);
}

function show(k, g) {
  opened = [k, g];
  $("heading").textContent = `Solution ${k + 1} of ${N}`;
  $("picture").innerHTML = picture(k, g, true);
  $("letters").textContent = text(k, g);
  const counts = NAMES.filter((name) => WORDS[name]).map((name) => plural(values[name][k], WORDS[name]) + (name === "edge" ? " at the edge" : ""));
  $("facts").textContent = [...counts, ...symmetryNames(k)].join(", ");
  $("copied").textContent = "";
  $("spare").hidden = true;
  state.open = k;
  writeAddress();
  if (!$("dialog").open) $("dialog").showModal();
}

const symmetryName = (bit) => (bit < kinds.length ? `kept by ${kinds[bit]}` : `halves: ${kinds[bit - kinds.length]}`);
const symmetryBits = () => Array.from({ length: 2 * kinds.length }, (_, bit) => bit);
const symmetryNames = (k) => symmetryBits().filter((bit) => values.symmetry[k] >> bit & 1).map(symmetryName);

function pass(by) {
  if (shown.length) enlarge((current + by + shown.length) % shown.length);
}
$("previous").addEventListener("click", () => pass(-1));
$("next").addEventListener("click", () => pass(1));
$("close").addEventListener("click", () => $("dialog").close());
$("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) $("dialog").close(); });
$("dialog").addEventListener("close", () => { state.open = null; writeAddress(); go(current); });
$("dialog").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") pass(event.key === "ArrowLeft" ? -1 : 1);
});

const COPIES = { text, svg: (k, g) => picture(k, g, true), link: () => location.href };
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const copy = COPIES[button.dataset.copy](...opened);
    try {
      await navigator.clipboard.writeText(copy);
      $("copied").textContent = "Copied";
    } catch { // the browser does not allow a local file to write to the clipboard
      $("spare").value = copy;
      $("spare").hidden = false;
      $("spare").select();
      $("copied").textContent = "Press Ctrl+C to copy";
    }
  });
}

// ---------------------------------------------------------------- the form

function option(value, label) {
  return `<option value="${value}">${escaped(label)}</option>`;
}

function fillForm() {
  $("piece").innerHTML = pieces.map(({ name }, i) => option(i, name || `piece ${i + 1}`)).join("");
  // Buttons are placed like the cells, but far enough apart for a finger.
  const apart = Math.min(SIDE, ...near.flatMap((others, i) => others.map((other) => (
    Math.max(...[0, 1].map((axis) => Math.abs(centres[i][axis] - centres[other][axis])))))));
  const scale = 25 / apart, at = (n) => Math.round(n * scale - 12);
  const edgeOf = (axis) => Math.min(...centres.map((centre) => centre[axis])) - 12 / scale;
  $("cells").style.cssText = `width:${(WIDE - 2 * edgeOf(0)) * scale}px;height:${(HIGH - 2 * edgeOf(1)) * scale}px`;
  $("cells").innerHTML = centres.map(([x, y], i) => `<button type="button" data-cell="${i}"`
    + ` style="left:${at(x - edgeOf(0))}px;top:${at(y - edgeOf(1))}px"></button>`).join("");
  $("sides").innerHTML = Object.keys(sides).map((name) => `<button type="button" data-side="${name}"></button>`).join("");
  $("turn-label").hidden = images.length === 1;
  for (const name of ["crossings", "fault_lines", "edge"]) $(name).parentElement.hidden = !NAMES.includes(name);
  $("shape-hint").hidden = !isSquare;
  $("sort").innerHTML = option("", "number") + NAMES.filter((name) => WORDS[name])
    .map((name) => [name, name === "edge" ? "pieces at the edge" : `${WORDS[name]}s`])
    .map(([name, words]) => option(`+${name}`, `fewest ${words}`) + option(`-${name}`, `most ${words}`)).join("");
}

/** Fill each filter with the choices that occur, each with its number of solutions. */
function fillChoices() {
  for (const name of NAMES.filter((each) => WORDS[each])) {
    const counts = new Map();
    for (const value of values[name]) counts.set(value, (counts.get(value) ?? 0) + 1);
    const found = [...counts].sort(([a], [b]) => a - b);
    $(name).innerHTML = option("", "any") + found.map(([value, count]) => option(value, `${value} (${count})`)).join("");
  }
  const bits = symmetryBits().map((bit) => [bit, values.symmetry.filter((value) => value >> bit & 1).length]);
  const none = values.symmetry.filter((value) => !value).length;
  $("symmetry").innerHTML = option("", "any") + option("none", `none (${none})`)
    + bits.filter(([, count]) => count).map(([bit, count]) => option(bit, `${symmetryName(bit)} (${count})`)).join("");
}

/** Show the state in the form. */
function showState() {
  for (const name of [...NAMES, "sort"]) {
    $(name).value = state[name];
    if ($(name).selectedIndex < 0) $(name).value = state[name] = "";
  }
  $("turn").checked = state.turn;
  const piece = +$("piece").value;
  const buttons = boardButtons();
  for (const button of buttons) {
    const { cell, side } = button.dataset, key = `${piece}.${side}`;
    const owner = side ? (state.sides.has(key) ? piece : undefined) : state.at.get(+cell);
    const sign = state.sides.get(key) ? "+" : "−";
    button.toggleAttribute("data-set", owner !== undefined);
    button.style.background = owner === undefined ? "" : pieces[owner].colour;
    button.textContent = side ? (owner === undefined ? side : `${sign} ${side}`)
      : owner === undefined ? "" : pieces[owner].letter || pieces[owner].name.slice(0, 2);
    const place = side ? `${side} side` : coordinates(+cell).map((n, axis) => `${axes[axis]} ${n}`).join(", ");
    const says = owner === undefined ? "" : side ? (sign === "+" ? ": touched" : ": not touched") : `: ${pieces[owner].name}`;
    button.setAttribute("aria-label", place + says);
    button.setAttribute("aria-pressed", owner !== undefined);
    button.tabIndex = button === ($("board").contains(document.activeElement) ? document.activeElement : buttons[0]) ? 0 : -1;
  }
}

const boardButtons = () => [...document.querySelectorAll("#board button")];

$("board").addEventListener("click", (event) => {
  const { cell, side } = event.target.dataset, piece = +$("piece").value, key = `${piece}.${side}`;
  if (side) {
    if (!state.sides.has(key)) state.sides.set(key, true);
    else if (state.sides.get(key)) state.sides.set(key, false);
    else state.sides.delete(key);
  } else if (cell) {
    if (state.at.get(+cell) === piece) state.at.delete(+cell);
    else state.at.set(+cell, piece);
  }
  showState();
  filter();
});

// The board is a single tab stop; an arrow key moves to the nearest button in its direction.
$("board").addEventListener("keydown", (event) => {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (!dx && !dy) return;
  event.preventDefault();
  const centre = (button) => { const box = button.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = centre(event.target);
  const ahead = boardButtons().map((button) => {
    const [u, v] = centre(button), along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    return [along + 3 * aside, along, button];
  }).filter(([, along]) => along > 2).sort(([a], [b]) => a - b);
  ahead[0]?.[2].focus();
  showState();
});

$("piece").addEventListener("change", showState);
$("turn").addEventListener("change", () => { state.turn = $("turn").checked; filter(); });
for (const name of [...NAMES, "sort"]) {
  $(name).addEventListener("change", () => { state[name] = $(name).value; filter(); });
}
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("reset", (event) => {
  event.preventDefault();
  const { sort } = state;
  clear();
  state.sort = sort;
  showState();
  filter();
});

// ---------------------------------------------------------------- on paper

/** Arrange the solutions shown on pages, in enough columns for the number of solutions wanted on a page. */
function toPaper() {
  const wanted = +$("per-page").value, [width, height] = [186, 250]; // the printable millimetres of A4 and Letter
  let columns = 1;
  const fit = (n) => n * Math.floor(height / (width / n * HIGH / WIDE + 8));
  while (columns < wanted && fit(columns) < wanted) columns++;
  const pages = [];
  for (let i = 0; i < Math.min(shown.length, MAX_PRINTED); i += wanted) pages.push(shown.slice(i, i + wanted));
  const heading = shown.length > MAX_PRINTED ? `${document.title}: the first ${MAX_PRINTED}` : document.title;
  $("paper").innerHTML = pages.map((page, i) => `<section style="grid-template-columns:repeat(${columns},1fr)">`
    + `<h1>${escaped(heading)}, page ${i + 1} of ${pages.length}</h1>${
     page.map(([k, g]) => `<figure>${picture(k, g)}${k + 1}</figure>`).join("")  }</section>`).join("");
}
addEventListener("beforeprint", toPaper);
addEventListener("afterprint", () => { $("paper").textContent = ""; });
$("print").addEventListener("click", () => print());

// ---------------------------------------------------------------- start

function start() {
  readAddress();
  showState();
  filter();
  if (state.open === null) { if ($("dialog").open) $("dialog").close(); return; }
  const index = shown.findIndex(([k]) => k === state.open);
  if (index >= 0) { go(index); enlarge(index); } else show(state.open, 0);
}

if (innerWidth <= 700) $("details").open = false;
document.querySelector("[data-copy=link]").hidden = location.protocol === "about:"; // a frame in a notebook has no link
fillForm();
fillChoices();
start();
addEventListener("hashchange", start);
document.documentElement.dataset.ready = Math.round(performance.now());
