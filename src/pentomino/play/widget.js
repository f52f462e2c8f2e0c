// The board in a notebook: board and session are those of the page, but the kernel answers the questions.
import { Board } from "./page/board.js";
import { make } from "./page/drawing.js";
import { oneByOne } from "./page/engine.js";
import { Message } from "./page/message.js";
import { Session } from "./page/session.js";
import { sentence } from "./page/words.js";

const FRAME = `
<div></div>
<p class="helps">
  <button type="button" name="undo">Undo</button>
  <button type="button" name="redo">Redo</button>
  <button type="button" name="reset">Clear</button>
  <button type="button" name="check" hidden>Am I right?</button>
  <button type="button" name="hint">Hint</button>
  <output name="left"></output>
</p>
<p class="told" role="status" aria-live="polite"></p>
<p class="helps offers"></p>`;

/**
 * Return a function that asks the kernel, one question at a time, and one that stops listening for answers.
 * @returns {[Ask, () => void]}
 */
function connect(model) {
  const waiting = new Map();
  function hear({ number, answer }) {
    waiting.get(number)?.(JSON.parse(answer));
    waiting.delete(number);
  }
  model.on("msg:custom", hear);
  function send(question) {
    const number = Math.random(); // all views of a widget receive all answers, and must know their own
    model.send({ number, question: JSON.stringify(question) });
    return new Promise((resolve) => { waiting.set(number, resolve); });
  }
  return [oneByOne(send), () => model.off("msg:custom", hear)];
}

function render({ model, el }) {
  el.innerHTML = FRAME;
  el.classList.add("pentomino", "pentomino-widget");
  const [root, , told, offered] = el.children;
  const find = (name) => el.querySelector(`[name=${name}]`);
  // Keep the notebook from acting on keys of the board: JupyterLab checks this attribute, others listen to outer elements.
  el.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("keydown", (event) => event.stopPropagation());

  const message = new Message((text, offers) => {
    told.textContent = text;
    offered.replaceChildren();
    for (const [label, act] of offers) make(offered, "button", { type: "button" }, label).onclick = act;
  });
  const view = {
    tell: (text, offers, /** @type {Rank} */ rank = "reason") => message.tell(rank, text, offers),
    showLeft: (text) => { find("left").textContent = text; },
    counter: "auto",
    showHint(label, isBusy = false) {
      find("hint").textContent = label;
      find("hint").setAttribute("aria-busy", isBusy);
    },
    showQuiet: (isQuiet) => { find("check").hidden = !isQuiet; },
    showHeat() {},
    finish: () => view.showLeft("Solved"),
  };
  const options = { position: model.get("position"), palette: model.get("palette"), onchange, onrefuse: (text) => view.tell(sentence(text)) };
  const board = new Board(root, model.get("opened"), options);
  const [ask, hangUp] = connect(model);
  const session = new Session(board, ask, view);

  function onchange(position) {
    model.set("position", position);
    model.save_changes();
    changed();
  }

  function changed() {
    message.moveOn();
    find("undo").disabled = !board.canUndo;
    find("redo").disabled = !board.canRedo;
    session.changed();
  }

  find("undo").onclick = () => board.undo();
  find("redo").onclick = () => board.redo();
  find("reset").onclick = () => board.reset();
  find("check").onclick = () => session.check();
  find("hint").onclick = () => session.nextHint();

  function follow() {
    if (String(model.get("position")) !== String(board.position)) board.set(model.get("position"));
  }
  const dye = () => board.palette(model.get("palette"));
  model.on("change:position", follow);
  model.on("change:palette", dye);
  changed();
  return () => {
    model.off("change:position", follow);
    model.off("change:palette", dye);
    hangUp();
    session.drop();
    board.destroy();
  };
}

export default { render };
