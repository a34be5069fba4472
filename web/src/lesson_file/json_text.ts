/** JSON with its places: what it says, in which line each part of it stands, and where it is no JSON. */
import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { type FileProblem, type Path, problemOf } from "./problem.js";

/** A lesson of ten thousand words is a tenth of it. */
export const MOST_LETTERS = 1_000_000;
const MOST_PROBLEMS = 5;

export interface JsonText {
  readonly value: unknown;
  /** The line of what stands at a path, or of the nearest part around it, from 1. */
  lineOf(path: Path): number;
}

/** What the parser missed, by the names of the locales (`lessonFile.problems`). */
const MISSED: Readonly<Record<string, string>> = {
  CommaExpected: "json-comma",
  ColonExpected: "json-colon",
  ValueExpected: "json-value",
  PropertyNameExpected: "json-name",
  CloseBraceExpected: "json-brace",
  CloseBracketExpected: "json-bracket",
  UnexpectedEndOfString: "json-quote",
  InvalidCommentToken: "json-comment",
  UnexpectedEndOfComment: "json-comment",
  EndOfFileExpected: "json-end",
};

export function parseJson(text: string): JsonText | readonly FileProblem[] {
  if (text.length > MOST_LETTERS)
    return [problemOf({ path: [], code: "file-too-large", details: { max: String(MOST_LETTERS) } })];
  if (/^\s*</.test(text)) return [problemOf({ path: [], code: "file-is-a-page", details: {} })];
  const errors: ParseError[] = [];
  const tree = treeOf(text, errors);
  if (errors.length > 0 || !tree) return syntaxProblems(text, errors);
  return {
    value: getNodeValue(tree),
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length));
        // The line of a field's name, which a value may begin one below.
        if (node) return placeOf(text, (node.parent?.type === "property" ? node.parent : node).offset).line;
      }
      return placeOf(text, tree.offset).line;
    },
  };
}

/** Undefined where brackets are nested deeper than the parser can follow. */
function treeOf(text: string, errors: ParseError[]): ReturnType<typeof parseTree> {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return undefined;
  }
}

/**
 * One for each line: what follows a mistake in its line is mostly its doing. Where a comma is missing the parser finds its
 * way again; after anything else what it says is not to be trusted.
 */
function syntaxProblems(text: string, errors: readonly ParseError[]): FileProblem[] {
  const places = errors.map(({ error, offset, length }) => {
    const got = text.slice(offset, offset + Math.max(1, Math.min(length, 20)));
    const code = MISSED[printParseErrorCode(error)] ?? "json-symbol";
    return { ...placeOf(text, offset), code, got: got.trim() || "⏎" };
  });
  const first = places.filter(({ line }, i) => places.findIndex((one) => one.line === line) === i);
  if (first.length === 0)
    return [problemOf({ path: [], code: "json-value", details: { got: "", column: "1" } }, 1)];
  const lost = first.findIndex(({ code }) => code !== "json-comma");
  return first
    .slice(0, Math.min(MOST_PROBLEMS, lost < 0 ? MOST_PROBLEMS : lost + 1))
    .map(({ line, column, code, got }) =>
      problemOf({ path: [], code, details: { got, column: String(column) } }, line),
    );
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
