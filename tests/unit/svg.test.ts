/** A figure as an SVG file: kinds of marks, hostile text, size. tests/walks/figure.test.ts compares it with the canvas. */
import { describe, expect, test } from "vitest";
import { svgOf } from "../../web/src/draw/paint/svg.js";
import type { CellMark, Mark } from "../../web/src/draw/picture.js";

const WORDS = { title: "Scores", desc: "A row meets a column.", lang: "en" };
const figure = (marks: readonly Mark[], words = WORDS): string =>
  svgOf({ width: 200, height: 100, marks }, "#fbfaf7", words);
/** The elements after the background. */
const elements = (...marks: readonly Mark[]): string[] => figure(marks).split("\n").slice(4, -2);

const cell: CellMark = { kind: "cell", x: 10, y: 20, width: 30, height: 20, fill: "#aabbcc" };

test("a file has its size, language, title, description and background", () => {
  expect(figure([]).split("\n")).toEqual([
    expect.stringMatching(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="200" height="100" viewBox="0 0 200 100" role="img" xml:lang="en" xml:space="preserve" font-family="system-ui, 'Apple/,
    ),
    "<title>Scores</title>",
    "<desc>A row meets a column.</desc>",
    '<rect x="0" y="0" width="200" height="100" fill="#fbfaf7"/>',
    "</svg>",
    "",
  ]);
});

describe("marks", () => {
  test("a cell is a rectangle on the half-pixel grid, with a gap to its neighbour, and its digits", () => {
    expect(elements({ ...cell, x: 10.2, text: "−0.75", fontSize: 12, textColor: "#111111" })).toEqual([
      '<rect x="10" y="20" width="29" height="19" fill="#aabbcc"/>',
      expect.stringMatching(
        /^<text x="24.7" y="34.1" text-anchor="middle" font-size="12" fill="#111111">−0.75<\/text>$/,
      ),
    ]);
  });

  test("a masked cell is hatched, and a chosen one outlined", () => {
    const [ground, hatching, outline] = elements({ ...cell, hatch: "#999999", outline: "#000000" });
    expect(ground).toContain('fill="#aabbcc"');
    expect(hatching).toMatch(
      /^<path d="(M[\d. ]+L[\d. ]+)+" fill="none" stroke="#999999" stroke-width="1"\/>$/,
    );
    expect(outline).toBe(
      '<rect x="10.5" y="20.5" width="28" height="18" fill="none" stroke="#000000" stroke-width="1"/>',
    );
  });

  test("text has its font, weight, size, position and opacity", () => {
    const text = { kind: "text", text: "q", size: 20, color: "#123456", x: 5, y: 50 } as const;
    expect(elements({ ...text, font: "mono", bold: true, align: "end", opacity: 0.5 })).toEqual([
      expect.stringMatching(
        /^<text x="5" y="56" text-anchor="end" font-family="ui-monospace, [^"]*" font-size="20" font-weight="600" fill="#123456" fill-opacity="0.5">q<\/text>$/,
      ),
    ]);
    expect(elements(text)[0]).not.toMatch(/text-anchor|font-weight|opacity/);
  });

  test("a straight line is a rectangle, any other a path, with dashes and an arrowhead", () => {
    const line = { kind: "line", color: "#000000", width: 1 } as const;
    expect(
      elements({
        ...line,
        points: [
          [10, 10],
          [50, 10],
        ],
      }),
    ).toEqual(['<rect x="10" y="9.5" width="40" height="1" fill="#000000"/>']);
    const [path, head] = elements({
      ...line,
      points: [
        [0, 0],
        [30, 40],
      ],
      dash: [4, 3],
      arrow: true,
    });
    expect(path).toBe(
      '<path d="M0 0L30 40" fill="none" stroke="#000000" stroke-width="1" stroke-dasharray="4 3"/>',
    );
    expect(head).toMatch(/^<path d="M30 40L[\d. ]+L[\d. ]+" fill="#000000"\/>$/);
  });

  test("a rectangle has its fill, stroke, dashes and radius, which is limited by its width", () => {
    const box = { kind: "rect", x: 10, y: 10, width: 40, height: 8 } as const;
    expect(elements({ ...box, fill: "#ff0000", stroke: "#00ff00", strokeWidth: 2, radius: 9 })).toEqual([
      '<rect x="10" y="10" width="40" height="8" rx="4" fill="#ff0000"/>',
      '<rect x="10" y="10" width="40" height="8" rx="4" fill="none" stroke="#00ff00" stroke-width="2"/>',
    ]);
    expect(elements({ ...box, stroke: "#00ff00", dash: [2, 2] })).toEqual([
      '<rect x="10.5" y="10.5" width="39" height="7" fill="none" stroke="#00ff00" stroke-width="1" stroke-dasharray="2 2"/>',
    ]);
  });

  test("invisible marks are left out", () => {
    expect(elements({ ...cell, opacity: 0 }, { ...cell, opacity: Number.NaN })).toEqual([]);
  });
});

describe("hostile text", () => {
  const hostile = `</text><script>alert("1")</script>&amp;\u0000\u001b\ud800 \ud83d\ude00 ]]>`;
  const written =
    "&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;\ufffd\ufffd\ufffd \ud83d\ude00 ]]&gt;";

  test("is escaped in a label, a cell, the title and the description", () => {
    const label = { kind: "text", text: hostile, x: 0, y: 0, size: 11, color: "#000000" } as const;
    const text = figure([label, { ...cell, text: hostile, fontSize: 11 }], {
      title: hostile,
      desc: hostile,
      lang: '"><script>',
    });
    expect(text.split(written)).toHaveLength(5);
    expect(text).not.toContain("<script");
    expect(text).toContain('xml:lang="&quot;&gt;&lt;script&gt;"');
  });

  test("cannot break out of an attribute through a colour", () => {
    const color = '"/><script>';
    const marks: readonly Mark[] = [
      { ...cell, fill: color, hatch: color, outline: color, text: "1", fontSize: 9, textColor: color },
      { kind: "rect", x: 0, y: 0, width: 9, height: 9, fill: color, stroke: color },
      { ...cell, fill: '"><a b>' },
    ];
    expect(figure(marks)).not.toMatch(/<script|<a/);
  });
});
