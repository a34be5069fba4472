/** The row of input tokens and, shifted by one, the row of what is to be predicted. */
import { html, svg, type TemplateResult } from "lit";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { LabWords } from "../../words/words.js";

const CELL = { width: 62, height: 44 };
const LEFT = 84;
const GAP = 54;
const COUNT = 6;
/** The columns whose answer may be pointed out: the first of them that is a letter or a word. */
const COLUMNS = [2, 3, 4, 1];

/** A blank is shown as a sign that can be seen. */
export const shownSymbol = (symbol: string | undefined): string =>
  symbol === undefined ? "" : symbol.trim() === "" ? "␣" : symbol;

/** `row`: the symbols of one row of data. */
export function shiftTemplate(lab: LabWords, row: readonly string[]): TemplateResult {
  const shown = row.slice(0, COUNT + 1).map(shownSymbol);
  const [input, target] = [shown.slice(0, -1), shown.slice(1)];
  const { predict } = lab;
  const isPlain = (text = ""): boolean => /^[\p{L}\p{N}]+$/u.test(text);
  const at = COLUMNS.find((column) => isPlain(input[column]) && isPlain(target[column])) ?? 2;
  const [token = "", answer = ""] = [input[at], target[at]];
  const said = fill(predict.picture, { input: input.join(" "), target: target.join(" ") });
  const below = CELL.height + GAP;
  return html`<figure class="shift">
    <svg viewBox="0 0 ${LEFT + COUNT * CELL.width + 4} ${below + CELL.height + 4}" role="img" aria-label=${said}>
      ${cells(predict.input, input, 2, at + 1)} ${cells(predict.target, target, below, at)}
      <path class="way" d=${wayOf(at, below)} />
      <path class="tip" d="M-5 9 0 0 5 9" transform="translate(${centre(at + 1)} ${CELL.height + 4}) rotate(14)" />
    </svg>
    <figcaption><p>${predict.shift}</p><p>${richText(fill(predict.leak, { token, answer }))}</p></figcaption>
  </figure>`;
}

const centre = (column: number): number => LEFT + (column + 0.5) * CELL.width;

/** From the answer below to the same token in the input. */
const wayOf = (at: number, below: number): string => {
  const [from, to] = [centre(at), centre(at + 1)];
  const top = CELL.height + 8;
  return `M${from} ${below - 2}C${from} ${below - GAP / 2} ${to} ${CELL.height + GAP / 2} ${to} ${top}`;
};

function cells(name: string, symbols: readonly string[], top: number, chosen: number): TemplateResult {
  return svg`<text class="name" x="0" y=${top + CELL.height / 2} dy="5">${name}</text>
    ${symbols.map((symbol, i) => {
      const x = LEFT + i * CELL.width;
      return svg`<rect class=${i === chosen ? "chosen" : "cell"} x=${x + 2} y=${top} width=${CELL.width - 4} height=${CELL.height} rx="3" />
        <text class="token" x=${x + CELL.width / 2} y=${top + CELL.height / 2} dy="6">${symbol}</text>`;
    })}` as TemplateResult;
}
