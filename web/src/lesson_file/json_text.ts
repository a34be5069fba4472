/** Parses JSON: its value, the line of each part, and its syntax errors. */
import {
  findNodeAtLocation,
  getNodePath,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { type FileProblem, finding, gotText, type Path, problemOf } from "./problem.js";

/** The limit in UTF-16 code units; a lesson of ten thousand words has a tenth of them. */
export const MOST_LETTERS = 1_000_000;
const MOST_PROBLEMS = 5;

export interface JsonText {
  readonly value: unknown;
  /** The line of the value at a path, or of the nearest part that contains the path; from 1. */
  lineOf(path: Path): number;
  /** The number at a path as the file writes it, because a value may have lost digits; undefined for anything else. */
  numberAt(path: Path): string | undefined;
}

/** The keys of the locales (`lessonFile.problems`) for the parser's errors. */
const CODES: Readonly<Record<string, string>> = {
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

/** Errors that, at the end of the text, mean that the file ends too early. */
const ENDS_EARLY = ["json-value", "json-name"];

export function parseJson(text: string): JsonText | readonly FileProblem[] {
  if (text.length > MOST_LETTERS)
    return [problemOf({ path: [], code: "file-too-large", details: { max: String(MOST_LETTERS) } })];
  if (text.trim() === "") return [problemOf({ path: [], code: "file-empty", details: {} })];
  if (/^\s*</.test(text)) return [problemOf({ path: [], code: "file-is-a-page", details: {} })];
  const errors: ParseError[] = [];
  const tree = treeOf(text, errors);
  if (errors.length > 0) return syntaxProblems(text, errors);
  if (!tree) return [problemOf({ path: [], code: "json-too-deep", details: {} })];
  const reserved = reservedNames(tree);
  if (reserved.length > 0)
    return reserved.slice(0, MOST_PROBLEMS).map((node) => {
      const details = { got: gotText(node.value), wants: "title, ko, 5" };
      return problemOf(finding(getNodePath(node), "file-bad-key", details), placeOf(text, node.offset).line);
    });
  return {
    value: getNodeValue(tree),
    numberAt(path) {
      const node = findNodeAtLocation(tree, [...path]);
      return node?.type === "number" ? text.slice(node.offset, node.offset + node.length) : undefined;
    },
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length));
        // The line of a field is that of its name, because the value may start on a later line.
        if (node) return placeOf(text, (node.parent?.type === "property" ? node.parent : node).offset).line;
      }
      return placeOf(text, tree.offset).line;
    },
  };
}

/** Names that every JavaScript object already has, such as `constructor`. The schema check would ignore fields named so. */
function reservedNames(node: Node): readonly Node[] {
  const [name] = node.type === "property" ? (node.children ?? []) : [];
  const own = name && (name.value in {} || name.value === "prototype") ? [name] : [];
  return [...own, ...(node.children ?? []).flatMap(reservedNames)];
}

/** Undefined if brackets are nested too deeply for the parser. */
function treeOf(text: string, errors: ParseError[]): ReturnType<typeof parseTree> {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return undefined;
  }
}

/**
 * One problem per line, because later errors in a line mostly follow from the first. The parser recovers from a missing
 * comma; after any other error its messages are unreliable, so they are left out.
 */
function syntaxProblems(text: string, errors: readonly ParseError[]): FileProblem[] {
  const places = errors.map(({ error, offset, length }) => {
    const got = text.slice(offset, offset + Math.max(1, Math.min(length, 20)));
    const code = CODES[printParseErrorCode(error)] ?? "json-symbol";
    const isAtEnd = text.slice(offset).trim() === "";
    return {
      ...placeOf(text, offset),
      code: isAtEnd && ENDS_EARLY.includes(code) ? "json-ended" : code,
      got: got.trim() || "⏎",
    };
  });
  const firstOfLines = places.filter(({ line }, i) => places.findIndex((place) => place.line === line) === i);
  const lastReliable = firstOfLines.findIndex(({ code }) => code !== "json-comma");
  return firstOfLines
    .slice(0, Math.min(MOST_PROBLEMS, lastReliable < 0 ? MOST_PROBLEMS : lastReliable + 1))
    .map(({ line, column, code, got }) =>
      problemOf({ path: [], code, details: { got, column: String(column) } }, line),
    );
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
