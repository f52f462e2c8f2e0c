// A Run button below each example of a page. Python runs in one worker, which the first click starts. Examples above are run
// first, because later ones need their names. Once an example has been run, readers can edit it.
/* global typed -- of site.js */

const WORKER = new URL("try-worker.js", import.meta.url);
let worker = null;
let finish = null; // resolves the promise of the worker's answer

function make(kind, properties, ...children) {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...children);
  return element;
}

const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

function example(block) {
  const one = { block, isDrawn: block.classList.contains("drawn"), isDone: false, field: null };
  one.run = button("Run", () => show(one));
  one.stop = button("Stop", stop);
  one.stop.hidden = true;
  one.out = make("div", { className: "try-out" });
  one.out.setAttribute("role", "status");
  block.after(make("div", { className: "try-bar" }, one.run, one.stop), one.out);
  return one;
}

function edit(one) {
  const value = typed(one.block.querySelector("pre").textContent);
  const fit = () => { one.field.rows = one.field.value.split("\n").length; };
  one.field = make("textarea", { value, spellcheck: false, autocapitalize: "off", oninput: fit });
  one.field.setAttribute("aria-label", "Python example, to change; Ctrl+Enter runs it");
  one.field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) show(one); };
  fit();
  one.block.replaceChildren(one.field);
  // The run draws these pictures again.
  if (one.isDrawn) one.out.nextElementSibling.remove();
}

const told = (one) => new Promise((resolve) => {
  if (!worker) {
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => finish(data);
    worker.onerror = () => finish({ failed: "Python cannot be loaded" });
  }
  finish = resolve;
  worker.postMessage({ text: one.field?.value ?? typed(one.block.querySelector("pre").textContent), isDrawn: one.isDrawn });
});

function stop() {
  worker?.terminate();
  worker = null;
  for (const one of examples) one.isDone = false;
  finish?.({ failed: "stopped" });
}

async function show(one) {
  if (finish) return;
  if (!one.field) edit(one);
  one.out.textContent = worker ? "running" : "loading Python, 6 MB the first time";
  for (const { run } of examples) run.disabled = true;
  one.stop.hidden = false;
  let answer;
  for (const each of examples.slice(0, examples.indexOf(one)).filter(({ isDone }) => !isDone).concat(one)) {
    answer = await told(each);
    if (answer.failed) break;
    each.isDone = true;
  }
  finish = null;
  if (answer.failed && worker) stop();
  one.stop.hidden = true;
  for (const { run } of examples) run.disabled = false;
  const figures = (answer.pictures ?? []).map(([svg, name]) => {
    const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: name || "picture" });
    return make("figure", {}, picture, ...(name ? [make("figcaption", { textContent: name })] : []));
  });
  one.out.replaceChildren();
  const text = answer.failed ?? answer.text;
  if (text) one.out.append(make("pre", { textContent: text }));
  if (figures.length) one.out.append(make("div", { className: "pictures" }, ...figures));
}

const examples = [...document.querySelectorAll(".try")].map(example);
