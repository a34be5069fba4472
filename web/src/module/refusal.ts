/** What is refused, by the core, the module or what a reader typed, as plain data. */
import { HeadsUpError, reason } from "./errors.js";

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** What went wrong, as plain data; anything but a refusal is the module's failure to be there. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HeadsUpError)
    return { code: error.code, message: error.message, details: error.details };
  return {
    code: "module-failed",
    message: reason(error),
    details: {},
  };
}
