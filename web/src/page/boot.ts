/** The first thing that runs, and next to nothing: it sends for all that the address needs at once, not one after another. */
import icon from "../../icon.svg?url";
import { chooseLanguage, loadWords } from "../words/words.js";
import { remembered } from "./remember.js";

const query = new URLSearchParams(location.search);
const lang = chooseLanguage([query.get("lang") ?? "", remembered("lang") ?? "", ...navigator.languages]);
// What is in one file runs with it, asked for or not: that file has no page for frames.
const isEmbedded = import.meta.env.MODE !== "single" && document.documentElement.dataset["page"] === "embed";
const isOfLesson = isEmbedded || [...query.keys()].some((key) => key !== "lang" && key !== "theme");

// Before the browser looks for one of its own. A file beside the page or, in the page that is one file, a part of it:
// only the build knows.
const link = document.createElement("link");
document.head.append(Object.assign(link, { rel: "icon", type: "image/svg+xml", href: icon }));

// What fails here is asked for again, and told, where it is used.
void loadWords(lang).catch(() => undefined);
void (isOfLesson ? import("../element/define.js") : import("./landing/home.js")).catch(() => undefined);
void (isEmbedded ? import("./embed/embed.js") : import("./page.js"));
