// The board in a notebook. `mount` is that of page/board.js, which stands before this in the module that is loaded.

const STEPS = ["Hint", "Which piece?", "Show me", "Lay it"]; // what the next press of the button gives
const FRAME = `
<div></div>
<p class="helps">
  <button type="button" name="undo">Undo</button>
  <button type="button" name="redo">Redo</button>
  <button type="button" name="reset">Clear</button>
  <button type="button" name="hint">Hint</button>
  <output name="left"></output>
</p>
<p class="told" role="status" aria-live="polite"></p>`;

/** Return a function that asks the kernel about a position, and one that stops listening for answers. */
function connect(model) {
  const waiting = new Map();
  function hear({ number, answer }) {
    waiting.get(number)?.(JSON.parse(answer));
    waiting.delete(number);
  }
  model.on("msg:custom", hear);
  function ask(what, position) {
    const number = Math.random(); // all views of a widget hear all answers
    model.send({ number, question: JSON.stringify({ ask: what, position }) });
    return new Promise((resolve) => { waiting.set(number, resolve); });
  }
  return [ask, () => model.off("msg:custom", hear)];
}

function inWords({ left, exact, error }, isDone) {
  if (error) return error;
  if (isDone) return "Solved";
  if (!exact) return left === "0" ? "too many to count here" : `at least ${left} solutions left`;
  return left === "1" ? "1 solution left" : `${left === "0" ? "no" : left} solutions left`;
}

function render({ model, el }) {
  el.innerHTML = FRAME;
  el.classList.add("pentomino-widget");
  const [root, , told] = el.children, find = (name) => el.querySelector(`[name=${name}]`);
  // Keys of the board are none of the notebook: JupyterLab looks for this mark, others listen further out.
  el.dataset.lmSuppressShortcuts = true;
  el.addEventListener("keydown", (event) => event.stopPropagation());

  const opened = model.get("opened"), [ask, hangUp] = connect(model);
  const board = mount(root, opened, { position: model.get("position"), palette: model.get("palette"), onchange });
  let hint = null, level = 0, isCounting = false;

  const now = () => String(board.position);

  function onchange(position) {
    model.set("position", position);
    model.save_changes();
    follow();
  }

  /** Show what goes with the position. */
  function follow() {
    hint = null;
    level = 0;
    told.textContent = "";
    find("hint").textContent = STEPS[0];
    find("undo").disabled = !board.canUndo;
    find("redo").disabled = !board.canRedo;
    count();
  }

  /** Show how many solutions are left: one question at a time, however fast pieces are laid. */
  async function count() {
    if (isCounting) return;
    isCounting = true;
    let of, answer;
    do {
      of = now();
      answer = await ask("left", board.position);
    } while (of !== now());
    isCounting = false;
    find("left").textContent = inWords(answer, board.isDone);
  }

  /** Return the answer about the position; null if it has been left meanwhile, or if something is wrong. */
  async function answerTo(what) {
    const of = now(), answer = await ask(what, board.position);
    if (of !== now()) return null;
    if (answer.error) told.textContent = answer.error;
    return answer.error ? null : answer;
  }

  async function help() {
    if (level === 3) return board.set([...board.position, hint.place]);
    if (!hint) {
      const answer = await answerTo("hint");
      hint = answer?.hint;
      if (answer && !hint && !board.isDone) return explain();
      if (!hint) return;
    }
    const { cell, cells, place, excluded, texts } = hint;
    told.textContent = texts[level];
    board.mark(++level < 3 ? { cell, cells } : { cells, place, excluded });
    find("hint").textContent = STEPS[level];
  }

  async function explain() {
    const why = await answerTo("why");
    if (!why) return;
    told.textContent = why.text;
    board.mark({ cells: why.cells });
  }

  find("undo").onclick = board.undo;
  find("redo").onclick = board.redo;
  find("reset").onclick = board.reset;
  find("hint").onclick = async () => {
    find("hint").disabled = true;
    await help();
    find("hint").disabled = false;
  };

  function lay() {
    if (String(model.get("position")) !== now()) board.set(model.get("position"));
  }
  const dye = () => board.palette(model.get("palette"));
  model.on("change:position", lay);
  model.on("change:palette", dye);
  follow();
  return () => {
    model.off("change:position", lay);
    model.off("change:palette", dye);
    hangUp();
    board.destroy();
  };
}

export default { render };
