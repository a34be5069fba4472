/** How the parts of <heads-up> stand together: what each is given, and where its events go. */
import { html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../draw/picture.js";
import type { StageStep } from "../draw/scene.js";
import type { Focus } from "../draw/tensor_view.js";
import type { WrongLesson } from "../lesson_file/problem.js";
import type { LessonStep } from "../lessons/lesson.js";
import { lessonAfter } from "../lessons/lessons.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonSpec } from "../module/types.js";
import { type Run, sizesOf } from "../store/lesson_runner.js";
import { textOf } from "../store/written_text.js";
import { keepFocus } from "../views/common/keys.js";
import { choices, type VisibleMatrix } from "../views/common/visible_matrix.js";
import { fill } from "../words/number_text.js";
import { problemText } from "../words/problem_text.js";
import { richText, stepSentence, stepTitle } from "../words/rich_text.js";
import type { Words } from "../words/words.js";
import type { PointingController } from "./pointing.js";
import type { Detail, RootActions, RootModel } from "./root_model.js";
import { sheetButtons, sheetTemplate } from "./sheet_template.js";

type OpenedCell = Parameters<PointingController["open"]>[0];
type GlancedCell = Parameters<PointingController["glance"]>[0];

export const waitingTemplate = (words: Words): TemplateResult =>
  html`<p class="waiting" role="status">${words.app.loading}</p>`;

export const failedTemplate = (words: Words, refused: Refusal): TemplateResult =>
  html`<div class="failed" part="problem" role="alert"><p>${problemText(words, refused)}</p></div>`;

/** A lesson file that cannot be shown, in the lesson's place. */
export const wrongTemplate = (words: Words, wrong: WrongLesson): TemplateResult =>
  html`<heads-up-wrong-lesson .words=${words} .wrong=${wrong}></heads-up-wrong-lesson>`;

/** Where no words have come: as the module says it. */
export const unsaidTemplate = ({ message }: Refusal): TemplateResult =>
  html`<p class="failed" part="problem" role="alert" lang="en">${message}</p>`;

export function frameTemplate(model: RootModel, actions: RootActions): TemplateResult | undefined {
  const step = model.run.steps[model.moving.index];
  if (!step) return undefined;
  const full = model.controls !== "minimal" && model.controls !== "none";
  const isLecture = full && model.mode === "lecture";
  const hasStrip = full && !isLecture && model.rules.steps;
  const looks = isLecture ? "lecture" : hasStrip ? "" : full ? "bare" : "alone";
  return html`<div class="frame ${looks}" part="frame" lang=${model.language}>
    ${hasStrip ? strip(model, actions) : nothing}
    ${isLecture ? told(model.words, step) : nothing}
    ${stage(model, actions, step)}
    ${sheetTemplate(model, actions, step)}
    ${
      full && !isLecture
        ? html`<heads-up-side part="words" role="region" aria-label=${model.words.app.words} .words=${model.words}
          .trace=${model.run.trace}
          .step=${step} .number=${model.moving.index + 1} .focused=${model.focused}
          .theme=${model.theme} .links=${model.rules.links} .questions=${model.rules.questions}
          .weights=${model.run.weights !== undefined}
          @note-toggle=${actions.note} @question-wish=${actions.question}>${model.rules.questions ? sheetButtons(model, actions, step) : nothing}</heads-up-side>`
        : nothing
    }
    ${model.controls === "none" ? nothing : transport(model, actions, step, full)}
    ${!full && model.refused ? html`<p role="alert">${problemText(model.words, model.refused)}</p>` : nothing}
    ${full ? nothing : html`<p class="unseen">${plainWords(model.words, step)}</p>`}
    <div class="unseen" aria-live="polite" aria-atomic="true">${announcement(model, step)}</div>
    <div class="unseen" role="status">${model.past.said}</div>
  </div>`;
}

/** What a room is told of a step: what it is called and what happens. */
const told = (words: Words, step: LessonStep): TemplateResult =>
  html`<div class="told">
    <h2>${richText(stepSentence(words, step, "title") ?? step.id)}</h2>
    <p>${richText(stepSentence(words, step, "what") ?? "")}</p>
  </div>`;

/** The words of a step where no side shows them. */
const plainWords = (words: Words, step: LessonStep): string =>
  (["what", "why"] as const).map((key) => stepSentence(words, step, key)?.replaceAll("`", "")).join(" ");

/** What is said of a step when it comes, in one sentence: whoever wants more reads its words. */
function announcement({ words, run, moving }: RootModel, step: LessonStep): string {
  const title = stepSentence(words, step, "spoken") ?? stepTitle(words, step);
  return fill(words.announce.step, { count: run.steps.length, n: moving.index + 1, title });
}

const strip = (
  { words, run, moving, theme, focused, cache }: RootModel,
  { goTo }: RootActions,
): TemplateResult =>
  html`<heads-up-strip part="strip" .words=${words} .steps=${cache.stripOf(words, run)} .current=${moving.index}
    .paper=${theme.paper}
    .drawing=${cache.drawingOf(run, theme, focused)}
    @step-choose=${(e: Detail<number>) => goTo(e.detail)}></heads-up-strip>`;

function stage(model: RootModel, actions: RootActions, step: LessonStep): TemplateResult {
  const { words, run, focused, theme, explanations, rules, cache } = model;
  const { pointing } = actions;
  const glance = (e: Detail<GlancedCell>): void => {
    if (rules.ask) pointing.glance(e.detail);
  };
  const stageStep = step.stage(run.trace);
  const next = run.steps[run.steps.indexOf(step) + 1];
  const matrix = cache.matrixOf(run, step, focused);
  return html`<section class="stage" part="stage" aria-label=${words.app.stage} aria-busy=${model.busy ? "true" : "false"}>
    ${model.busy ? html`<p class="computing" role="status">${words.app.computing}</p>` : nothing}
    <heads-up-stage .trace=${run.trace} .step=${stageStep} .next=${next?.stage(run.trace)} .focused=${focused} .theme=${theme}
      .explanations=${explanations}
      .callout=${callout(model, pointing, step)}
      @cell-glance=${glance} @cell-open=${(e: Detail<OpenedCell>) => rules.ask && pointing.open(e.detail)}>
      <heads-up-grid .words=${words} .matrix=${matrix} .caption=${caption(model, step, matrix)}
        @cell-focus=${glance}
        @cell-leave=${() => pointing.glance(undefined)}
        @cell-open=${(e: Detail<OpenedCell>) => {
          e.stopPropagation();
          if (rules.ask) pointing.open(e.detail, true);
        }}
        @cell-close=${() => pointing.close()}></heads-up-grid>
    </heads-up-stage>
    ${
      run.own?.labels
        ? html`<heads-up-sentence .words=${words} .labels=${run.own.labels} .trace=${run.trace}
          .focused=${focused}></heads-up-sentence>`
        : nothing
    }
    ${model.controls === "none" ? nothing : under(model, actions, stageStep)}
  </section>`;
}

/** Under the stage: what of it one sees, what comes after the lesson, what the colours mean. */
function under(model: RootModel, { choose, resize, onward }: RootActions, step: StageStep): TemplateResult {
  const { words, run, focused, theme, rules, moving } = model;
  const { batches, heads } = choices(step);
  const next = lessonAfter(run.spec.lesson);
  const isOver = moving.index === run.steps.length - 1 && model.controls === "full" && rules.data && !run.own;
  return html`<div class="under">
    <heads-up-focus .words=${words} .focused=${focused} .batches=${batches} .heads=${heads}
      .sizes=${rules.data ? sizesOf(run) : undefined}
      @size-change=${(e: Detail<"small" | "own">) => resize(e.detail)}
      @focus-change=${(e: Detail<Focus>) => choose(e.detail)}></heads-up-focus>
    ${
      isOver && next
        ? html`<button class="onward" part="onward"
            @click=${() => onward(next)}>${fill(words.lecture.onward, { lesson: words.lessons[next].title })} →</button>`
        : nothing
    }
    <heads-up-legend .words=${words} .step=${step} .padId=${run.trace.spec.padId}
      .theme=${theme}></heads-up-legend>
  </div>`;
}

function caption({ words, run }: RootModel, step: LessonStep, matrix: VisibleMatrix): string {
  const { name, axes, shape } = step.stage(run.trace);
  const names: Readonly<Record<string, string>> = words.axes;
  const named = (letter: string): string => names[letter] ?? letter;
  const sizes = axes.map((letter, i) => `${named(letter)} ${shape[i]}`).join(", ");
  const what = fill(words.announce.caption, { name, shape: sizes });
  const cols = matrix.colLetter.split(" ").map(named).join(" × ");
  return `${what}. ${fill(words.announce.rows, { rows: named(matrix.rowLetter), cols })}`;
}

function callout(
  model: RootModel,
  pointing: PointingController,
  step: LessonStep,
): TemplateResult | undefined {
  const { words, run, explanations, selection, rules } = model;
  const explanation = explanations.at(-1);
  if (!explanation) return undefined;
  const home = run.steps.find((one) => one.id === explanation.name);
  const goTo =
    home && home !== step && rules.steps ? { id: home.id, title: stepTitle(words, home) } : undefined;
  return html`<heads-up-callout role="group" aria-label=${words.cell.heading} .words=${words}
    .trace=${run.trace}
    .explanation=${explanation} .trail=${selection.trail} .glance=${selection.trail.length === 0}
    .goTo=${goTo}
    @callout-open=${(e: Detail<CellRef>) => rules.ask && pointing.openOperand(e.detail)}
    @callout-back=${() => pointing.back()} @callout-close=${() => pointing.close()}
    @callout-go=${(e: Detail<string>) => pointing.goToStep(e.detail)}></heads-up-callout>`;
}

function transport(
  model: RootModel,
  actions: RootActions,
  step: LessonStep,
  full: boolean,
): TemplateResult | typeof nothing {
  const { words, run, moving, stills, refused, rules, mode } = model;
  if (!rules.play && !rules.steps) return nothing;
  const changes = full && rules.data && mode !== "lecture";
  return html`<div class="transport" part="transport">
    <heads-up-transport role="group" aria-label=${words.controls.transport} .words=${words}
      .index=${moving.index} .total=${run.steps.length}
      .playing=${moving.playing} .speed=${moving.speed} .stills=${stills} .stepTitle=${stepTitle(words, step)}
      .past=${changes ? model.past : undefined} .rules=${rules}
      @transport=${(e: Detail<{ name: string; value: number | undefined }>) => actions.transport(e.detail.name, e.detail.value)}
    >
      ${full && mode === "lecture" ? leaving(words, actions) : nothing}
      ${
        changes
          ? html`<heads-up-settings .words=${words} .given=${run.trace.spec} .text=${textOf(run.spec)}
            .defaults=${run.defaults} .refused=${refused} .own=${run}
            @weights-change=${(e: Detail<Run>) => actions.weights(e.detail)}
            @settings-change=${(e: Detail<LessonSpec>) => actions.settings(e.detail)}></heads-up-settings>`
          : nothing
      }
      ${
        full && mode !== "lecture" && rules.links
          ? html`<heads-up-take-away .words=${words} .language=${model.language} .step=${step} .theme=${model.theme}
            .from=${actions.taken}></heads-up-take-away>`
          : nothing
      }
    </heads-up-transport>
  </div>`;
}

/** The ways out of a lecture, and into the whole of the screen. */
const leaving = ({ lecture }: Words, { fullscreen, leave }: RootActions): TemplateResult =>
  html`<span class="leave">
    <button @mousedown=${keepFocus} @click=${fullscreen} title="${lecture.fullscreen} (F)">${lecture.fullscreen}</button>
    <button @mousedown=${keepFocus} @click=${leave} title="${lecture.leave} (Esc)">${lecture.leave}</button>
  </span>`;
