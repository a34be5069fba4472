/** Fuzzes the address readers of the page and the frame: they never throw, and what they read can be written again. */
import assert from "node:assert/strict";
import { THEME_NAMES } from "../../../web/src/draw/theme.js";
import {
  CLASS_PARTS,
  COMPARISON_IDS,
  CONFUSION_IDS,
  MISTAKE_IDS,
  PRACTICES,
} from "../../../web/src/lessons/offers.js";
import { lessonNames } from "../../../web/src/lessons/opening.js";
import { ALLOWANCES, MODES } from "../../../web/src/lessons/rules.js";
import type { Problem } from "../../../web/src/page/address/url_reader.js";
import { formatUrl, type PageState, parseUrl, readAddress } from "../../../web/src/page/address/url_state.js";
import { readEmbedAddress } from "../../../web/src/page/embed/messages.js";
import { FIELDS } from "../../../web/src/spec/fields.js";
import { Bytes } from "./bytes.js";
import { checkWords } from "./words.js";

const LANGUAGES = ["ko", "en"];
const NAMES = [
  ...["lesson", "src", "text", "step", "t", "lang", "theme", "weights", "batch", "head", "cell", "mode"],
  ...["allow", "compare", "mistake", "confusion", "root", "class", "practice", "map", "controls", "origin"],
  ...["dFf", "activation", "utm_source", "__proto__", ""],
  ...FIELDS.map(([name, field]) => field.url ?? name),
];
const VALUES = [
  ...lessonNames,
  ...THEME_NAMES,
  ...COMPARISON_IDS,
  ...CONFUSION_IDS,
  ...MISTAKE_IDS,
  ...PRACTICES,
  ...CLASS_PARTS,
  ...ALLOWANCES,
  ...MODES,
  ...["padding", "causal", "padding,causal", "none", "true", "false", "-inf", "-1e12", "0", "0.5", "1", "-3"],
  ...["8", "62,13,47;60,96", "1,,2;;", "scores[0,0,2,1]", "attention", "gelu", "relu", "pre", "post", "list"],
  ...[
    "own",
    "0.5,-1.2",
    "designed",
    "trained",
    "random",
    "the zebra",
    "lessons/my-lesson.json",
    "//other.org",
  ],
  ..."https://example.org 0.12345 0.99996 minimal ko en toString % %ED%A0%80 + 999999999999999".split(" "),
];

/** Half of the inputs are arbitrary text, the others pairs of mostly known names and values. */
function queryOf(bytes: Bytes): string {
  if (bytes.coin()) return bytes.restAsText();
  const pairs = bytes.list(12, () => {
    const name = bytes.oneIn(16) ? bytes.text() : bytes.pick(NAMES);
    const value = bytes.oneIn(6) ? bytes.text() : bytes.pick(VALUES);
    return `${name}=${bytes.coin() ? value : encodeURIComponent(value.replace(/\p{Cs}/gu, "?"))}`;
  });
  return `?${pairs.join("&")}`;
}

/**
 * A state as an address can express it: the moment in ten thousandths, defaults left out (the last moment, the first sentence
 * and head), and no lesson beside a file, which names its own.
 */
const comparable = ({ t = 1, batch, head, spec: { lesson, ...spec }, ...state }: PageState): object => {
  const moment = Math.round(t * 1e4) / 1e4;
  return {
    ...state,
    ...(state.src === undefined ? { lesson } : {}),
    spec,
    ...(moment < 1 ? { t: moment } : {}),
    ...(batch ? { batch } : {}),
    ...(head ? { head } : {}),
  };
};

function checkWriting(state: PageState): void {
  const address = formatUrl(state);
  const again = parseUrl(address, LANGUAGES);
  assert.deepEqual(again.problems, [], `what is written as ${address} is read without a problem`);
  assert.deepEqual(
    comparable(again.state),
    comparable(state),
    `what is written as ${address} is read the same`,
  );
  assert.equal(formatUrl(again.state), address);
}

const checkProblems = (problems: readonly Problem[]): void => problems.forEach(checkWords);

export function fuzz(data: Uint8Array): void {
  const query = queryOf(new Bytes(data));
  const asked = readAddress(query);
  checkProblems(asked.problems);
  checkWriting(asked.state);
  const embedded = readEmbedAddress(query);
  checkProblems(embedded.problems);
  checkWriting(embedded.state);
  assert(["full", "minimal", "none"].includes(embedded.controls), embedded.controls);
  if (embedded.origin.kind === "named") {
    assert.equal(new URL(embedded.origin.origin).origin, embedded.origin.origin);
  }
}
