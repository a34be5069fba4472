/** Checks a lesson file against the schema. Each problem has its path, what it got and what it wants. */
import { type BaseIssue, safeParse } from "valibot";
import { isLessonName } from "../lessons/opening.js";
import { asObject } from "../spec/as_object.js";
import { LANGUAGES } from "../words/words.js";
import { languageOf, lessonId } from "./carried.js";
import {
  type LessonFile,
  lessonFile,
  type ProgramFile,
  programFile,
  type Texts,
  wantsOf,
} from "./lesson_file.js";
import { type Finding, finding, gotText, MOST_PROBLEMS, type Path } from "./problem.js";

export function checkForm(value: unknown): LessonFile | ProgramFile | readonly Finding[] {
  // valibot accepts a list as an object whose names are 0, 1, 2 …
  const list = [[], ["tokens"]].find((path) => Array.isArray(path.reduce<unknown>(memberOf, value)));
  if (list) return [finding(list, "wrong-type", { got: "[…]", wants: "object" })];
  const schema: typeof lessonFile | typeof programFile = "code" in asObject(value) ? programFile : lessonFile;
  const { success, output, issues } = safeParse(schema, value);
  // A long list of wrong values has hundreds of thousands of issues; each makes at least one problem.
  if (!success) return issues.slice(0, MOST_PROBLEMS).flatMap((issue) => findingsOf(issue, []));
  const choices = "spec" in output ? choiceProblems(output) : [];
  const wrong = [...languageProblems(output), ...lessonIdProblems(output), ...choices];
  return wrong.length > 0 ? wrong : output;
}

const memberOf = (value: unknown, name: string): unknown => asObject(value)[name];

/** The problems of an issue. That of a union is replaced by those inside the value (which have a path), if there are any. */
function findingsOf(issue: BaseIssue<unknown>, parentPath: Path): Finding[] {
  const path: Path = [...parentPath, ...(issue.path ?? []).map(({ key }) => key as string | number)];
  const inner = issue.type === "union" ? (issue.issues ?? []).filter((part) => part.path) : [];
  return inner.length > 0 ? inner.flatMap((part) => findingsOf(part, path)) : [findingOf(issue, path)];
}

function findingOf(issue: BaseIssue<unknown>, path: Path): Finding {
  const { type, expected, received, requirement, input, message } = issue;
  const got = gotText(input);
  if (type === "strict_object" && expected !== "Object")
    return finding(path, expected === "never" ? "file-unknown-field" : "file-missing", { wants: message });
  if (received === "undefined") return finding(path, "file-missing", { wants: wantsOf(expected) });
  if (type === "picklist" || type === "variant") {
    const wants = wantsOf(expected).replaceAll(" | ", ", ").replaceAll('"', "");
    return finding(path, "unknown-value", { got, wants });
  }
  const [, code = "wrong-type", wants] = /^(file-[a-z-]+|wrong-type)(?: (.*))?$/.exec(message) ?? [];
  if (code === "file-too-long") return finding(path, code, { max: String(requirement) });
  if (code === "file-too-few") return finding(path, code, { min: String(requirement) });
  return finding(path, code, code === "file-empty-text" ? {} : { got, wants: wants ?? wantsOf(expected) });
}

/** Every multilingual text of a file, with its path. */
export function textsOf(file: LessonFile | ProgramFile): [Path, Readonly<Record<string, unknown>>][] {
  const found: [Path, Readonly<Record<string, unknown>> | undefined][] = [[["title"], file.title]];
  const steps = "spec" in file ? file.steps : undefined;
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
function languageProblems(file: LessonFile | ProgramFile): Finding[] {
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
function lessonIdProblems(file: LessonFile | ProgramFile): Finding[] {
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
