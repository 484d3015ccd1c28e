// Python and heapwise in a worker, so that the page goes on while they compute. All of it comes from this site.
import { loadPyodide } from "./playground/pyodide.mjs";

const parts = new URL("./playground/", import.meta.url);

const fetched = async (name) => {
  const response = await fetch(new URL(name, parts));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

const start = async () => {
  const python = loadPyodide({ indexURL: parts.href });
  const { packages } = await (await fetched("manifest.json")).json();
  const archives = await Promise.all(packages.map(async (name) => (await fetched(name)).arrayBuffer()));
  const py = await python;
  const folder = py.runPython("import site; site.getsitepackages()[0]");
  for (const archive of archives) py.unpackArchive(archive, "zip", { extractDir: folder });
  py.runPython("import importlib, os; importlib.invalidate_caches(); os.mkdir('files'); os.chdir('files')");
  return py.pyimport("heapwise.playground").answer;
};

const ready = start();
ready.then(
  () => postMessage({ kind: "ready" }),
  (problem) => postMessage({ kind: "broken", text: String(problem) }),
);

onmessage = async ({ data }) => {
  const answer = await ready;
  try {
    answer(data, (text) => postMessage({ kind: "answer", answer: JSON.parse(text) }));
  } catch (problem) {
    postMessage({ kind: "broken", text: String(problem) });
  }
};
