/** The table of spec fields agrees with the core, the documents and the locales. */
import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { LessonName, LessonSpec, MaskFill } from "../../web/src/module/types.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";

import { FIELDS, type Field, type FieldName, SPEC_ABOUT, SPEC_FIELDS } from "../../web/src/spec/fields.js";
import { hu } from "./core.js";
import { locales } from "./locales.js";

const DOC = "../../docs/lesson-spec.md";
const doc = readFileSync(new URL(DOC, import.meta.url), "utf8");
const names = Object.keys(SPEC_ABOUT) as FieldName[];
/** The cells of the document's table of fields. */
const documented = [...doc.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
  ([, ...cells]) => cells,
);
const partsOf = (field: Field): string[] => ("parts" in field ? Object.keys(field.parts) : []);

interface ValueOf {
  lesson: LessonName;
  integer: number;
  flag: boolean;
  fill: MaskFill;
  rows: readonly (readonly number[])[];
}
type Whole<F> = F extends { choices: readonly (infer C)[] }
  ? C
  : F extends { parts: infer P }
    ? { -readonly [K in keyof P]?: Whole<P[K]> }
    : F extends { type: keyof ValueOf }
      ? ValueOf[F["type"]]
      : never;
type Spec = {
  -readonly [K in FieldName]:
    | Whole<(typeof SPEC_FIELDS)[K]>
    | ((typeof SPEC_FIELDS)[K] extends { nullable: true } ? null : never);
};

// The compiler checks that the module's type has the same fields, of the same types.
expectTypeOf<Required<LessonSpec>>().toEqualTypeOf<Spec>();

describe("the core", () => {
  const block = hu.settle({ lesson: "transformer-block" });

  test("has the same fields and parts", () => {
    expect(Object.keys(block).sort()).toEqual([...names].sort());
    for (const name of names) {
      const field: Field = SPEC_FIELDS[name];
      if ("parts" in field) expect(Object.keys(block[name] ?? {}), name).toEqual(partsOf(field));
    }
  });

  const ranges = documented.flatMap(([name = "", type = ""]) => {
    const plain = type.replace(/.*2⁵³/, `${Number.MIN_SAFE_INTEGER} … ${Number.MAX_SAFE_INTEGER}`);
    return [...plain.replaceAll(",", "").matchAll(/(?:(\w+): )?(-?\d+) … (\d+)?/g)].map(
      ([, part, least, most]) => ({
        name,
        part,
        least: Number(least),
        most: most ? Number(most) : undefined,
      }),
    );
  });
  test.each(ranges)("takes $name $part from $least to $most", ({ name, part, least, most }) => {
    const refusal = (value: number): unknown => {
      try {
        return hu.settle({
          lesson: "transformer-block",
          [name]: part ? { [part]: value } : value,
        } as LessonSpec);
      } catch (error) {
        return error;
      }
    };
    const details = { min: String(least), ...(most === undefined ? {} : { max: String(most) }) };
    for (const value of [least - 1, ...(most === undefined ? [] : [most + 1])])
      expect(refusal(value)).toMatchObject({ code: "out-of-range", details });
  });

  test.each(documented.filter(([, , usual = ""]) => /^(\d+|true|null)$/.test(usual)))(
    "has the default of %s that the documents give",
    (name, _, usual) => {
      const spec = hu.settle({ lesson: "masked-multi-head" });
      expect(JSON.stringify(spec[name as FieldName])).toBe(usual);
    },
  );

  test("has the same choices", () => {
    for (const [name, field] of FIELDS) {
      const choices = "parts" in field ? Object.entries(field.parts) : [[name, field] as const];
      for (const [part, { choices: wants }] of choices) {
        if (!wants) continue;
        const value = part === name ? "?" : { [part]: "?" };
        const settle = () => hu.settle({ lesson: "transformer-block", [name]: value } as LessonSpec);
        expect(settle).toThrow(wants.join(", "));
      }
    }
  });
});

describe("docs/lesson-spec.md", () => {
  const code = (text: string): string => `\`${text}\``;

  test("says of each field what editors of lesson files show", () => {
    expect(documented.map(([name, , , about]) => [name, about])).toEqual(Object.entries(SPEC_ABOUT));
  });

  test("names the choices, the parts and null where they may be", () => {
    for (const [name, type = ""] of documented) {
      const field: Field = SPEC_FIELDS[name as FieldName];
      const choices = field.type === "lesson" ? lessonNames : "parts" in field ? [] : (field.choices ?? []);
      for (const choice of choices) expect(type).toContain(code(`"${choice}"`));
      for (const part of partsOf(field)) expect(type).toContain(part);
      expect(type.endsWith(" or null"), name).toBe(field.nullable === true);
    }
  });

  test("has a valid example of each field in an address", () => {
    const [, table = ""] = /\| in the address \| field \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(doc) ?? [];
    const shown = table.split("\n").flatMap((line) => {
      const [, examples = "", meaning = ""] = line.split("|");
      return [...examples.matchAll(/`(\w+)=([^`]*)`/g)].map(([, key = "", value = ""]) => {
        const { state, problems } = parseUrl(`?lesson=transformer-block&${key}=${value}`, []);
        expect(problems, key).toEqual([]);
        const [field = key === "text" ? "sequences" : "lesson"] = Object.keys(state.spec).slice(1);
        if (meaning.includes("same name")) expect(field).toBe(key);
        else expect(meaning).toContain(code(field));
        return key;
      });
    });
    const known = FIELDS.flatMap(([name, field]) =>
      field.type === "layer" ? [name, ...partsOf(field)] : [field.url ?? name],
    );
    expect([...new Set(shown)].sort()).toEqual(["lesson", "text", ...known].sort());
  });
});

test.each(locales)("%s has a label for each field and part", (_language, { settings }) => {
  const labels = FIELDS.flatMap(([name, field]) => [name, ...partsOf(field)]);
  for (const label of labels) expect(settings[label], label).toEqual(expect.any(String));
});
