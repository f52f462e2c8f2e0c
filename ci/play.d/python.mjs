// Run Python in Pyodide under node, as `python` does: python.mjs [-m] <name> <arguments>. /project is the current directory.
import { pathToFileURL } from "node:url";

const { loadPyodide } = await import(pathToFileURL("build/play/node_modules/pyodide/pyodide.mjs"));
const python = await loadPyodide({
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: process.env.PYTHONPATH ?? "" },
  stdout: console.log,
  stderr: console.error,
  fsInit: (files) => {
    files.mkdirTree("/project");
    files.mount(files.filesystems.NODEFS, { root: process.cwd() }, "/project");
  },
});
python.globals.set("arguments", python.toPy(process.argv.slice(2)));
process.exit(
  python.runPython(`
import os, runpy, sys, traceback

os.chdir("/project")
is_module = arguments[0] == "-m"
sys.argv = arguments[is_module:]
status = 0
try:
    (runpy.run_module if is_module else runpy.run_path)(sys.argv[0], run_name="__main__")
except SystemExit as exit:
    status = exit.code or 0
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
except BaseException:
    traceback.print_exc()
    status = 1
int(status)
`),
);
