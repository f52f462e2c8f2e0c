// Python with the package, in a worker. Questions and answers are those of `pentomino.play.answers`.
// @ts-ignore: only a built site has this file
import { loadPyodide } from "./pyodide/pyodide.mjs";

const at = (name) => new URL(`pyodide/${name}`, import.meta.url).href;
// Whether Python can wait for JavaScript: only then can a message stop a running count.
const canStop = "Suspending" in WebAssembly;
const PAUSE = 20; // milliseconds between two checks for such a message

const GLUE = `
from pentomino.play.answers import answer
from pyodide.ffi import run_sync

def ask(question, tell, pause):
    def cancel():
        waited = pause()
        return waited is not None and run_sync(waited)
    return answer(question, lambda progress: tell(progress.fraction, str(progress.found)), cancel)

ask
`;

let isStopped = false;
let looked = 0;

const fail = () => postMessage({ failed: true });

const load = self.fetch;
let loaded = 0;
// How many bytes there are to load, or NaN where no build has written files.json.
const size = load(new URL("files.json", import.meta.url)).then((response) => response.json()).then(({ python }) => python, () => NaN);

/** Report how much is loaded, and any failure: Pyodide itself would wait forever for a file that is missing or incomplete. */
self.fetch = async (...asked) => {
  try {
    const response = await load(...asked);
    if (!response.ok) fail();
    const { readable, writable } = new TransformStream({
      async transform(part, to) {
        loaded += part.length;
        postMessage({ loaded: Math.min(1, loaded / (await size)) });
        to.enqueue(part);
      },
    });
    response.body.pipeTo(writable).catch(fail);
    return new Response(readable, response);
  } catch (error) {
    fail();
    throw error;
  }
};

/** Return a promise of whether to stop. If the last check was less than PAUSE milliseconds ago, return undefined. */
function pause() {
  if (!canStop || performance.now() - looked < PAUSE) return undefined;
  return new Promise((resolve) => {
    setTimeout(() => {
      looked = performance.now();
      resolve(isStopped);
    });
  });
}

const tell = (progress, found) => postMessage({ progress: { progress, found } });

async function start() {
  const packed = fetch(at("pentomino.tar.zst")).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: at(""), env: { PYTHONDONTWRITEBYTECODE: "1" } });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packed, "zstdtar", { extractDir });
  return python.runPython(GLUE);
}

const started = start();
started.then(
  () => postMessage({ ready: true, canStop }),
  fail,
);

onmessage = async ({ data }) => {
  if (data.stop) {
    isStopped = true;
    return;
  }
  const ask = await started;
  isStopped = false;
  const call = canStop ? ask.callPromising : ask;
  try {
    postMessage({ told: await call.call(ask, data.question, tell, pause) });
  } catch (error) {
    postMessage({ told: JSON.stringify({ error: String(error).split("\n").filter(Boolean).at(-1) }) });
  }
};
