/** Reads untrusted text, which must be valid UTF-8, and JSON with an object at the top and no duplicate names. */
import type { StateDictBuilder } from "./state_dict_builder.js";

/** V8 strings have at most 2²⁹ characters. */
const MOST_BYTES = 500_000_000;
/** Deep enough for the axes of a tensor and a few levels around it. JSON.parse takes minutes for millions of levels. */
const MOST_DEPTH = 64;

/** Decodes UTF-8; `field` names the part of the file in a refusal. */
export function decodedText(bytes: Uint8Array, field: string, into: StateDictBuilder): string {
  if (bytes.length > MOST_BYTES)
    into.refuse(field, `${bytes.length} bytes`, `at most ${MOST_BYTES}`, "tooLarge");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return into.refuse(field, "bytes that are no text", "UTF-8");
  }
}

export function parsedJson(text: string, field: string, into: StateDictBuilder): object {
  if (depthOf(text) > MOST_DEPTH)
    into.refuse(field, "deeper brackets", `at most ${MOST_DEPTH} in each other`);
  const value = parsed(text, field, into);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return into.refuse(field, text, "an object { … }");
  }
  const twice = repeatedName(text);
  if (twice !== undefined) into.refuse(twice, "the name twice", "every name once");
  return value;
}

/** Quotes NaN and Infinity, which Python's json.dump writes but JSON does not have. */
const quoted = (text: string): string => text.replace(/(?<=[[,:\s])-?(?:NaN|Infinity)(?=[\],}\s])/g, '"$&"');

function parsed(text: string, field: string, into: StateDictBuilder): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(quoted(text));
    } catch (error) {
      return into.refuse(field, (error as Error).message, "JSON");
    }
  }
}

const opening = "[{";
const closing = "]}";

/** The deepest nesting of brackets. Brackets in names count too, but no real name has dozens of them. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const bracket = /[[\]{}]/g; bracket.test(text); ) {
    depth += opening.includes(text.charAt(bracket.lastIndex - 1)) ? 1 : -1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** A duplicate name in the outermost object of a valid JSON text, of which JSON.parse would keep only the last value. */
function repeatedName(text: string): string | undefined {
  const names = new Set<string>();
  let depth = 0;
  for (const mark = /["[\]{}]/g; mark.test(text); ) {
    const start = mark.lastIndex - 1;
    const letter = text.charAt(start);
    if (opening.includes(letter)) depth++;
    else if (closing.includes(letter)) depth--;
    else {
      mark.lastIndex = endOfString(text, start);
      if (depth > 1 || !isName(text, mark.lastIndex)) continue;
      const name: string = JSON.parse(text.slice(start, mark.lastIndex));
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}

/** Whether a string is a name rather than a value: a colon follows it. */
function isName(text: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}
