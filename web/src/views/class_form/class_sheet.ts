/**
 * The class at the end of a lesson: first its forward function with gaps, whose answers are judged on the lesson's tensors,
 * then the whole class, in which each line links to its step.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import { stepOf } from "../../draw/tensor_view.js";
import {
  classNameOf,
  gapsOf,
  judgeGap,
  maskNote,
  type OpenGap,
  passagesOf,
} from "../../lessons/class_form/gaps.js";
import { indexOfStep, membersOf, numberOf } from "../../lessons/groups.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { ClassPart } from "../../lessons/offers.js";
import { writtenWeights } from "../../module/designed.js";
import { type ClassForm, classForm, classScriptOf, classText } from "../../module/py_torch/class_script.js";
import { EMPTY, type GapName, type Line, type Lines, textOfLine } from "../../module/py_torch/python.js";
import type { Trace } from "../../module/types.js";
import type { GapsDraft } from "../../store/drafts.js";
import { weightsOutsideScript } from "../../store/lesson_runner.js";
import { cellName, format, realText } from "../../words/number_text.js";
import { richText, stepTitle } from "../../words/rich_text.js";
import type { SheetActions, SheetModel, SheetView } from "../sheets/sheet.js";
import { gapsTemplate } from "./gaps_template.js";

/** Code as in the side panel, with input fields in its lines. */
const styles = [
  css`
    nav { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 12px -8px; }
    nav button { min-height: 44px; border-bottom: 2px solid transparent; border-radius: 0; color: var(--hu-muted); }
    nav [aria-current="true"] { border-color: var(--hu-accent); color: var(--hu-ink); font-weight: 600; }
    .code { border-block: 1px solid var(--hu-hairline); margin: 0 0 12px; padding: 8px 0; position: relative; }
    .code h3 { font: 600 13px var(--hu-mono); color: var(--hu-muted); margin: 10px 0 2px; }
    .code h3:first-child { margin-top: 0; }
    .line { display: flex; align-items: center; width: 100%; min-height: 24px; line-height: 1.6; }
    /* What does not fit goes on in the next line, further in than the code begins. */
    .line code { white-space: pre-wrap; overflow-wrap: anywhere; }
    .gapped .line { display: block; padding-left: 6ch; text-indent: -6ch; }
    .whole code { padding-left: 10ch; text-indent: -10ch; }
    .echo { color: var(--hu-muted); border-bottom: 1px dotted var(--hu-muted); }
    input {
      font: 13px var(--hu-mono);
      max-width: calc(100% - 4px);
      min-height: 32px;
      margin: 2px 1px;
      padding: 2px 6px;
      background: var(--hu-blank);
      border: 1px solid var(--hu-muted);
      border-radius: 4px;
    }
    input.good { border-color: var(--hu-accent); }
    input.bad { border-color: var(--hu-positive); }
    .feedback { width: min(100%, 80ch); }
    .feedback p { margin: 0 0 4px; padding-left: 12px; border-left: 3px solid var(--hu-hairline); font-size: 13px; line-height: 1.5; overflow-wrap: anywhere; }
    .right { color: var(--hu-accent); }
    .wrong { color: var(--hu-positive); }
    .error { color: var(--hu-positive); white-space: pre-wrap; }
    .shape { font-family: var(--hu-mono); font-size: 13px; }
    .whole .line { min-height: 28px; padding: 2px 8px 2px 0; border-radius: 0; text-align: start; }
    .number { flex: none; width: 2.6em; padding-right: 10px; text-align: end; font-size: 13px; color: var(--hu-accent); }
    .title { margin-left: auto; padding-left: 24px; font-size: 13px; color: var(--hu-muted); }
    .whole { width: fit-content; max-width: 100%; }
    .ways .main { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
    .ways [role="status"] { margin: 0; color: var(--hu-accent); }
    /* On a wide screen the feedback is beside its line, and the notes are beside the class. */
    @media (min-width: 900px) {
      .gapped { display: grid; grid-template-columns: minmax(0, max-content) minmax(320px, 1fr); column-gap: 24px; align-items: center; }
      .gapped > * { grid-column: 1; }
      .gapped .feedback { grid-column: 2; width: auto; padding-block: 2px; }
      .feedback p:last-child { margin: 0; }
      .pair { display: grid; grid-template-columns: minmax(0, max-content) minmax(240px, 1fr); gap: 0 32px; }
      .beside { position: sticky; top: 0; align-self: start; }
    }
    .actions { position: sticky; bottom: -20px; margin: 0 0 -20px; padding: 10px 0 16px; background: var(--hu-paper); }
    @media (max-width: 519px) { .title { display: none; } .whole .line { min-height: 32px; } }
  `,
];

