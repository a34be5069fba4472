/**
 * The first and smallest script. It requests in parallel everything that the URL needs: the page's script, what stands beside a
 * lesson, or else the leak lab or the notebook, the words of the language, and the module.
 */

import icon from "../../icon.svg?url";
import { wasmUrl } from "../module/page_wasm.js";
import { pythonWasmUrl } from "../module/python/page_wasm.js";
import { chooseLanguage, loadNotebookWords, loadWholeWords, loadWords } from "../words/words.js";
import { keptLang } from "./kept_choices.js";
import { isLab } from "./lab/lab_name.js";
import { isNotebook } from "./notebook/notebook_name.js";
import { showStill } from "./still.js";

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
// A frame remembers nothing: the page around it chooses.
const isEmbedded = document.documentElement.dataset["page"] === "embed";
const kept = isEmbedded ? undefined : keptLang.now;
const lang = chooseLanguage([query.get("lang") ?? "", kept ?? "", ...navigator.languages]);
document.documentElement.lang = lang;

const { search } = location;
const room = !isEmbedded && isLab(search) ? "lab" : isNotebook(search) ? "notebook" : undefined;
if (import.meta.env.MODE === "site" && !room) showStill(query, lang, !isEmbedded);

function request(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), attributes));
}

// Set before the browser requests /favicon.ico. The build makes it a file or, in the single-file page, a data: URL.
request({ rel: "icon", type: "image/svg+xml", href: icon });

// Failed requests are repeated, and reported, where their content is used.
void loadWords(lang).catch(() => undefined);
if (import.meta.env.MODE === "site" && room !== "lab") {
  const href = room ? pythonWasmUrl : wasmUrl;
  request({ rel: "preload", as: "fetch", crossOrigin: "", fetchPriority: "low", href });
}

/** The build writes the names of the scripts into the HTML (scripts/lib/plugins/second_script.mjs). */
const { dataset } = document.documentElement;

function requestNext(): void {
  const href = dataset[room ?? "second"];
  if (href) request({ rel: "modulepreload", crossOrigin: "", href });
  if (room === "notebook") void loadNotebookWords(lang).catch(() => undefined);
  else if (!room) void loadWholeWords(lang).catch(() => undefined);
}

// What comes next waits for the first script: on a slow line all that is underway shares it, and the first would come as late as
// the second.
document.querySelector("link[rel=modulepreload]")?.addEventListener("load", requestNext, { once: true });
void import("./page.js");
