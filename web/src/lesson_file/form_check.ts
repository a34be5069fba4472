/** Checks a lesson file against the schema: each problem has its path, what it got and what it wants. */
import { type BaseIssue, safeParse } from "valibot";
import { type LessonFile, lessonFile, type Texts } from "./lesson_file.js";
import { type Found, found, gotText, type Path } from "./problem.js";

type Issue = BaseIssue<unknown>;

export function checkForm(value: unknown): LessonFile | readonly Found[] {
  // valibot accepts an array as an object.
  if (Array.isArray(value)) return [found([], "wrong-type", { got: gotText(value), wants: "object" })];
  const { success, output, issues } = safeParse(lessonFile, value);
  if (!success)
    return issues.flatMap((issue) => leaves(issue, []).map(([leaf, path]) => findingOf(leaf, path)));
  const wrong = [...languageProblems(output), ...choiceProblems(output)];
  return wrong.length > 0 ? wrong : output;
}

/** Replaces the issue of a union by the issues inside the value (those with a path), if there are any. */
function leaves(issue: Issue, above: Path): [Issue, Path][] {
  const path: Path = [...above, ...keysOf(issue)];
  const within = issue.type === "union" ? (issue.issues ?? []).filter((one) => one.path) : [];
  return within.length > 0 ? within.flatMap((one) => leaves(one, path)) : [[issue, path]];
}

const keysOf = ({ path }: Issue): Path => (path ?? []).map(({ key }) => key as string | number);

/** `("a" | "b")` → a, b; types of values as keys of the locales (`errors.types`). */
const KINDS: Readonly<Record<string, string>> = { Array: "list", Object: "object" };
const wantsOf = (expected: string): string[] =>
  expected
    .replace(/^\((.*)\)$/, "$1")
    .split(" | ")
    .map((word) => KINDS[word] ?? word.replace(/^"(.*)"$/, "$1"));

/** The parts of valibot's schemas that say what a field may be. */
interface Schema {
  readonly expects: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly (Schema | string)[];
}

/** A schema without what is around it: optional, or a choice of several. */
function opened(schema: Schema): readonly Schema[] {
  if (schema.wrapped) return opened(schema.wrapped);
  const choices = schema.options?.filter((one) => typeof one !== "string") ?? [];
  return choices.length > 0 ? choices.flatMap(opened) : [schema];
}

/** What the field at this path wants; the issue of a missing key has its name only. */
function wantedAt(path: Path): string {
  let schemas: readonly Schema[] = [lessonFile as Schema];
  for (const key of path)
    schemas = schemas
      .flatMap(opened)
      .flatMap(({ entries, item, value }) => entries?.[key] ?? item ?? value ?? []);
  return [...new Set(schemas.flatMap(({ expects }) => wantsOf(expects)))].join(" | ");
}

function findingOf(issue: Issue, path: Path): Found {
  const { type, expected, requirement, input, message } = issue;
  const got = gotText(input);
  const isKey = issue.path?.at(-1)?.origin === "key";
  if (type === "strict_object" && expected === "never")
    return found(path, "file-unknown-field", { wants: message });
  if (issue.received === "undefined") {
    const wants = isKey ? wantedAt(path) : wantsOf(expected ?? "").join(" | ");
    return found(path, "file-missing", { wants });
  }
  if (type === "regex" && isKey)
    return found(path, "file-bad-key", {
      got,
      wants: path.includes("tokens") ? "0, 1, 2 …" : "ko, en, pt-BR …",
    });
  if (type === "regex") return found(path, "wrong-type", { got, wants: "a-z, 0-9, -, _" });
  if (type === "non_empty" || type.startsWith("min_l") || type === "min_entries")
    return found(path, "file-too-few", { min: String(requirement ?? 1) });
  if (type === "max_length") return found(path, "file-too-long", { max: String(requirement) });
  if (type === "min_value") return found(path, "wrong-type", { got, wants: `≥ ${requirement}` });
  if (type === "integer") return found(path, "wrong-type", { got, wants: "integer" });
  if (type === "picklist" || type === "variant")
    return found(path, "unknown-value", { got, wants: wantsOf(expected ?? "").join(", ") });
  return found(path, "wrong-type", { got, wants: wantsOf(expected ?? "").join(" | ") });
}

/** Every multilingual text of a file, with its path. */
function texts({ title, steps }: LessonFile): [Path, Readonly<Record<string, unknown>>][] {
  const all: [Path, Readonly<Record<string, unknown>> | undefined][] = [[["title"], title]];
  steps?.forEach((step, i) => {
    if (typeof step === "string") return;
    all.push([["steps", i, "words"], step.words]);
    step.exercises?.forEach((exercise, j) => {
      if (typeof exercise === "string") return;
      const at: Path = ["steps", i, "exercises", j];
      all.push([[...at, "ask"], exercise.ask], [[...at, "why"], exercise.why]);
      const [list, name] =
        exercise.kind === "choice" ? [exercise.answers, "answers"] : [exercise.slips ?? [], "slips"];
      list.forEach((one: { readonly text?: Texts; readonly reason?: Texts | undefined }, k) => {
        all.push([[...at, name, k, "text"], one.text], [[...at, name, k, "reason"], one.reason]);
      });
    });
  });
  return all.flatMap(([path, text]): [Path, Readonly<Record<string, unknown>>][] =>
    text ? [[path, text]] : [],
  );
}

/** Each text must have the languages of the title, so that no lesson mixes languages. */
function languageProblems(file: LessonFile): Found[] {
  const wants = Object.keys(file.title);
  return texts(file).flatMap(([path, text]) => {
    const has = Object.keys(text);
    const missing = wants.filter((one) => !has.includes(one));
    const more = has.filter((one) => !wants.includes(one));
    return [
      ...missing.map((one) => found([...path, one], "file-language", { wants: wants.join(", ") })),
      ...more.map((one) => found([...path, one], "file-more-languages", { wants: wants.join(", ") })),
    ];
  });
}

/** Exactly one answer of a choice must be right; each of the others needs a reason. */
function choiceProblems({ steps }: LessonFile): Found[] {
  return (steps ?? []).flatMap((step, i) => {
    if (typeof step === "string") return [];
    return (step.exercises ?? []).flatMap((exercise, j) => {
      if (typeof exercise === "string" || exercise.kind !== "choice") return [];
      const at: Path = ["steps", i, "exercises", j, "answers"];
      const right = exercise.answers.filter((answer) => answer.right).length;
      const silent = exercise.answers.flatMap((answer, k) =>
        answer.right || answer.reason ? [] : [found([...at, k], "file-no-reason")],
      );
      return [...(right === 1 ? [] : [found(at, "file-one-right", { got: String(right) })]), ...silent];
    });
  });
}
