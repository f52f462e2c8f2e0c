// An editor of boards: drawing on a grid updates the text beside it, and vice versa.

const MAX_SIDE = 24;
const FREE = ".";
const OFF = "#";

/** Connect a grid with a text field, two fields for its size, a button that clears it, and the element that shows its area. */
export function editor(grid, text, { rows, columns, blank, area }) {
  let picture = []; // a string for each row

  const sized = ({ value }) => Math.min(MAX_SIDE, Math.max(1, Math.floor(Number(value)) || 1));

  function resize() {
    const [height, width] = [sized(rows), sized(columns)];
    picture = Array.from({ length: height }, (_, row) => (picture[row] ?? "").padEnd(width, FREE).slice(0, width));
    write();
  }

  function write() {
    const isWhole = picture.every((line) => !line.includes(OFF));
    text.value = isWhole ? `${picture.length}x${picture[0].length}` : picture.join("\n");
    show();
  }

  /** Draw the text if it is a size or a picture of at most MAX_SIDE rows and columns; otherwise hide the grid. */
  function read() {
    const said = text.value.replaceAll("\r", "");
    const size = /^\s*(\d{1,2})\s*x\s*(\d{1,2})\s*$/.exec(said);
    let lines = said.split("\n").map((line) => line.trimEnd()).filter(Boolean);
    if (size) lines = Array(Math.min(MAX_SIDE, Number(size[1]))).fill(FREE.repeat(Math.min(MAX_SIDE, Number(size[2]))));
    const width = Math.max(0, ...lines.map((line) => line.length));
    if (!lines.length || lines.length > MAX_SIDE || width > MAX_SIDE || !/^[.# \n]*$/.test(lines.join("\n"))) {
      grid.hidden = true;
      area.textContent = "";
      return;
    }
    picture = lines.map((line) => line.replaceAll(" ", OFF).padEnd(width, OFF));
    show();
  }

  function show() {
    const width = picture[0].length;
    grid.hidden = false;
    rows.value = picture.length;
    columns.value = width;
    grid.style.setProperty("grid-template-columns", `repeat(${width}, auto)`);
    grid.style.setProperty("--width", `${Math.min(28, Math.floor(300 / width))}px`);
    const marks = [...picture.join("")];
    while (grid.children.length > marks.length) grid.lastChild.remove();
    while (grid.children.length < marks.length) grid.append(document.createElement("i"));
    marks.forEach((mark, i) => grid.children[i].classList.toggle("on", mark === FREE));
    area.textContent = `${marks.filter((mark) => mark === FREE).length} cells`;
  }

  function set(target, mark) {
    const number = [...grid.children].indexOf(target);
    const width = picture[0].length;
    const [row, column] = [Math.floor(number / width), number % width];
    if (number < 0) return;
    picture[row] = picture[row].slice(0, column) + mark + picture[row].slice(column + 1);
    target.classList.toggle("on", mark === FREE);
  }

  let mark = null; // the mark that the current drag writes
  function pointerdown({ target, button, pointerId }) {
    if (target === grid || button > 0) return;
    mark = target.classList.contains("on") ? OFF : FREE;
    grid.setPointerCapture(pointerId);
    set(target, mark);
  }
  const pointermove = ({ clientX, clientY }) => { if (mark !== null) set(document.elementFromPoint(clientX, clientY), mark); };
  function pointerup() {
    if (mark !== null) write();
    mark = null;
  }
  const events = { pointerdown, pointermove, pointerup, pointercancel: pointerup };
  for (const name in events) grid.addEventListener(name, events[name]);
  for (const size of [rows, columns]) size.addEventListener("input", () => size.value && resize());
  blank.addEventListener("click", () => { picture = []; resize(); });
  text.addEventListener("input", read);
  resize();
}
