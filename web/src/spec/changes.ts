/** Numbers of a lesson that are set by hand: where they are, as text in an address, and the ones that switch a part off. */
import type { Change, Step, Trace } from "../module/types.js";
import type { Form } from "./address_forms.js";

export type Changes = readonly Change[];

/** Whether a change sets the cell at this index of the step. */
export const sets = ({ name, index }: Change, step: string, cell: readonly number[]): boolean =>
  name === step && index.every((place, axis) => place === ":" || place === cell[axis]);

/** Whether a number of the trace was set by hand. */
export const isChanged = (
  { changes = [] }: Pick<Trace, "changes">,
  step: string,
  cell: readonly number[],
): boolean => changes.some((change) => sets(change, step, cell));

const placeOf = ({ name, index }: Change): string => `${name}[${index.join(",")}]`;

/** Whether two changes set the same cells. */
export const samePlace = (a: Change, b: Change): boolean => placeOf(a) === placeOf(b);

/** The changes with one more, in place of an earlier one of the same cells. */
export const withChange = (changes: Changes = [], change: Change): Changes => [
  ...withoutChange(changes, change),
  change,
];

/** The changes without those of the same cells. */
export const withoutChange = (changes: Changes = [], change: Change): Changes =>
  changes.filter((other) => !samePlace(other, change));

export const hasChange = (changes: Changes = [], change: Change): boolean =>
  changes.some((other) => samePlace(other, change) && other.value === change.value);

/** Switches a head off in all sentences: its output is 0 (zero ablation). Undefined in a lesson of one head. */
export function headOff({ steps }: Trace, head: number): Change | undefined {
  const axis = steps.find(({ name }) => name === "values")?.axes.indexOf("H") ?? -1;
  return axis === 1 ? { name: "values", index: [":", head], value: 0 } : undefined;
}

/** The masks of the lessons, and the bit that masks. */
const MASKS: readonly (readonly [name: string, masked: number])[] = [
  ["mask", 0],
  ["attn_mask", 1],
];

/** Removes a key of a sentence for all its queries: by the lesson's mask, or where there is none by scores of −∞. */
export function keyRemoved({ steps }: Trace, batch: number, key: number): Change {
  const place = ({ axes, shape }: Step): (number | ":")[] =>
    axes.map((_, axis) => {
      if (axis === axes.length - 1) return key;
      return axis === 0 && (shape[0] ?? 1) > 1 ? batch : ":";
    });
  for (const [name, value] of MASKS) {
    const mask = steps.find((step) => step.name === name);
    if (mask) return { name, index: place(mask), value };
  }
  const scores = steps.find(({ name }) => name === "scores");
  return { name: "scores", index: scores ? place(scores) : [], value: "-inf" };
}

/** A change in an address: `scores[0,0,2,1]:3`. */
const ONE = /^([\w.]{1,40})\[((?::|\d{1,9})(?:,(?::|\d{1,9})){0,7}|)\]:(-inf|-?\d[\d.e+-]{0,30})$/;
const MOST = 256;

export const changesText = (changes: Changes = []): string =>
  changes.map((change) => `${placeOf(change)}:${change.value}`).join(";");

export const changesForm: Form<Changes> = {
  wants: "scores[0,0,2,1]:3;values[:,1]:0",
  read(text) {
    const parts = text.split(";", MOST + 1);
    const changes = parts.flatMap((part): Change[] => {
      const [, name = "", index = "", value = ""] = ONE.exec(part) ?? [];
      const number = value === "-inf" ? value : Number(value);
      if (name === "" || Number.isNaN(number)) return [];
      const places =
        index === "" ? [] : index.split(",").map((place) => (place === ":" ? place : Number(place)));
      return [{ name, index: places, value: number }];
    });
    return changes.length === parts.length && parts.length <= MOST ? changes : undefined;
  },
};
