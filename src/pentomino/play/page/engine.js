// Who answers questions: the program that serves the page, or Python in a worker. An answer may have an `error`.
import { ofSite } from "./first.js";

/** @type {Answer} */
const STOPPED = { error: "stopped", stopped: true };
/** @type {Answer} */
const GONE = { error: "the program has ended: start pentomino play again", isGone: true };
/** @type {Answer} */
const NO_PYTHON = { error: "Python could not be loaded", isUnloaded: true };

/**
 * Return who answers. `board` is the puzzle that the page begins with, and `opened` a promise of it, which waits for
 * nobody; `ready` is a promise that others are answered. `onload` is told how much of Python is loaded.
 * @param {(share: number | null) => void} onload @returns {Engine}
 */
export function connect(onload) {
  const token = tokenOf(location.hash);
  const opened = fetch("6x10.json").then((response) => (response.ok ? response.json() : Promise.reject())).catch(() => ({ error: "the page could not be loaded" }));
  return Object.assign(token ? ofServer(token) : ofSite(opened, ofWorker(onload)), { board: "6x10", opened, token });
}

/** Return the token in a fragment: the program answers only those who have the address that it prints. */
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
 * Return `ask` by `send`, one question at a time, so that one that nobody waits for any more is never sent. `stop` may
 * answer the question that is being answered.
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

/** Return Python. It is loaded when it is asked something, and again if that failed. @returns {Python} */
function ofWorker(onload) {
  let worker;
  let started = null; // a promise: whether a count can be stopped by a message
  let hasLoaded = (_) => {};
  const loaded = new Promise((resolve) => { hasLoaded = resolve; });
  let onanswer = (answer) => {};
  let onprogress = (progress) => {};
  // A worker from a blob has the policy of the page, others that of their headers, which sites of files do not send.
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

  /** Stop a count: all other questions end by themselves, after two seconds at most. */
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
