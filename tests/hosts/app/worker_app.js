/** The module off the page's own thread. */
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => {
  window.tried = data;
};
worker.onerror = ({ message }) => {
  window.tried = { error: message };
};
