/** Notation that the formulas share: letters for tensors and layers, and for the indices along their axes. */
import type { StageStep } from "../draw/scene.js";
import type { Trace } from "../module/types.js";
import { along, matrix, mn, msub, msubsup, msup, name, shaped, TRANSPOSED } from "./mathml.js";

export type Formula = (step: StageStep, trace: Trace) => string;
type NamedAxes = Pick<StageStep, "name" | "axes">;

export const b = along("B", "b");
export const h = along("H", "h");
export const k = along("K", "k");

export const stepNamed = (trace: Trace, id: string | undefined): Trace["steps"][number] | undefined =>
  trace.steps.find((step) => step.name === id);
export const inputsOf = (step: StageStep, trace: Trace): readonly (Trace["steps"][number] | undefined)[] =>
  step.inputs.map((id) => stepNamed(trace, id));

/** An index for each axis, in lower case: b for B. */
export const indices = (axes: readonly string[]): string[] =>
  axes.map((letter) => along(letter, letter.toLowerCase()));
/** The index that runs along one axis of a tensor. */
export const index = (axes: readonly string[], at: number): string => indices(axes)[at] ?? along("L", "l");

/** The axes along which a table counts queries and keys, and the indices along them. */
export interface Tokens {
  readonly query: string;
  readonly key: string;
  readonly i: string;
  readonly j: string;
}

/** The axes of a table of queries by keys; for a mask that is the same for every query, the query axis is that of q. */
export function tokensOf({ axes }: Pick<StageStep, "axes">, trace: Trace): Tokens {
  const [row = "L", key = "L"] = axes.slice(-2);
  const query = row === "1" ? (stepNamed(trace, "q")?.axes[1] ?? key) : row;
  // Self-attention needs two letters for the one axis; otherwise each axis has its own letter.
  return query === key
    ? { query, key, i: along(query, "i"), j: along(key, "j") }
    : { query, key, i: along(query, query.toLowerCase()), j: along(key, key.toLowerCase()) };
}

/** The indices of a table, with 1 for the axes that broadcast. */
export const tableIndices = (axes: readonly string[], { i, j }: Tokens): string[] =>
  axes.map((letter, at) =>
    letter === "1"
      ? mn(1)
      : at === axes.length - 1
        ? j
        : at === axes.length - 2
          ? i
          : along(letter, letter.toLowerCase()),
  );

const LETTER: Readonly<Record<string, string>> = {
  q: matrix("Q"),
  k: matrix("K"),
  v: matrix("V"),
  embedding: matrix("X"),
  target_embedding: matrix("Y"),
};

/** A tensor's usual letter, if it has one, else its name. */
export const letterOf = (id: string): string => LETTER[id.replace(/_heads$/, "")] ?? name(id);

/** A tensor as the matrix of one sentence and, where there are heads, of head h, with its shape under it. */
export function factor({ name: id, axes }: NamedAxes, transposed = false): string {
  const letter = letterOf(id);
  const shape = axes.slice(-2);
  const hasHeads = axes.includes("H");
  if (!transposed) return shaped(hasHeads ? msub(letter, h) : letter, ...shape);
  return shaped(hasHeads ? msubsup(letter, h, TRANSPOSED) : msup(letter, TRANSPOSED), ...shape.reverse());
}

/** The subscript of a layer's letter: Q, K, V, or the number of w_0, conv1, norm_1. */
export const subscript = (layer: string): string => {
  const last = layer.slice(-1);
  return /\d/.test(last) ? mn(last) : matrix(last.toUpperCase());
};

export const layerOf = (parameter: string): string => parameter.split(".")[0] ?? "";

/** A parameter's letter: E for the embedding table, W and b for a layer, γ and β for a norm. */
export function parameterLetter(id: string): string {
  if (id === "embedding.weight") return matrix("E");
  const letters = id.startsWith("norm") ? ["γ", "β"] : ["W", "b"];
  return matrix(letters[id.endsWith(".bias") ? 1 : 0] ?? "W");
}

export const parameter = (id: string): string =>
  id === "embedding.weight" ? parameterLetter(id) : msub(parameterLetter(id), subscript(layerOf(id)));
