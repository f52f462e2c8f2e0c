// Load what `ci/play build` has made, as a page does, count 6x10, and print the processor time: start.mjs <its directory>.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const site = process.argv[2];
const before = process.cpuUsage();
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
const archive = new Uint8Array(readFileSync(`${site}/pyodide/pentomino.tar.zst`));
python.unpackArchive(archive, "zstdtar", { extractDir: "/lib/python3.14/site-packages" });
const number = python.runPython('import pentomino; pentomino.count("6x10")');
const { user, system } = process.cpuUsage(before);
console.log(`count("6x10") is ${number}, after ${((user + system) / 1e6).toFixed(2)} s of processor time`);
process.exit(number === 2339 ? 0 : 1);
