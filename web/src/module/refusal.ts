/** A refusal by the core or the module, or of typed text, as plain data. */
import { HeadsUpError, messageOf } from "./errors.js";

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** An error as plain data; anything but a HeadsUpError means that the module failed to load. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HeadsUpError)
    return { code: error.code, message: error.message, details: error.details };
  return {
    code: "module-failed",
    message: messageOf(error),
    details: {},
  };
}
