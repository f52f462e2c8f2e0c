// A worker that loads Python and the package, and runs examples with `docs/_ext/examples.py`.
import { loadPyodide } from "../play/pyodide/pyodide.mjs";

const at = (name) => new URL(name, import.meta.url).href;

async function start() {
  const packed = fetch(at("../play/pyodide/pentomino.tar.zst")).then((response) => response.arrayBuffer());
  const script = fetch(at("examples.py")).then((response) => response.text());
  const python = await loadPyodide({ indexURL: at("../play/pyodide/"), env: { PYTHONDONTWRITEBYTECODE: "1" } });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packed, "zstdtar", { extractDir });
  python.FS.writeFile(`${extractDir}/examples.py`, await script);
  return python.pyimport("examples").run;
}

const started = start();
// Report any failure, even one within Pyodide.
addEventListener("unhandledrejection", () => postMessage({ failed: "Python cannot be loaded" }));

onmessage = async ({ data: { text, isDrawn } }) => {
  const run = await started;
  postMessage(JSON.parse(run(text, isDrawn)));
};
