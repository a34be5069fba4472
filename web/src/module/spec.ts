/** A lesson spec on its way in: every field that is there has its type; the values are the core's to check. */
import { fillOf } from "./answer.js";
import { HeadsUpError, refuseType, shown } from "./errors.js";

type Check = (value: unknown, field: string) => unknown;

const integer: Check = (value, field) =>
  typeof value === "number" ? value : refuseType(field, value, "integer");
const boolean: Check = (value, field) =>
  typeof value === "boolean" ? value : refuseType(field, value, "boolean");
const text: Check = (value, field) =>
  typeof value === "string" ? value : refuseType(field, value, "string");
const list =
  (item: Check): Check =>
  (value, field) =>
    Array.isArray(value) ? value.map((v, i) => item(v, `${field}[${i}]`)) : refuseType(field, value, "list");
const orNull =
  (check: Check): Check =>
  (value, field) =>
    value === null ? null : check(value, field);
const sequences = list(list(integer));
const feedForwardFields: Readonly<Record<string, Check>> = { dFf: integer, activation: text };
const maskFields: Readonly<Record<string, Check>> = { padding: boolean, causal: boolean };
const fields: Readonly<Record<string, Check>> = {
  lesson: text,
  sequences,
  target: orNull(sequences),
  padId: integer,
  vocabSize: integer,
  dModel: integer,
  numHeads: integer,
  seed: integer,
  mask: orNull((value, field) => object(value, field, maskFields)),
  maskFill: fillOf,
  bias: boolean,
  outputProjection: boolean,
  dAttention: orNull(integer),
  positionalEncoding: boolean,
  feedForward: orNull((value, field) => object(value, field, feedForwardFields)),
  layerNorm: orNull(text),
};

/** A checked copy of the spec: unknown fields and wrong types are refused, undefined ones left out. */
export function checkedSpec(spec: unknown): Readonly<Record<string, unknown>> {
  const checked = object(spec, "", fields);
  if (checked["lesson"] === undefined) {
    refuse("missing", "lesson: missing, wants the name of a lesson", { field: "lesson", wants: "string" });
  }
  return checked;
}

function object(
  value: unknown,
  field: string,
  checks: Readonly<Record<string, Check>>,
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuseType(field || "spec", value, "object");
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const path = field ? `${field}.${name}` : name;
    // Own properties only, so that a field called "constructor" is as unknown as any other.
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) {
      const wants = Object.keys(checks).join(", ");
      refuse("unknown-field", `${shown(path)}: not a field, wants one of ${wants}`, {
        field: shown(path),
        wants,
      });
    }
    if (member !== undefined) result[name] = check?.(member, path);
  }
  return result;
}

function refuse(code: string, message: string, details: Readonly<Record<string, string>>): never {
  throw new HeadsUpError(code, message, details);
}
