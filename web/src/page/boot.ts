/**
 * The first and smallest script. It requests in parallel everything that the URL needs: the page's script, what stands beside a
 * lesson, or else the leak lab or the notebook, the words of the language, and the module.
 */

import icon from "../../icon.svg?url";
import { wasmUrl } from "../module/page_wasm.js";
import { pythonWasmUrl } from "../module/python/page_wasm.js";
import { chooseLanguage, loadPageWords, loadWholeWords } from "../words/words.js";
import { keptLang } from "./kept_choices.js";
import { roomOf } from "./room.js";
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
const room = isEmbedded ? "lessons" : roomOf(search);
if (import.meta.env.MODE === "site" && room === "lessons") showStill(query, lang, !isEmbedded);

function request(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), attributes);
  if (attributes.href) document.head.append(link);
  return link;
}

// Set before the browser requests /favicon.ico. The build makes it a file or, in the single-file page, a data: URL.
request({ rel: "icon", type: "image/svg+xml", href: icon });

// Failed requests are repeated, and reported, where their content is used.
const words = loadPageWords(room, lang).catch(() => undefined);
if (import.meta.env.MODE === "site" && room === "lessons")
  request({ rel: "preload", as: "fetch", crossOrigin: "", fetchPriority: "low", href: wasmUrl });

/** The build writes the names of the scripts into the HTML (scripts/lib/plugins/second_script.mjs). */
const { dataset } = document.documentElement;

const script = request({ rel: "modulepreload", crossOrigin: "", href: dataset[room] ?? "" });

function requestBeside(): void {
  request({ rel: "modulepreload", crossOrigin: "", href: dataset["second"] ?? "" });
  void loadWholeWords(lang).catch(() => undefined);
}

// What comes next waits for what is shown first: on a slow line all that is underway shares it. The interpreter is
// the largest file. It is requested when the words have come, the smallest one, so that its first bytes arrive as the line gets free.
if (room === "notebook")
  void words.then(() => request({ rel: "preload", as: "fetch", crossOrigin: "", href: pythonWasmUrl }));
else if (room === "lessons") script.addEventListener("load", requestBeside, { once: true });
void import("./page.js");
