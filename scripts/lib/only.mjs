/** The option `--only` of the scripts that measure. */
import { CommandError } from "./run.mjs";

/**
 * The parts that `--only` names, or all of them without it. Other names are refused: a typo would measure nothing.
 * @template {string} Part
 * @param {readonly Part[]} parts
 * @param {readonly string[] | undefined} only
 */
export function chosenParts(parts, only = parts) {
  for (const name of only) {
    if (!parts.some((part) => part === name))
      throw new CommandError(`--only ${name}: wants one of ${parts.join(", ")}`);
  }
  return parts.filter((part) => only.includes(part));
}
