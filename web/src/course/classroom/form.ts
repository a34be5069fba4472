/**
 * Reads the form in which an instructor opens a class: a plan for the class, or a mistake for each wrong field. Pure
 * functions.
 */
import { quoted } from "../../page/address/url_reader.js";
import { endpoint } from "../xapi/launch.js";

/** The texts of the form's fields. */
export interface Fields {
  readonly endpoint: string;
  readonly writeKey: string;
  readonly writeSecret: string;
  readonly readKey: string;
  readonly readSecret: string;
  readonly lesson: string;
  readonly step: string;
}
export type FieldName = keyof Fields;

export const NO_FIELDS: Fields = {
  ...{ endpoint: "", writeKey: "", writeSecret: "", readKey: "", readSecret: "" },
  ...{ lesson: "", step: "" },
};

/** A class to open. */
export interface ClassPlan {
  /** The LRS, with a slash at its end. */
  readonly endpoint: string;
  /** The value of the Authorization header in the students' requests (write) and in this page's (read). */
  readonly write: string;
  readonly read: string;
  readonly lesson: string;
  /** The step at which the lesson opens; empty for the first one. */
  readonly step: string;
}

/** The text of a field and the kind of text that it wants. A secret is not repeated; `got` is then undefined. */
export interface Mistake {
  readonly field: FieldName;
  readonly got: string | undefined;
  readonly wants: "endpoint" | "key" | "secret" | "lesson" | "step";
}

type ReadForm = { readonly plan: ClassPlan } | { readonly mistakes: readonly Mistake[] };

/** Basic authorization sends key and secret as ASCII, separated by a colon. */
const KEY = /^[\x21-\x39\x3b-\x7e]+$/;
const SECRET = /^[\x20-\x7e]+$/;

/** `lessons` are the lessons that may be chosen, each with the names of its steps. */
export function readForm(fields: Fields, lessons: ReadonlyMap<string, readonly string[]>): ReadForm {
  const text = Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, string]) => [name, value.trim()]),
  ) as unknown as Fields;
  const lrs = endpoint.read(text.endpoint);
  const mistakes: Mistake[] = [];
  const check = (field: FieldName, wants: Mistake["wants"], isRight: boolean): void => {
    if (isRight) return;
    const got = wants === "secret" && text[field] !== "" ? undefined : quoted(text[field]);
    mistakes.push({ field, got, wants });
  };
  check("endpoint", "endpoint", lrs !== undefined);
  check("writeKey", "key", KEY.test(text.writeKey));
  check("writeSecret", "secret", SECRET.test(text.writeSecret));
  check("readKey", "key", KEY.test(text.readKey));
  check("readSecret", "secret", SECRET.test(text.readSecret));
  const steps = lessons.get(text.lesson);
  check("lesson", "lesson", steps !== undefined);
  check("step", "step", text.step === "" || !steps || steps.includes(text.step));
  if (lrs === undefined || mistakes.length > 0) return { mistakes };
  const basic = (key: string, secret: string): string => `Basic ${btoa(`${key}:${secret}`)}`;
  const { lesson, step } = text;
  return {
    plan: {
      ...{ endpoint: lrs, lesson, step },
      write: basic(text.writeKey, text.writeSecret),
      read: basic(text.readKey, text.readSecret),
    },
  };
}
