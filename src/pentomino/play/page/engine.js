// An engine answers the questions of the page: the program that serves it, or Python in a worker. An answer may have an `error`.
import { ofSite } from "./first.js";

/** @type {Answer} */
const STOPPED = { error: "stopped", stopped: true };
/** @type {Answer} */
const GONE = { error: "the program has ended: start pentomino play again", isGone: true };
/** @type {Answer} */
const NO_PYTHON = { error: "Python could not be loaded", isUnloaded: true };

/**
 * Return an engine. `board` is the first puzzle of the page, and `opened` is a promise of it that does not wait for Python; `ready`
 * resolves when questions can be answered. `onload` gets the share of Python that is loaded, and null at the end.
 * @param {(share: number | null) => void} onload @returns {Engine}
 */
export function connect(onload) {
  const token = tokenOf(location.hash);
  const opened = fetch("6x10.json").then((response) => (response.ok ? response.json() : Promise.reject())).catch(() => ({ error: "the page could not be loaded" }));
  return Object.assign(token ? ofServer(token) : ofSite(opened, ofWorker(onload)), { board: "6x10", opened, token });
}

/** Return the token in a fragment: the program answers only pages opened with the address that it printed. */
export const tokenOf = (fragment) => new URLSearchParams(fragment.slice(1)).get("token");

/** @returns {Pick<Engine, "ask" | "ready" | "kind">} */
function ofServer(token) {
  /** @type {Ask} */
  async function ask(question, { onprogress = () => {}, signal } = {}) {
    try {
      const body = JSON.stringify(question);
      const response = await fetch("ask", { method: "POST", headers: { "x-token": token }, body, signal });
      if (response.status === 413) return { error: "the puzzle is too large for this page" };
      if (!response.ok) return { error: "for hints, open the complete address that pentomino play printed", isGone: true };
      let last = null;
      for await (const line of lines(response.body)) {
        if (last) onprogress(last);
        last = JSON.parse(line);
      }
      return last ?? { error: "the program did not answer" };
    } catch {
      return signal?.aborted ? STOPPED : GONE;
    }
  }
  return { ask, ready: Promise.resolve(), kind: "server" };
}

/** @param {ReadableStream} stream */
async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

/**
 * Return an `ask` that sends one question at a time, so that a question that is aborted while it waits is never sent. `stop`
 * returns true if it has ended the question that was sent last, which then gets no other answer.
 */
export function oneByOne(send, stop = async (question) => null) {
  const waiting = [];
  let running = null;

  function next() {
    if (running || !waiting.length) return;
    const one = running = waiting.shift();
    send(one.question, one.onprogress).then((answer) => finish(one, answer));
  }

  function finish(one, answer) {
    if (one === running) running = null;
    else if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
    one.resolve(answer);
    next();
  }

  async function abort(one) {
    if (waiting.includes(one)) finish(one, STOPPED);
    else if (one === running && (await stop(one.question))) finish(one, STOPPED);
  }

  /** @type {Ask} */
  return function ask(question, { onprogress = () => {}, signal } = {}) {
    return new Promise((resolve) => {
      if (signal?.aborted) resolve(STOPPED);
      const one = { question, onprogress, resolve };
      waiting.push(one);
      signal?.addEventListener("abort", () => abort(one), { once: true });
      next();
    });
  };
}

/** Return Python in a worker. The first question loads it; if that fails, the next one tries again. @returns {Python} */
function ofWorker(onload) {
  let worker;
  let started = null; // a promise of whether a message can stop a count
  let hasLoaded = (_) => {};
  const loaded = new Promise((resolve) => { hasLoaded = resolve; });
  let onanswer = (answer) => {};
  let onprogress = (progress) => {};
  // A worker from a blob inherits the content security policy of the page; others need a header, which static sites do not send.
  const script = new Blob([`import "${new URL("worker.js", import.meta.url)}"`], { type: "text/javascript" });
  const load = () => started ?? start();

  function start() {
    worker = new Worker(URL.createObjectURL(script), { type: "module" });
    onload(0);
    started = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve(data.canStop);
        else if (data.failed) reject();
        else if ("loaded" in data) onload(data.loaded);
        else if (data.progress) onprogress(data.progress);
        else onanswer(JSON.parse(data.told));
      };
      worker.onerror = reject;
    });
    started.then(hasLoaded, () => {
      worker.terminate();
      started = null;
      onanswer(NO_PYTHON);
    }).finally(() => onload(null));
    return started;
  }

  async function send(question, listen) {
    try {
      await load();
    } catch {
      return NO_PYTHON;
    }
    onprogress = listen;
    return new Promise((resolve) => {
      onanswer = resolve;
      worker.postMessage({ question: JSON.stringify(question) });
    });
  }

  /** Stop a count. All other questions have a time limit (see `answers.py`). */
  async function stop(question) {
    if (question.ask !== "count") return false;
    if (await load().catch(() => false)) {
      worker.postMessage({ stop: true });
      return false;
    }
    worker.terminate();
    start();
    return true;
  }

  return { ask: oneByOne(send, stop), load, loaded };
}
