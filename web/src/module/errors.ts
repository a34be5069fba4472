/** The module's errors: one class with a stable code, and with the facts separate from the message. */

/** docs/errors.md says when each one occurs. */
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

/** Named facts of a refusal: `field`, `got`, `wants`, `min`, `max` … See docs/errors.md. */
export type ErrorDetails = Readonly<Record<string, string>>;

/**
 * Data that cannot be used. `message` names the argument, what it got and what it wants; `code` is stable across
 * versions; `details` carries the same facts, so that a page can report them in another language.
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

/** A proxy of a list may answer anything when it is asked for its length. */
function lengthText({ length }: { readonly length: unknown }): string {
  return typeof length === "number" ? ` of ${length}` : "";
}

/** A value as shortened text, for a message. */
export function shown(value: unknown): string {
  let text: string;
  if (typeof value === "string") text = JSON.stringify(value);
  else if (Array.isArray(value)) text = `a list${lengthText(value)}`;
  else if (typeof value === "object" && value !== null) text = "an object";
  else text = typeof value === "function" ? "a function" : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function refuseType(field: string, got: unknown, wants: string): never {
  throw new HeadsUpError("wrong-type", `${field}: got ${shown(got)}, wants ${wants}`, {
    field,
    got: shown(got),
    wants,
  });
}

/** The message of a thrown value. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
