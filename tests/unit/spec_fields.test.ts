/** The table of spec fields agrees with the core, the documents and the locales. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { lessonNames } from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec, MaskFill } from "../../web/src/module/types.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";
import { type Details, SPEC_DETAILS } from "../../web/src/spec/details.js";
import { FIELDS, type Field, type FieldName, SPEC_FIELDS } from "../../web/src/spec/fields.js";

const hu = await load();
const DOC = "../../docs/lesson-spec.md";
const doc = readFileSync(new URL(DOC, import.meta.url), "utf8");
const names = Object.keys(SPEC_DETAILS) as FieldName[];
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

  const ranges = names.flatMap((name) => {
    const { range, parts = {} } = SPEC_DETAILS[name];
    const ofParts = Object.entries(parts).map(([part, of]) => ({ name, part, range: of.range }));
    return [{ name, part: "", range }, ...ofParts].flatMap((one) => {
      const [least, most] = one.range ?? [];
      return least === undefined ? [] : [{ ...one, least, most }];
    });
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
    const details = { min: String(least), ...(typeof most === "number" ? { max: String(most) } : {}) };
    for (const value of [least - 1, ...(typeof most === "number" ? [most + 1] : [])])
      expect(refusal(value)).toMatchObject({ code: "out-of-range", details });
  });

  test.each(FIELDS.filter(([name]) => /^(\d+|true|null)$/.test(SPEC_DETAILS[name].usual)))(
    "has the default of %s that the documents give",
    (name) => {
      const { [name]: usual } = hu.settle({ lesson: "masked-multi-head" });
      expect(JSON.stringify(usual)).toBe(SPEC_DETAILS[name].usual);
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
  const number = (value: number | string): string =>
    typeof value === "number" ? value.toLocaleString("en") : value;

  function rangeText(name: string, [least, most]: NonNullable<Details["range"]>): string {
    if (most === Number.MAX_SAFE_INTEGER) return `whole number, \\|${name}\\| < 2⁵³`;
    return `${number(least)} … ${number(most)}`;
  }

  function typeText(name: string, field: Field, details: Pick<Details, "range" | "parts">): string {
    if ("parts" in field) {
      const parts = Object.entries(field.parts).map(([part, of]) =>
        of.type === "flag"
          ? part
          : `${part}: ${typeText(part, of, details.parts?.[part] ?? {}).replaceAll("`", "")}`,
      );
      return code(`{ ${parts.join(", ")} }`);
    }
    if (details.range) return rangeText(name, details.range);
    const quoted = (words: readonly string[], by: string): string =>
      words.map((word) => code(`"${word}"`)).join(by);
    if (field.type === "lesson") return quoted(lessonNames, ", ");
    if (field.choices) return quoted(field.choices, field.nullable ? ", " : " or ");
    return { flag: "boolean", fill: 'number or `"-inf"`', rows: "lists of token ids" }[field.type as "flag"];
  }

  const row = (name: FieldName): string => {
    const field: Field = SPEC_FIELDS[name];
    const { about, usual } = SPEC_DETAILS[name];
    const type = typeText(name, field, SPEC_DETAILS[name]) + (field.nullable ? " or null" : "");
    return `| ${code(name)} | ${type} | ${usual} | ${about} |\n`;
  };

  test("has each field as in the table (fix with vitest --update)", async () => {
    const rows = /(?<=\| field \| type \| default \| meaning \|\n\|---\|---\|---\|---\|\n)(\|.*\n)+/;
    expect(doc).toMatch(rows);
    await expect(doc.replace(rows, () => names.map(row).join(""))).toMatchFileSnapshot(DOC);
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

const locales = new URL("../../web/locales/", import.meta.url);
test.each(readdirSync(locales))("%s has a label for each field and part", (file) => {
  const { settings } = JSON.parse(readFileSync(new URL(file, locales), "utf8"));
  const labels = FIELDS.flatMap(([name, field]) => [name, ...partsOf(field)]);
  for (const label of labels) expect(settings[label], label).toEqual(expect.any(String));
});
