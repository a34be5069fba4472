/** Checks a lesson file against the schema. Each problem has its path, what it got and what it wants. */
import { type BaseIssue, safeParse } from "valibot";
import { isLessonName } from "../lessons/lessons.js";
import { LANGUAGES } from "../words/words.js";
import { type LessonFile, lessonFile, type Texts, WRITTEN } from "./lesson_file.js";
import { type Finding, finding, gotText, MOST_PROBLEMS, type Path } from "./problem.js";
import { languageOf, lessonId } from "./title.js";

type Issue = BaseIssue<unknown>;

export function checkForm(value: unknown): LessonFile | readonly Finding[] {
  // valibot accepts an array as an object.
  if (Array.isArray(value)) return [finding([], "wrong-type", { got: gotText(value), wants: "object" })];
  const { success, output, issues } = safeParse(lessonFile, value);
  // A long list of wrong values has hundreds of thousands of issues; each makes at least one problem.
  if (!success)
    return issues
      .slice(0, MOST_PROBLEMS)
      .flatMap((issue) => leaves(issue, []).map(([leaf, path]) => findingOf(leaf, path)));
  const wrong = [...languageProblems(output), ...lessonIdProblems(output), ...choiceProblems(output)];
  return wrong.length > 0 ? wrong : output;
}

/** Replaces the issue of a union by the issues inside the value (those with a path), if there are any. */
function leaves(issue: Issue, parentPath: Path): [Issue, Path][] {
  const path: Path = [...parentPath, ...keysOf(issue)];
  const inner = issue.type === "union" ? (issue.issues ?? []).filter((part) => part.path) : [];
  return inner.length > 0 ? inner.flatMap((part) => leaves(part, path)) : [[issue, path]];
}

const keysOf = ({ path }: Issue): Path => (path ?? []).map(({ key }) => key as string | number);

/** valibot's names of types, as keys of the locales (`errors.types`). */
const KINDS: Readonly<Record<string, string>> = { Array: "list", Object: "object" };

/** `("a" | Object)` → "a", object. Literals stay in quotes: "number" is a kind of exercise, number is a type. */
const wantsOf = (expected: string): string[] =>
  expected
    .replace(/^\((.*)\)$/, "$1")
    .split(" | ")
    .map((word) => KINDS[word] ?? word);

/** The members of valibot's schemas that say what a field may be. */
interface Schema {
  readonly expects: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly (Schema | string)[];
}

/** The schemas inside wrappers such as `optional`, and inside unions. */
function unwrapped(schema: Schema): readonly Schema[] {
  if (schema.wrapped) return unwrapped(schema.wrapped);
  const choices = schema.options?.filter((option) => typeof option !== "string") ?? [];
  return choices.length > 0 ? choices.flatMap(unwrapped) : [schema];
}

/** What the field at this path wants. The issue of a missing key does not say it, only the key's name. */
function wantedAt(path: Path): string {
  let schemas: readonly Schema[] = [lessonFile as Schema];
  for (const key of path)
    schemas = schemas
      .flatMap(unwrapped)
      .flatMap(({ entries, item, value }) => entries?.[key] ?? item ?? value ?? []);
  return [...new Set(schemas.flatMap(({ expects }) => wantsOf(expects)))].join(" | ");
}

function findingOf(issue: Issue, path: Path): Finding {
  const { type, expected, requirement, input, message } = issue;
  const got = gotText(input);
  const isKey = issue.path?.at(-1)?.origin === "key";
  if (type === "strict_object" && expected === "never")
    return finding(path, "file-unknown-field", { wants: message });
  if (issue.received === "undefined") {
    const wants = isKey ? wantedAt(path) : wantsOf(expected ?? "").join(" | ");
    return finding(path, "file-missing", { wants });
  }
  if (type === "regex" && isKey)
    return finding(path, "file-bad-key", {
      got,
      wants: path.includes("tokens") ? "0, 1, 2 …" : LANGUAGES.join(", "),
    });
  if (type === "non_empty" || requirement === WRITTEN) return finding(path, "file-empty-text");
  if (type === "regex") return finding(path, "wrong-type", { got, wants: "a-z, 0-9, -, _" });
  if (type === "min_length" || type === "min_entries")
    return finding(path, "file-too-few", { min: String(requirement) });
  if (type === "max_length") return finding(path, "file-too-long", { max: String(requirement) });
  if (type === "min_value") return finding(path, "wrong-type", { got, wants: `≥ ${requirement}` });
  if (type === "integer") return finding(path, "wrong-type", { got, wants: "integer" });
  if (type === "picklist" || type === "variant")
    return finding(path, "unknown-value", {
      got,
      wants: wantsOf(expected ?? "")
        .join(", ")
        .replaceAll('"', ""),
    });
  return finding(path, "wrong-type", { got, wants: wantsOf(expected ?? "").join(" | ") });
}