export const classSheet: SheetView = (model, actions) => {
  const { words, run, sheet } = model;
  const { classForm: texts, lessons } = words;
  const isWhole = sheet.id === "whole";
  const part = (id: ClassPart, name: string): TemplateResult =>
    html`<button class=${id} aria-current=${(id === "whole") === isWhole ? "true" : "false"}
      @click=${() => go(actions, id)}>${name}</button>`;
  return {
    title: `${texts.title} · ${lessons[run.trace.spec.lesson].title}`,
    styles,
    place: "class",
    inside: html`<nav aria-label=${texts.title}>${part("gaps", texts.gaps)}${part("whole", texts.whole)}</nav>
      ${isWhole ? whole(model, actions) : gaps(model, actions)}`,
  };
};

function go({ draft, open }: SheetActions, id: ClassPart): void {
  draft({ copied: undefined });
  open({ kind: "class", id });
}

/** What was typed into the gaps of this lesson. Another trace judges it anew. */
function draftOf({ drafts, run: { trace } }: SheetModel): GapsDraft {
  const { answers = {}, ...draft } = drafts.gaps[trace.spec.lesson] ?? {};
  if (!("trace" in draft)) return { answers, verdicts: {}, tries: {}, trace };
  return draft.trace === trace ? { answers, ...draft } : { answers, verdicts: {}, tries: draft.tries, trace };
}

/** The gaps to fill in, in the order of the lines. */
const openGapsOf = (trace: Trace): readonly OpenGap[] =>
  passagesOf(trace)
    .flatMap(({ lines }) => lines.flatMap((line) => line.parts))
    .filter((part): part is OpenGap => typeof part !== "string" && !part.isEcho);

function gaps(model: SheetModel, actions: SheetActions): TemplateResult {
  const { words, run, core, step, drafts } = model;
  const { trace } = run;
  const { lesson } = trace.spec;
  const { classForm: texts } = words;
  const draft = draftOf(model);
  const open = openGapsOf(trace);
  const all = gapsOf(trace);
  const right = all.filter((gap) => draft.verdicts[gap]?.right).length;
  const isDone = right === all.length;
  const keep = (change: Partial<GapsDraft>): void =>
    actions.draft({ gaps: { ...drafts.gaps, [lesson]: { ...draft, ...change } } });

  const onType = (gap: GapName, text: string): void => {
    // The feedback on a wrong answer stays while it is corrected. A right answer that is changed has to be checked again.
    const verdicts = draft.verdicts[gap]?.right ? { ...draft.verdicts, [gap]: undefined } : draft.verdicts;
    keep({ answers: { ...draft.answers, [gap]: text }, verdicts });
  };
  /** Judges gaps, reports the answers, and goes on to the next gap without a right one if `goesOn` allows. */
  const judge = (
    names: readonly GapName[],
    answers: GapsDraft["answers"],
    { isReported = true, goesOn = (_: GapsDraft["verdicts"]): boolean => true },
  ): void => {
    const judged = names.map((gap) => [gap, judgeGap(core, trace, gap, answers[gap] ?? "")] as const);
    const tries = { ...draft.tries };
    for (const [gap, verdict] of judged) {
      if (!isReported || (!verdict.right && verdict.feedback === "empty")) continue;
      tries[gap] = (tries[gap] ?? 0) + 1;
      actions.answer({
        ...{ lesson, step: step.id, question: `class:${gap}`, kind: "gap", right: verdict.right },
        answer: answers[gap] ?? "",
        expected: open.find((other) => other.gap === gap)?.right ?? "",
        tries: tries[gap],
      });
    }
    const verdicts = { ...draft.verdicts, ...Object.fromEntries(judged) };
    const next = open.find(({ gap }) => !verdicts[gap]?.right);
    if (goesOn(verdicts)) actions.focus(next ? `#${next.gap}` : ".onward");
    keep({ answers, verdicts, tries });
  };
  /** Judges one gap; after a right answer the focus goes to the next gap without one. */
  const onEnter = (gap: GapName): void =>
    judge([gap], draft.answers, { goesOn: (verdicts) => verdicts[gap]?.right === true });
  /** Judges the gaps that are filled in; if none is, all of them are reported as empty. */
  const onCheck = (): void => {
    const names = open.map(({ gap }) => gap);
    const filled = names.filter((gap) => draft.answers[gap]?.trim());
    judge(filled.length > 0 ? filled : names, draft.answers, {});
  };
  const onReveal = (): void => {
    const shown = open.filter(({ gap }) => !draft.verdicts[gap]?.right);
    const answers = {
      ...draft.answers,
      ...Object.fromEntries(shown.map(({ gap, right: answer }) => [gap, answer])),
    };
    judge(
      shown.map(({ gap }) => gap),
      answers,
      { isReported: false },
    );
  };

  return html`<p>${richText(texts.intro)}</p>
    ${gapsTemplate({ words, passages: passagesOf(trace), ...draft, type: onType, enter: onEnter })}
    <div class="ways actions">
      ${
        isDone
          ? html`<button class="main onward" @click=${() => go(actions, "whole")}>${texts.onward}</button>`
          : html`<button class="main check" @click=${onCheck}>${texts.check}</button>
            <button class="reveal" @click=${onReveal}>${texts.reveal}</button>`
      }
      <p class="progress" role="status">${isDone ? `✓ ${texts.done}` : format(texts.progress, { right, count: all.length })}</p>
    </div>`;
}

