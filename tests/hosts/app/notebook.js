/**
 * A notebook's page, as far as a widget sees of it: one model that two cells show, the widget's code out of a blob, each cell
 * in a shadow root of its own. `kernel` is the side of Python.
 */
class Model extends EventTarget {
  #traits = { lesson: "masked-multi-head", step: "scores", lang: "en", controls: "minimal", seed: 42 };
  #changed = new Set();
  saved = [];

  get(name) {
    return this.#traits[name];
  }

  set(name, value) {
    if (this.#traits[name] === value) return;
    this.#traits[name] = value;
    this.#changed.add(name);
    this.dispatchEvent(new Event(`change:${name}`));
  }

  save_changes() {
    for (const name of this.#changed) this.saved.push([name, this.#traits[name]]);
    this.#changed.clear();
  }

  on(event, changed) {
    this.addEventListener(event, changed);
  }

  off(event, changed) {
    this.removeEventListener(event, changed);
  }
}

const source = await (await fetch("./heads-up-attention/widget.js")).blob();
const { default: widget } = await import(
  URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
);
const model = new Model();
const cells = ["one", "two"].map((id) => {
  const root = document.getElementById(id).attachShadow({ mode: "open" });
  const el = document.createElement("div");
  root.append(el);
  return { el, cleanUp: widget.render({ model, el }) };
});
window.kernel = { model, cells, elements: cells.map(({ el }) => el.firstElementChild) };
