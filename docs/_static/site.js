// Buttons that copy what was typed in an example, code and tables that can be scrolled with keys, and sliders.

/** Return what was typed at prompts, without outputs. If a text has no prompt, return all of it. */
function typed(text) {
  const lines = [];
  let more = null; // the prompt of a line that would continue the one above
  for (const line of text.trimEnd().split("\n")) {
    const prompt = /^(>>>|\$)( |$)/.exec(line)?.[1] ?? (more && (line === more || line.startsWith(`${more} `)) ? more : null);
    if (prompt === ">>>" && /^\s/.test(lines.at(-1) ?? "")) lines.push(""); // an empty line ends the block above
    if (prompt) lines.push(line.slice(prompt.length + 1));
    more = { ">>>": "...", "...": "...", $: ">", ">": ">" }[prompt];
  }
  return lines.length ? lines.join("\n") : text.trimEnd();
}

function addCopy(pre) {
  const button = document.createElement("button");
  const show = (text) => { button.textContent = text; };
  const failed = () => show("Cannot copy");
  Object.assign(button, { type: "button", className: "copy" });
  show("Copy");
  button.onclick = () => {
    if (!navigator.clipboard) return failed();
    navigator.clipboard.writeText(`${typed(pre.textContent)}\n`).then(() => show("Copied"), failed);
    setTimeout(show, 2000, "Copy");
  };
  pre.parentElement.append(button);
}

/** Wrap outputs with long sentences, but not pictures drawn with characters. */
function wrap(pre) {
  const text = pre.textContent;
  pre.classList.toggle("wraps", /.{90}/.test(text) && !/\+-+\+|[─│]/.test(text));
}

/** Let keys scroll elements that are wider than the page. */
function letScroll() {
  for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** Show one frame at a time, chosen by a slider or the buttons beside it. */
function addSlider(frames) {
  const figures = [...frames.children];
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: figures.length - 1, value: 0 });
  slider.setAttribute("aria-label", frames.getAttribute("aria-label"));
  slider.oninput = () => {
    figures.forEach((figure, number) => { figure.hidden = number !== Number(slider.value); });
    slider.setAttribute("aria-valuetext", figures[slider.value].querySelector("figcaption").textContent);
  };
  const step = (text, label, by) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.setAttribute("aria-label", label);
    button.onclick = () => { slider.value = Number(slider.value) + by; slider.oninput(); };
    return button;
  };
  const steps = Object.assign(document.createElement("div"), { className: "steps" });
  steps.append(step("‹", "Back", -1), slider, step("›", "Next", 1));
  frames.prepend(steps);
  slider.oninput();
}

document.querySelectorAll(".frames").forEach(addSlider);
for (const pre of document.querySelectorAll("article .highlight pre")) {
  addCopy(pre);
  wrap(pre);
}
letScroll();
addEventListener("resize", letScroll);
