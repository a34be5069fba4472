/** The first script to run. It requests everything that the URL needs in parallel. */

import icon from "../../icon.svg?url";
import { wasmUrl } from "../module/page_wasm.js";
import { chooseLanguage, loadWords } from "../words/words.js";
import { keptLang } from "./kept_choices.js";
import { isLab } from "./lab/lab_name.js";
import { loadLab } from "./lab/load_lab.js";

declare const trustedTypes: {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: object): unknown;
};
// Under Trusted Types, workers are loaded only from the site's own files. On the page for frames, instead.ts has set this up.
try {
  const site = new URL(".", document.baseURI).href;
  const createScriptURL = (url: string) => (new URL(url, site).href.startsWith(site) ? url : undefined);
  if (!trustedTypes.defaultPolicy) trustedTypes.createPolicy("default", { createScriptURL });
} catch {
  // The browser has no Trusted Types, or the server's policy names no "default": then the page does the work of the workers.
}

const query = new URLSearchParams(location.search);
const lang = chooseLanguage([query.get("lang") ?? "", keptLang.now ?? "", ...navigator.languages]);
// The single-file build contains every module and has no page for frames.
const isEmbedded = import.meta.env.MODE !== "single" && document.documentElement.dataset["page"] === "embed";
const isLesson = isEmbedded || [...query.keys()].some((key) => key !== "lang" && key !== "theme");

// Set before the browser requests /favicon.ico. The build makes it a file or, in the single-file page, a data: URL.
const link = document.createElement("link");
document.head.append(Object.assign(link, { rel: "icon", type: "image/svg+xml", href: icon }));

// Requests the module before the scripts that start it have loaded. The lab has another module.
if (import.meta.env.MODE === "site" && !isLab(location.search)) {
  const preload = document.createElement("link");
  const attributes = { rel: "preload", as: "fetch", crossOrigin: "", fetchPriority: "low", href: wasmUrl };
  document.head.append(Object.assign(preload, attributes));
}

// Failed requests are repeated, and reported, where the modules are used.
void loadWords(lang).catch(() => undefined);
const loadView = (): Promise<unknown> =>
  isLab(location.search)
    ? loadLab()
    : isLesson
      ? import("../element/define.js")
      : import("./landing/home.js");
void loadView().catch(() => undefined);
// Without a step in the URL, a lesson begins with its opening picture.
if (isLesson && !query.has("step") && !isLab(location.search))
  void import("../draw/scenes/opening_scenes.js").catch(() => undefined);
void (isEmbedded ? import("./embed/embed.js") : import("./page.js"));
