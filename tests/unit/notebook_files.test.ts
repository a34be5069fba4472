/** The reader's program in files and in the address. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  joinedCells,
  MOST_CODE,
  type NotebookCell,
  notebookOf,
  openFile,
  programIn,
  splitCells,
} from "../../web/src/notebook/files.js";
import { fragmentOf, hasProgram, programOf } from "../../web/src/notebook/program_link.js";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const notebook = (cells: unknown): Uint8Array => bytesOf(JSON.stringify({ cells, nbformat: 4 }));
const code = (source: unknown, outputs: unknown = []): object => ({ cell_type: "code", source, outputs });
const sourceOf = (name: string, bytes: Uint8Array): string => {
  const opened = programIn(name, bytes);
  return "source" in opened ? opened.source : JSON.stringify(opened);
};

describe("a Python file", () => {
  test("is opened as it is, with the line ends of the page", () => {
    expect(sourceOf("a.py", bytesOf("a = 1\r\nb = 2\rc = '값'\n"))).toBe("a = 1\nb = 2\nc = '값'\n");
  });

  test("loses the mark of its byte order", () => {
    expect(sourceOf("a.py", bytesOf("\ufeffa = 1\n"))).toBe("a = 1\n");
  });

  test.each([
    ["notes.txt", "kind", {}],
    ["torch.pt.py.zip", "kind", {}],
  ])("%s is refused", async (name, refused, facts) => {
    expect(await openFile(new File(["a = 1"], name))).toEqual({ refused, facts: { file: name, ...facts } });
  });

  test("that is not UTF-8 is refused", () => {
    expect(programIn("a.py", Uint8Array.of(0xff, 0xfe, 0x61))).toEqual({
      refused: "notText",
      facts: { file: "a.py" },
    });
  });

  test("with more code than a page can take is refused", () => {
    expect(programIn("a.py", bytesOf("#".repeat(MOST_CODE + 1)))).toEqual({
      refused: "tooLarge",
      facts: { file: "a.py", got: "1.1 MB", max: "1 MB" },
    });
  });
});

describe("a notebook", () => {
  test("is opened as its code cells with lines between them; other cells become comments", () => {
    const cells = [
      { cell_type: "markdown", source: ["# Heads\n", "\n", "Two of them."] },
      code(["import torch\n", "x = torch.ones(2)\n"]),
      code("\n\n"),
      code("y = x + 1"),
      { cell_type: "raw", source: "as it is" },
    ];
    expect(sourceOf("a.ipynb", notebook(cells))).toBe(
      "# %% [markdown]\n# # Heads\n#\n# Two of them.\n\n# %%\nimport torch\nx = torch.ones(2)\n\n# %%\ny = x + 1\n\n# %% [raw]\n# as it is\n",
    );
  });

  test("begins without a mark where its first cell is code", () => {
    expect(sourceOf("a.ipynb", notebook([code("x = 1"), code("y = 2")]))).toBe("x = 1\n\n# %%\ny = 2\n");
  });

  test("keeps commands that the interpreter skips, but comments out cells of another language", () => {
    const cells = [
      code("%matplotlib inline\nx = 1"),
      code("%%time\ny = 2"),
      code("%%bash\nls"),
      code("z = 3"),
    ];
    expect(sourceOf("a.ipynb", notebook(cells))).toBe(
      "%matplotlib inline\nx = 1\n\n# %%\n%%time\ny = 2\n\n# %%\n# %%bash\n# ls\n\n# %%\nz = 3\n",
    );
  });

  test("with 25 MB of pictures is opened without them", () => {
    const picture = { output_type: "display_data", data: { "image/png": "A".repeat(25_000_000) } };
    expect(sourceOf("a.ipynb", notebook([code("x = 1", [picture])]))).toBe("x = 1\n");
  });

  test.each([
    ["no JSON", bytesOf("x = 1"), "notNotebook"],
    ["a list", bytesOf("[1]"), "notNotebook"],
    ["null", bytesOf("null"), "notNotebook"],
    ["no cells", bytesOf("{}"), "notNotebook"],
    ["an empty list of cells", notebook([]), "noCode"],
    ["only text", notebook([{ cell_type: "markdown", source: "# A" }]), "noCode"],
    ["only empty cells", notebook([code(["\n"]), code([])]), "noCode"],
  ])("that has %s is refused", (_, bytes, refused) => {
    expect(programIn("a.ipynb", bytes)).toEqual({ refused, facts: { file: "a.ipynb" } });
  });

  test.each([
    ["cells that are no objects", [1, null, code("x = 1")]],
    ["a source that is no text", [{ cell_type: "code", source: { a: 1 } }, code("x = 1")]],
  ])("with %s does not fail", (_, cells) => {
    expect(sourceOf("a.ipynb", notebook(cells))).toContain("x = 1");
  });
});

const CELLS: readonly NotebookCell[] = [
  { type: "markdown", source: "# Heads\n\n%% no mark\n  - indented" },
  { type: "code", source: "import torch\n\nx = torch.ones(2)  # %% no mark" },
  { type: "raw", source: "as it is" },
  { type: "code", source: "def f():\n    return 1" },
];

describe("cells", () => {
  test("survive being joined and split", () => {
    expect(splitCells(joinedCells(CELLS))).toEqual(CELLS);
  });

  test("begin where editors see them begin", () => {
    expect(splitCells("a = 1\n# %% Softmax\nb = 2\n# %%bash\n#%% c\n    # %%\n")).toEqual([
      { type: "code", source: "a = 1" },
      { type: "code", source: "b = 2\n# %%bash\n#%% c\n    # %%" },
    ]);
  });

  test("are saved as a notebook that opens as the same program", () => {
    const source = joinedCells(CELLS);
    const saved = notebookOf(source);
    expect(sourceOf("a.ipynb", bytesOf(saved))).toBe(source);
    expect(JSON.parse(saved)).toMatchObject({
      nbformat: 4,
      cells: [
        { cell_type: "markdown", source: ["# Heads\n", "\n", "%% no mark\n", "  - indented"] },
        { cell_type: "code", outputs: [], execution_count: null },
        { cell_type: "raw" },
        { cell_type: "code", source: ["def f():\n", "    return 1"] },
      ],
    });
    for (const { cell_type, outputs } of JSON.parse(saved).cells)
      expect(outputs !== undefined, "only code has outputs").toBe(cell_type === "code");
  });
});

describe("a link", () => {
  test.each(["", "x = 1\n", "어텐션 = '값' # 🙂\n", "a = 1\n".repeat(5000)])(
    "holds a program (%#)",
    async (source) => {
      const fragment = await fragmentOf(source);
      expect(fragment).toMatch(/^#code=[\w-]+$/);
      expect(hasProgram(fragment)).toBe(true);
      expect(await programOf(fragment)).toBe(source);
    },
  );

  test("is short for code", async () => {
    const source = joinedCells(CELLS).repeat(20);
    expect((await fragmentOf(source)).length).toBeLessThan(source.length / 4);
  });

  test("whose end is missing has no program", async () => {
    const fragment = await fragmentOf("import torch\nx = torch.arange(6).view(2, 3)\n");
    for (let length = "#code=".length; length < fragment.length - 1; length++)
      expect(await programOf(fragment.slice(0, length)), `${length}`).toBeUndefined();
  });

  test.each(["#code=", "#code=%", "#code=%%%", "#code=not base64!", "#code=AAAA", "#code=Zm9vYmFy"])(
    "with %s has no program",
    async (fragment) => {
      expect(await programOf(fragment)).toBeUndefined();
    },
  );

  test("that inflates beyond what a page can take has no program", async () => {
    const bomb = deflateRawSync(new Uint8Array(200_000_000).fill(32)).toString("base64url");
    expect(await programOf(`#code=${bomb}`)).toBeUndefined();
  });

  test.each(["", "#stage", "#cod=A"])("to %s is about something else", (fragment) => {
    expect(hasProgram(fragment)).toBe(false);
  });
});
