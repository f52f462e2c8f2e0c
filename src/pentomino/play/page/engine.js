// Who answers questions: the program that serves the page, or Python in a worker. An answer may have an `error`.

const STOPPED = { error: "stopped", stopped: true };

/**
 * Return who answers: `ask(question, { onprogress, signal })`, `ready`, a promise, and `kind`, where answers come from.
 * `board` is the puzzle that the page begins with, and `opened` a promise of it, which waits for nobody.
 */
export function connect() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  const opened = fetch("6x10.json").then((response) => response.json()).catch(() => ({ error: "the page could not be loaded" }));
  return Object.assign(token ? ofServer(token) : ofWorker(opened), { board: "6x10", opened });
}

function ofServer(token) {
  async function ask(question, { onprogress = () => {}, signal } = {}) {
    try {
      const body = JSON.stringify(question);
      const response = await fetch("ask", { method: "POST", headers: { "x-token": token }, body, signal });
      if (!response.ok) return { error: response.status === 413 ? "this is too much for one question" : "start pentomino play again" };
      let last = null;
      for await (const line of lines(response.body)) {
        if (last) onprogress(last);
        last = JSON.parse(line);
      }
      return last ?? { error: "no answer came" };
    } catch {
      return signal?.aborted ? STOPPED : { error: "start pentomino play again" };
    }
  }
  return { ask, ready: Promise.resolve(), kind: "server" };
}

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

function ofWorker(opened) {
  let worker;
  let started; // a promise: whether a count can be stopped by a message
  let running = null;
  const waiting = [];
  // A worker from a blob has the policy of the page, others that of their headers, which sites of files do not send.
  const script = new Blob([`import "${new URL("worker.js", import.meta.url)}"`], { type: "text/javascript" });
  // Python is loaded when there is a board to play on, not to hold that up.
  const engine = { ask, ready: opened.then(() => new Promise(setTimeout)).then(start), kind: "worker" };

  function start() {
    worker = new Worker(URL.createObjectURL(script), { type: "module" });
    started = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve(data.canStop);
        else if (data.failed) reject();
        else if (data.progress) running?.onprogress(data.progress);
        else if (running) finish(running, JSON.parse(data.told));
      };
      worker.onerror = reject;
    });
    started.catch(() => {
      engine.kind = "none";
      for (const one of [running, ...waiting]) if (one) finish(one, { error: "Python could not be loaded" });
    });
    return started;
  }

  function ask(question, { onprogress = () => {}, signal } = {}) {
    return new Promise((resolve) => {
      if (engine.kind === "none") return resolve({ error: "Python could not be loaded" });
      if (signal?.aborted) return resolve(STOPPED);
      const one = { question, onprogress, resolve };
      waiting.push(one);
      signal?.addEventListener("abort", () => stop(one), { once: true });
      next();
    });
  }

  // One question at a time, so that one that nobody waits for any more is never asked.
  async function next() {
    await engine.ready.catch(() => {});
    await started.catch(() => {});
    if (running || !waiting.length) return;
    running = waiting.shift();
    worker.postMessage({ question: JSON.stringify(running.question) });
  }

  function finish(one, answer) {
    if (one === running) running = null;
    else if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
    one.resolve(answer);
    next();
  }

  async function stop(one) {
    if (waiting.includes(one)) return finish(one, STOPPED);
    // All but a count end by themselves, after two seconds at most.
    if (one !== running || one.question.ask !== "count") return undefined;
    if (await started) return worker.postMessage({ stop: true });
    worker.terminate();
    start();
    return finish(one, STOPPED);
  }

  return engine;
}