function whole(model: SheetModel, actions: SheetActions): TemplateResult {
  const { words, run, rules, drafts } = model;
  const { classForm: texts } = words;
  const { spec } = run.trace;
  const written = writtenWeights(run.trace);
  const form = classForm(spec, written);
  const lines = [...form.classes, form.calls].flatMap((block, i) => [
    ...(i > 0 ? [EMPTY, EMPTY] : []),
    ...block,
  ]);
  const copy = async (text: string): Promise<void> => {
    const copied = navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "notCopied" as const,
    );
    actions.draft({ copied: await copied });
  };
  return html`${rules.steps ? html`<p>${texts.wholeIntro}</p>` : nothing}
    <div class="pair">
      <div class="code whole" lang="en" translate="no">
        ${lines.map((line) => lineTemplate(model, actions, rules.steps ? run.steps : [], line))}
      </div>
      <div class="beside">${notes(model, form)}
        <div class="ways">
          ${
            rules.links
              ? html`<button class="copy-class" @click=${() => copy(classText(form))}>${texts.copyClass}</button>
                <button class="copy-script" @click=${() => copy(classScriptOf(spec, written))}>${texts.copyScript}</button>`
              : nothing
          }
          <button class="back" @click=${() => go(actions, "gaps")}>${texts.back}</button>
          <p role="status">${drafts.copied ? texts[drafts.copied] : nothing}</p>
        </div>
      </div>
    </div>`;
}

/** A line of the class, with the number of the step that it computes, and a link to it. */
function lineTemplate(
  { words, run }: SheetModel,
  { goTo }: SheetActions,
  steps: readonly LessonStep[],
  line: Line,
): TemplateResult {
  const text = textOfLine(line);
  const step = steps.flatMap(membersOf).find(({ id }) => line.steps.includes(id));
  if (!step) return html`<div class="line"><span class="number"></span><code>${text || " "}</code></div>`;
  const title = stepTitle(words, step);
  const number = numberOf(steps, indexOfStep(steps, step.id));
  const label = format(words.classForm.step, { n: number, title });
  return html`<button class="line" title=${label} @click=${() => goTo({ lesson: run.trace.spec.lesson, step: step.id })}><span class="number"
    aria-hidden="true">${number}</span><code>${text}</code><span class="title" lang=${words.language.code}
    translate="yes"><span class="unseen">${label}</span><span aria-hidden="true">${title}</span></span></button>`;
}

/** Notes on what the class prints, and when the numbers differ. */
function notes({ words, run }: SheetModel, { classes, result }: ClassForm): TemplateResult {
  const { classForm: texts } = words;
  const { trace, weights } = run;
  const { name: step, shape, data } = stepOf(trace, result);
  const cell = cellName(
    step,
    shape.map(() => 0),
  );
  const block: Lines | undefined = classes.at(trace.spec.lesson === "transformer-block" ? 1 : -1);
  return html`<p>${richText(format(texts.equal, { cell, value: realText(data[0] ?? Number.NaN) }))}</p>
    <p>${richText(format(texts.fresh, { name: classNameOf(block ?? []) }))}</p>
    ${weightsOutsideScript(weights) ? html`<p>${richText(texts.own)}</p>` : nothing}
    <p class="masked">${richText(texts[maskNote(trace)])}</p>`;
}