/** Every multilingual text of a file, with its path. */
export function textsOf({ title, steps }: LessonFile): [Path, Readonly<Record<string, unknown>>][] {
  const found: [Path, Readonly<Record<string, unknown>> | undefined][] = [[["title"], title]];
  steps?.forEach((step, i) => {
    if (typeof step === "string") return;
    found.push([["steps", i, "words"], step.words]);
    step.exercises?.forEach((exercise, j) => {
      if (typeof exercise === "string") return;
      const at: Path = ["steps", i, "exercises", j];
      found.push([[...at, "ask"], exercise.ask], [[...at, "why"], exercise.why]);
      const [list, name] =
        exercise.kind === "choice" ? [exercise.answers, "answers"] : [exercise.slips ?? [], "slips"];
      list.forEach(({ text, reason }: { readonly text?: Texts; readonly reason?: Texts | undefined }, k) => {
        found.push([[...at, name, k, "text"], text], [[...at, name, k, "reason"], reason]);
      });
    });
  });
  return found.flatMap(([path, text]): [Path, Readonly<Record<string, unknown>>][] =>
    text ? [[path, text]] : [],
  );
}

/**
 * Some reader must get each language of the title, and each text must have all of them, so that no lesson mixes languages.
 * A text need not have what no reader gets: the title may have many such languages, with a problem for each in every text.
 */
function languageProblems(file: LessonFile): Finding[] {
  const titled = Object.keys(file.title);
  const shown = new Set(LANGUAGES.map((language) => languageOf(file, language)));
  const seen = titled.filter((language) => shown.has(language));
  const unseen = titled.filter((language) => !shown.has(language));
  const unseenProblems = unseen.map((language) =>
    finding(["title", language], "file-unseen-language", { wants: LANGUAGES.join(", ") }),
  );
  const wants = seen.join(", ");
  const textProblems = textsOf(file).flatMap(([path, text]) => {
    const missing = seen.filter((language) => !Object.hasOwn(text, language));
    const more = Object.keys(text).filter((language) => !Object.hasOwn(file.title, language));
    return [
      ...missing.map((language) => finding([...path, language], "file-language", { wants })),
      ...more.map((language) => finding([...path, language], "file-more-languages", { wants })),
    ];
  });
  return [...unseenProblems, ...textProblems];
}

/** What a learner has done is stored by the lesson's id, so a file may not have that of a built-in lesson. */
function lessonIdProblems(file: LessonFile): Finding[] {
  const id = lessonId(file);
  if (!isLessonName(id)) return [];
  const path: Path = file.id === undefined ? ["title", Object.keys(file.title)[0] ?? ""] : ["id"];
  return [finding(path, "file-twice", { got: gotText(id) })];
}

/** Exactly one answer of a choice must be right; each of the others needs a reason. */
function choiceProblems({ steps }: LessonFile): Finding[] {
  return (steps ?? []).flatMap((step, i) => {
    if (typeof step === "string") return [];
    return (step.exercises ?? []).flatMap((exercise, j) => {
      if (typeof exercise === "string" || exercise.kind !== "choice") return [];
      const at: Path = ["steps", i, "exercises", j, "answers"];
      const right = exercise.answers.filter((answer) => answer.right).length;
      const unexplained = exercise.answers.flatMap((answer, k) =>
        answer.right || answer.reason ? [] : [finding([...at, k], "file-no-reason")],
      );
      return [
        ...(right === 1 ? [] : [finding(at, "file-one-right", { got: String(right) })]),
        ...unexplained,
      ];
    });
  });
}
