/** The numbers of one step as text: for a table, for a program in JavaScript, and as code of PyTorch. */
import { float32Text } from "../module/number_text.js";
import type { ProgramStep } from "../module/python/types.js";

/** NaN and the infinities are "nan", "inf" and "-inf", in quotes, as in `traceToJson`. */
const numberTexts = ({ dtype, data }: ProgramStep): string[] =>
  Array.from(data as ArrayLike<number>, dtype === "float64" ? float64Text : float32Text);
const float64Text = (x: number): string =>
  !Number.isFinite(x) ? float32Text(x) : Object.is(x, -0) ? "-0" : String(x);

/** One table after the other; of several, each after its name. */
export const csvOf = (steps: readonly ProgramStep[]): string =>
  steps.length === 1
    ? steps.map(tableOf).join("")
    : steps.map((step) => `${step.name}\r\n${tableOf(step)}`).join("\r\n");

/** A row for each row of the last axis, with its indices before it; a scalar is one number. */
function tableOf(step: ProgramStep): string {
  const { shape, axes, dtype } = step;
  const before = shape.slice(0, -1);
  const size = shape.at(-1) ?? 1;
  const texts = numberTexts(step).map((text) =>
    dtype === "bool" ? (text === "1" ? "True" : "False") : text.replaceAll('"', ""),
  );
  const letters = before.map((_, axis) => axes[axis] || `dim ${axis}`);
  const header =
    shape.length === 0 ? [] : [[...letters, ...Array.from({ length: size }, (_, i) => String(i))]];
  const rows = Array.from({ length: size === 0 ? 0 : texts.length / size }, (_, row) => [
    ...indexOf(row, before).map(String),
    ...texts.slice(row * size, (row + 1) * size),
  ]);
  return [...header, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function indexOf(row: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  let rest = row;
  for (const size of shape.toReversed()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

/** As one step of `traceToJson`; several by name. */
export function jsonOf(steps: readonly ProgramStep[]): string {
  const texts = steps.map((step) => {
    const { name, op, inputs, axes, shape, dtype } = step;
    const facts = JSON.stringify({ name, op, inputs, axes, shape, dtype });
    return `${facts.slice(0, -1)},"data":[${numberTexts(step).join(",")}]}`;
  });
  if (texts.length === 1) return `${texts}\n`;
  return `{${steps.map(({ name }, i) => `${JSON.stringify(name)}:${texts[i]}`).join(",\n")}}\n`;
}

/** `torch.tensor([[…]])`; of several, each given its name. */
export const torchOf = (steps: readonly ProgramStep[]): string =>
  steps.length === 1
    ? steps.map(codeOf).join("")
    : steps
        .map((step) => `${step.name.replace(/[^\p{L}\p{N}_]+/gu, "_").replace(/_$/, "")} = ${codeOf(step)}\n`)
        .join("");

/** With the dtype where PyTorch would guess another one. */
function codeOf(step: ProgramStep): string {
  const { shape, dtype } = step;
  const texts = numberTexts(step).map((text) => {
    if (text.startsWith('"')) return `float(${text})`;
    if (dtype === "bool") return text === "1" ? "True" : "False";
    return dtype.startsWith("float") && /^-?\d+$/.test(text) ? `${text}.` : text;
  });
  let at = 0;
  const nested = (axis: number): string => {
    if (axis === shape.length) return texts[at++] ?? "";
    const indent = `\n${" ".repeat("torch.tensor(".length + axis + 1)}`;
    const items = Array.from({ length: shape[axis] ?? 0 }, () => nested(axis + 1));
    return `[${items.join(axis === shape.length - 1 ? ", " : `,${indent}`)}]`;
  };
  const list = nested(0);
  const isGuessed = texts.length > 0 && ["float32", "int64", "bool"].includes(dtype);
  return `torch.tensor(${list}${isGuessed ? "" : `, dtype=torch.${dtype}`})`;
}
