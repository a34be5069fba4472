/** Names the fields of a problem as a form labels them; elsewhere they keep the names that they have in a spec. */
import type { Refusal } from "../module/errors.js";

/** The problem with `labels` in place of the names of its fields. A place such as `sequences[0][1]` has words of its own. */
export function withLabels(problem: Refusal, labels: Readonly<Record<string, unknown>>): Refusal {
  const named = (["field", "other"] as const).flatMap((key) => {
    const label = labels[(problem.details[key] ?? "").replace(/^(mask|feedForward)\./, "")];
    return typeof label === "string" ? [[key, label]] : [];
  });
  return { ...problem, details: { ...problem.details, ...Object.fromEntries(named) } };
}
