/** The module's errors: one class with a stable code, and with the facts separate from the message. */

/** The codes of refusals; docs/errors.md says when each occurs. */
export type ErrorCode =
  | "bad-file"
  | "bad-index"
  | "batch-mismatch"
  | "causal-length-mismatch"
  | "contradiction"
  | "disposed"
  | "empty-sequences"
  | "heads-do-not-divide"
  | "id-out-of-vocabulary"
  | "missing"
  | "module-failed"
  | "no-simd"
  | "no-wasm"
  | "not-supported"
  | "out-of-memory"
  | "out-of-range"
  | "ragged"
  | "shape-mismatch"
  | "too-large"
  | "unknown-field"
  | "unknown-step"
  | "unknown-value"
  | "unknown-weight"
  | "wasm-forbidden"
  | "wrong-type";

/** The facts of a refusal by name: `field`, `got`, `wants`, `min`, `max` … See docs/errors.md. */
export type ErrorDetails = Readonly<Record<string, string>>;

/**
 * Thrown for data that cannot be used. `message` names the argument, what it got and what it wants; `code` is stable across
 * versions; `details` has the same facts, so that a page can report them in another language.
 */
export class HeadsUpError extends Error {
  override readonly name = "HeadsUpError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** " of 3" for a list of 3. The length is checked, because a proxy of a list may return anything. */
function lengthText({ length }: { readonly length: unknown }): string {
  return typeof length === "number" ? ` of ${length}` : "";
}

/** Text shortened for a message. A character of two code units is not cut in two. */
export const clipped = (text: string, longest = 60): string =>
  text.length > longest ? `${text.slice(0, longest).replace(/\p{Cs}$/u, "")}…` : text;

/** A value as text for a message, shortened. */
export function shownValue(value: unknown): string {
  let text: string;
  if (typeof value === "string") text = JSON.stringify(value);
  else if (Array.isArray(value)) text = `a list${lengthText(value)}`;
  else if (typeof value === "object" && value !== null) text = "an object";
  else text = typeof value === "function" ? "a function" : String(value);
  return clipped(text, 40);
}

/** The sentence of a number that is too small or too large. */
export const IN_RANGE = "{field}: got {got}, wants {min} to {max}";
export const MISSING = "{field}: missing, wants {wants}";
const GOT_AND_WANTS = "{field}: got {got}, wants {wants}";

/** A refusal as plain data; its message is the sentence with the facts in it. */
export const refused = (code: string, details: ErrorDetails, sentence = GOT_AND_WANTS): Refusal => ({
  code,
  message: sentence.replace(/\{(\w+)\}/g, (_, fact: string) => details[fact] ?? ""),
  details,
});

export const wrongType = (field: string, value: unknown, wants: string): Refusal =>
  refused("wrong-type", { field, got: shownValue(value), wants });

/** Throws a refusal. */
export function refuse(code: ErrorCode, details: ErrorDetails, sentence?: string): never {
  throw new HeadsUpError(code, refused(code, details, sentence).message, details);
}

export function refuseType(field: string, value: unknown, wants: string): never {
  refuse("wrong-type", { field, got: shownValue(value), wants });
}

export function refuseSize(field: string, got: string, max: number): never {
  refuse("too-large", { field, got, max: String(max) }, "{field}: got {got}, wants at most {max}");
}

/** The message of a thrown value. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** A refusal by the core or the module, or of typed text, as plain data. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** An error as plain data; anything but a HeadsUpError means that the module failed to load. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HeadsUpError)
    return { code: error.code, message: error.message, details: error.details };
  return { code: "module-failed", message: messageOf(error), details: {} };
}
