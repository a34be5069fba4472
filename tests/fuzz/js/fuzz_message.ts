/**
 * Passes any data that postMessage can carry to the embedded page's reader: it gives a command, a problem with words, or
 * nothing.
 */
import assert from "node:assert/strict";
import { THEME_NAMES } from "../../../web/src/draw/theme.js";
import { isProblem, readMessage } from "../../../web/src/page/embed/messages.js";
import { Bytes } from "./bytes.js";
import { cloneable } from "./values.js";
import { checkFacts } from "./words.js";

const TYPES = ["hello", "pause", "next", "previous", "play", "seek", "theme", "lang", "eval", "constructor"];
const FIELDS = ["step", "t", "theme", "lang", "through", "code", "__proto__", "type", "version"];
const VALUES = [0, 1, 0.25, -1, Number.NaN, true, "", "scores", "ko", "x".repeat(101), ...THEME_NAMES];

/** A message for this page, in which any field may have any value. */
function commandOf(bytes: Bytes): unknown {
  const named = bytes.list(4, () => [
    bytes.pick(FIELDS),
    bytes.coin() ? bytes.pick(VALUES) : cloneable(bytes),
  ]);
  const envelope = { target: "heads-up", version: 1, type: bytes.pick(TYPES) };
  return { ...envelope, ...Object.fromEntries(named) };
}

export function fuzz(data: Uint8Array): void {
  const bytes = new Bytes(data);
  const sent = structuredClone(bytes.oneIn(4) ? cloneable(bytes) : commandOf(bytes));
  const read = readMessage(sent);
  if (read === undefined) {
    const target = Object(sent).target;
    assert(target !== "heads-up" || Array.isArray(sent), "a message for this page is not ignored");
    return;
  }
  assert.deepEqual(readMessage(sent), read, "the same message is read the same");
  if (isProblem(read)) {
    assert.equal(read.code, "bad-message");
    assert(read.message.length < 250, read.message);
    checkFacts(read);
    return;
  }
  assert(TYPES.slice(0, 8).includes(read.type), read.type);
  if (read.type === "seek") assert(read.t >= 0 && read.t <= 1, `t ${read.t}`);
  assert.deepEqual(
    readMessage({ target: "heads-up", version: 1, ...read }),
    read,
    "sent again it is the same",
  );
}
