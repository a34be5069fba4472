/**
 * The program in files: Python as it is, and a Jupyter notebook as one text whose cells begin with lines `# %%`, so that its
 * lines have one numbering. Editors and Jupytext read the same form: https://jupytext.readthedocs.io/en/latest/formats-scripts.html
 */
import { asObject } from "../spec/as_object.js";
import type { NotebookWords } from "../words/words.js";

/** The most that is opened, in characters of code and in bytes of a file, whose pictures are not kept. */
export const MOST_CODE = 1_000_000;
export const MOST_FILE = 200_000_000;

/** Why a file was not opened: the sentence and its facts. */
export interface FileRefusal {
  readonly refused: keyof NotebookWords["files"]["refused"];
  readonly facts: Readonly<Record<string, string>>;
}
export type OpenedFile = { readonly source: string } | FileRefusal;

const refuse = (refused: FileRefusal["refused"], file: string, facts = {}): FileRefusal => ({
  refused,
  facts: { file, ...facts },
});
const inMB = (size: number): string => `${Math.ceil(size / 100_000) / 10} MB`;
const tooLarge = (file: string, size: number, most: number): FileRefusal =>
  refuse("tooLarge", file, { got: inMB(size), max: inMB(most) });

/** Reads a chosen file; never rejects. */
export async function openFile(file: File): Promise<OpenedFile> {
  const { name, size } = file;
  if (!/\.(py|ipynb)$/i.test(name)) return refuse("kind", name);
  if (size > MOST_FILE) return tooLarge(name, size, MOST_FILE);
  try {
    return programIn(name, new Uint8Array(await file.arrayBuffer()));
  } catch (cause) {
    return refuse("unreadable", name, { got: String(cause) });
  }
}

/** The program in the bytes of a file. */
export function programIn(name: string, bytes: Uint8Array): OpenedFile {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    return refuse("notText", name);
  }
  const opened = /\.ipynb$/i.test(name) ? programOfNotebook(name, text) : { source: text };
  if ("source" in opened && opened.source.length > MOST_CODE)
    return tooLarge(name, opened.source.length, MOST_CODE);
  return opened;
}

function programOfNotebook(name: string, text: string): OpenedFile {
  const cells = cellsIn(text);
  if (!cells) return refuse("notNotebook", name);
  if (!cells.some(({ type, source }) => type === "code" && source.trim() !== ""))
    return refuse("noCode", name);
  return { source: joinedCells(cells) };
}

export interface NotebookCell {
  readonly type: "code" | "markdown" | "raw";
  readonly source: string;
}

/** The cells of a notebook's JSON, without their outputs; undefined if it is no notebook. */
function cellsIn(text: string): readonly NotebookCell[] | undefined {
  let cells: unknown;
  try {
    cells = asObject(JSON.parse(text))["cells"];
  } catch {
    return undefined;
  }
  if (!Array.isArray(cells)) return undefined;
  return cells.map(asObject).map(({ cell_type: type, source }) => ({
    type: type === "markdown" || type === "raw" ? type : "code",
    source: (Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "").replace(
      /\r\n?/g,
      "\n",
    ),
  }));
}

/** A line that begins a cell. `# %%bash` does not: it is a command that has become a comment. */
const MARK = /^# %%(?: \[(\w+)\])?(?: .*)?$/;

/** Empty cells are left out. Text, and cells of another language, become comments. */
export function joinedCells(cells: readonly NotebookCell[]): string {
  const texts = cells
    .filter(({ source }) => source.trim() !== "")
    .map(({ type, source }, i) => {
      const body = source.replace(/^\n+|\s+$/g, "");
      if (type !== "code") return `# %% [${type}]\n${commented(body)}`;
      const code = isOtherLanguage(body) ? commented(body) : body;
      return i > 0 ? `# %%\n${code}` : code;
    });
  return `${texts.join("\n\n")}\n`;
}

/** `%%bash` makes a cell a script of another language. In one text it would hide all that follows it. */
const isOtherLanguage = (code: string): boolean => /^%%(?!time|capture)/.test(code);

/** A line that would begin a cell has no space before it. */
const commented = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "#" : MARK.test(`# ${line}`) ? `#${line}` : `# ${line}`))
    .join("\n");

const uncommented = (text: string): string => text.replace(/^# ?/gm, "");

/** The cells of a program, split at the lines `# %%`; a program without any is one cell. */
export function splitCells(source: string): readonly NotebookCell[] {
  const cells: { type: NotebookCell["type"]; lines: string[] }[] = [{ type: "code", lines: [] }];
  for (const line of source.split("\n")) {
    const mark = MARK.exec(line);
    const type = mark?.[1];
    if (mark) cells.push({ type: type === "markdown" || type === "raw" ? type : "code", lines: [] });
    else cells.at(-1)?.lines.push(line);
  }
  return cells
    .map(({ type, lines }) => ({ type, text: lines.join("\n").replace(/^\n+|\s+$/g, "") }))
    .filter(({ text }) => text !== "")
    .map(({ type, text }) => ({ type, source: type === "code" ? text : uncommented(text) }));
}

/** A notebook's file: https://nbformat.readthedocs.io/en/latest/format_description.html */
export function notebookOf(source: string): string {
  const cells = splitCells(source).map(({ type, source: text }, i) => ({
    cell_type: type,
    id: `cell-${i + 1}`,
    metadata: {},
    ...(type === "code" && { execution_count: null, outputs: [] }),
    source: text.split(/(?<=\n)/),
  }));
  const metadata = {
    kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
    language_info: { name: "python" },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
