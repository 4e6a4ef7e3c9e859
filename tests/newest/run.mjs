// Runs a Python program in Pyodide: node run.mjs PYODIDE BUNDLE HASH_SEED PROGRAM ARGUMENT...
// BUNDLE is a zip archive that is unpacked to /work; PROGRAM is a file in it, whose folder's packages it imports.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, bundle, seed, ...argv] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: `${pyodide}/`,
  env: { PYTHONHASHSEED: seed, REGELWERK_CACHE: "off", HOME: "/work" },
});
python.unpackArchive(new Uint8Array(readFileSync(bundle)), "zip", { extractDir: "/work" });
python.globals.set("argv", python.toPy(argv));
await python.runPythonAsync(`
import os, runpy, sys
os.chdir("/work")
sys.path[:0] = ["/work/shims", "/work/packages"]
sys.argv = list(argv)
runpy.run_path(argv[0], run_name="__main__")
`);
