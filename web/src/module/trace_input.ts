/** Checks a trace that a caller passes in, from this module or from a file or worker that stored it. */
import { HeadsUpError, shown } from "./errors.js";

export function checkTrace(trace: unknown): void {
  const { spec, steps } = Object(trace) as { readonly spec?: unknown; readonly steps?: unknown };
  if (typeof spec === "object" && spec !== null && Array.isArray(steps)) return;
  throw new HeadsUpError("wrong-type", `trace: got ${shown(trace)}, wants what run() returned`, {
    ...{ field: "trace", got: shown(trace), wants: "object" },
  });
}
