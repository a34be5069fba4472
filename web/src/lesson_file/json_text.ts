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
import { type FileProblem, type Finding, finding, gotText, type Path, problemOf } from "./problem.js";

/** The limit in UTF-16 code units; a lesson of ten thousand words has a tenth of them. */
export const MOST_LETTERS = 1_000_000;
/** A file of more bytes has too many letters in any case, so no more of it need be read. */
export const MOST_BYTES = 4 * MOST_LETTERS;
const MOST_SYNTAX_PROBLEMS = 5;

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

/** Undefined if the bytes are not UTF-8. A file that is too large may have been cut within a character. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: bytes.length > MOST_BYTES });
  } catch {
    return undefined;
  }
}

export function parseJson(content: string | Uint8Array): JsonText | readonly FileProblem[] {
  const text = typeof content === "string" ? content : decoded(content);
  if (text === undefined) return [problemOf({ path: [], code: "file-encoding", details: {} })];
  if (text.length > MOST_LETTERS)
    return [problemOf({ path: [], code: "file-too-large", details: { max: String(MOST_LETTERS) } })];
  if (text.trim() === "") return [problemOf({ path: [], code: "file-empty", details: {} })];
  if (/^\s*</.test(text))
    return [
      problemOf({ path: [], code: "file-is-a-page", details: { got: "a web page", wants: "a lesson file" } }),
    ];
  const errors: ParseError[] = [];
  const read = readTree(text, errors);
  const placeOf = placesIn(text);
  if (errors.length > 0) return syntaxProblems(text, errors, placeOf);
  if (!read) return [problemOf({ path: [], code: "json-too-deep", details: {} })];
  const { tree, value, lost } = read;
  if (lost.length > 0)
    return lost.map(({ path, code, details, node }) =>
      problemOf(finding(path, code, details), placeOf(node.offset).line),
    );
  return {
    value,
    numberAt(path) {
      const node = findNodeAtLocation(tree, [...path]);
      return node?.type === "number" ? text.slice(node.offset, node.offset + node.length) : undefined;
    },
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length));
        // The line of a field is that of its name, because the value may start on a later line.
        if (node) return placeOf((node.parent?.type === "property" ? node.parent : node).offset).line;
      }
      return placeOf(tree.offset).line;
    },
  };
}

/** A name whose value would be ignored. */
interface LostName extends Finding {
  readonly node: Node;
}

/** Names that every JavaScript object already has, such as `constructor`, and the second use of a name in an object. */
function lostNames(node: Node): readonly LostName[] {
  const children = node.children ?? [];
  const names = node.type === "object" ? children.flatMap((property) => property.children?.[0] ?? []) : [];
  const seen = new Set<unknown>();
  const lost = names.flatMap((name): LostName[] => {
    const got = gotText(name.value);
    const isReserved = name.value in {} || name.value === "prototype";
    const isTwice = seen.has(name.value);
    seen.add(name.value);
    if (!isReserved && !isTwice) return [];
    const details = isReserved ? { got, wants: "title, ko, 5" } : { got };
    return [
      { path: getNodePath(name), code: isReserved ? "file-bad-key" : "file-twice", details, node: name },
    ];
  });
  return [...lost, ...children.flatMap(lostNames)];
}

interface Tree {
  readonly tree: Node;
  readonly value: unknown;
  /** The first names that would be lost. */
  readonly lost: readonly LostName[];
}

/** Undefined if brackets are nested too deeply: the parser and all functions that walk its tree are recursive. */
function readTree(text: string, errors: ParseError[]): Tree | undefined {
  try {
    const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    if (!tree || errors.length > 0) return undefined;
    return { tree, value: getNodeValue(tree), lost: lostNames(tree).slice(0, MOST_SYNTAX_PROBLEMS) };
  } catch {
    return undefined;
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * The first problem of each line, because later errors in a line mostly follow from it. The parser recovers from a missing
 * comma; after any other error its messages are unreliable, so they are left out. A text that is no JSON has an error for each
 * of its words, so only those that are shown are described. The errors are in the order of the text.
 */
function syntaxProblems(
  text: string,
  errors: readonly ParseError[],
  placeOf: (offset: number) => Place,
): FileProblem[] {
  const problems: FileProblem[] = [];
  let endOfLine = -1;
  for (const { error, offset, length } of errors) {
    if (offset <= endOfLine) continue;
    const newline = text.indexOf("\n", offset);
    endOfLine = newline < 0 ? text.length : newline;
    const known = CODES[printParseErrorCode(error)] ?? "json-symbol";
    const isAtEnd = text.slice(offset).trim() === "";
    const code = isAtEnd && ENDS_EARLY.includes(known) ? "json-ended" : known;
    const got = text.slice(offset, offset + Math.max(1, Math.min(length, 20))).trim() || "⏎";
    const { line, column } = placeOf(offset);
    problems.push(problemOf({ path: [], code, details: { got, column: String(column) } }, line));
    if (code !== "json-comma" || problems.length === MOST_SYNTAX_PROBLEMS) break;
  }
  return problems;
}

/** The line and column of an offset, both from 1. Finds the lines once, for all problems of a file. */
function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
