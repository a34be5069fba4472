/** The forward function with an input field in each gap, and the feedback below its line. */
import { html, nothing, type TemplateResult } from "lit";
import type { GappedLine, OpenGap, Passage } from "../../lessons/class_form/gaps.js";
import type { Fact, Verdict } from "../../lessons/class_form/verdict.js";
import type { GapName } from "../../module/py_torch/python.js";
import type { GapsDraft } from "../../store/drafts.js";
import { format, numberText } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { isComposing } from "../common/keys.js";
import { shapeTemplate } from "../common/shape_template.js";

interface GapsModel extends Pick<GapsDraft, "answers" | "verdicts"> {
  readonly words: WholeWords;
  readonly passages: readonly Passage[];
  type(gap: GapName, text: string): void;
  /** Enter in a field. */
  enter(gap: GapName): void;
}

/** Replaces a gap in a field's label, and in repetitions that are not filled in. */
const ELLIPSIS = "…";
const EXTRA_CHARACTERS = 3;

export const gapsTemplate = (model: GapsModel): TemplateResult =>
  html`<div class="code gapped" lang="en" translate="no">
    ${model.passages.map(({ title, lines }) => {
      const many = model.passages.length > 1;
      return html`${many ? html`<h3>${title || model.words.classForm.call}</h3>` : nothing}
        ${lines.map((line) => lineTemplate(model, line))}`;
    })}
  </div>`;

function lineTemplate(model: GapsModel, { parts }: GappedLine): TemplateResult {
  const open = parts.find((part): part is OpenGap => typeof part !== "string" && !part.isEcho);
  const spoken = parts.map((part) => (typeof part === "string" ? part : ELLIPSIS)).join("");
  const partTemplate = (part: string | OpenGap): TemplateResult => {
    if (typeof part === "string") return html`<code>${part}</code>`;
    return part.isEcho ? echo(model, part) : field(model, part, spoken.trim());
  };
  return html`<div class="line">${parts.map(partTemplate)}</div>${open ? feedback(model, open) : nothing}`;
}

const echo = ({ answers }: GapsModel, { gap }: OpenGap): TemplateResult =>
  html`<code class="echo">${answers[gap]?.trim() || ELLIPSIS}</code>`;

function field(
  { words, answers, verdicts, type, enter }: GapsModel,
  gap: OpenGap,
  line: string,
): TemplateResult {
  const verdict = verdicts[gap.gap];
  return html`<input id=${gap.gap} class=${verdict ? (verdict.right ? "good" : "bad") : ""}
    size=${gap.right.length + EXTRA_CHARACTERS} autocomplete="off" autocapitalize="off" spellcheck="false"
    aria-label=${format(words.classForm.gap, { n: gap.number, line })} aria-describedby="feedback-${gap.gap}"
    aria-invalid=${verdict && !verdict.right ? "true" : "false"} .value=${answers[gap.gap] ?? ""}
    @input=${(event: Event) => type(gap.gap, (event.target as HTMLInputElement).value)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Enter" || isComposing(event)) return;
      // Otherwise the same key press would activate the button that gets the focus.
      event.preventDefault();
      enter(gap.gap);
    }} />`;
}

/** Always rendered, because screen readers announce only changes in an existing live region. */
const feedback = ({ words, verdicts }: GapsModel, { gap }: OpenGap): TemplateResult => {
  const verdict = verdicts[gap];
  return html`<div id="feedback-${gap}" class="feedback" role="status" lang=${words.language.code}
    translate="yes">${verdict ? verdictTemplate(words, verdict) : nothing}</div>`;
};

function verdictTemplate(words: WholeWords, verdict: Verdict): TemplateResult {
  const text = verdictText(words, verdict);
  const sentence = text === undefined ? nothing : richText(text);
  if (verdict.right)
    return html`<p><b class="right" aria-label=${words.classForm.right}>✓</b> ${shapeTemplate(verdict.result)} ${sentence}</p>`;
  return html`<p><b class="wrong" aria-hidden="true">×</b> ${sentence}</p>
    ${verdict.error === undefined ? nothing : html`<p><code class="error" lang="en" translate="no">${verdict.error}</code></p>`}`;
}

const factText = (fact: Fact): string => {
  if (typeof fact === "string") return fact;
  if (typeof fact !== "number") return `(${fact.join(", ")})`;
  return Number.isFinite(fact) ? numberText(fact) : String(fact).replace("Infinity", "∞").replace("-", "−");
};

/** The feedback of a verdict, with numbers and shapes formatted as everywhere on the page; undefined for a right answer without feedback. */
function verdictText({ classForm }: WholeWords, { feedback, facts = {} }: Verdict): string | undefined {
  if (feedback === undefined) return undefined;
  const texts = Object.entries(facts).map(([name, fact]) => [name, factText(fact)]);
  return format(classForm.says[feedback], Object.fromEntries(texts));
}
