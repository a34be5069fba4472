/** The layout of <heads-up>: its parts, their properties, and where their events go. */
import { html, nothing, type TemplateResult } from "lit";
import type { StageStep } from "../draw/picture.js";
import { canCompare } from "../lessons/comparisons.js";
import { numberOf, stepCount } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { lessonNamed } from "../lessons/lessons.js";
import { mistakeAt } from "../lessons/offers.js";
import { lessonAfter, lessonNames } from "../lessons/opening.js";
import { roleOfHead } from "../module/designed.js";
import type { Refusal } from "../module/errors.js";
import { BESIDE_STAGE } from "../store/beside_stage.js";
import { isReviewDue } from "../store/kept/kept_text.js";
import { areDesigned, type Run, sizesOf } from "../store/lesson_runner.js";
import { tokenTextsOf } from "../store/lesson_words.js";
import { explanationsOf, isBusy } from "../store/selectors.js";
import type { Drawer, Sheet } from "../store/state.js";
import { isAtStart } from "../timeline/playback.js";
import type { Act } from "../views/common/act.js";
import { focusTemplate } from "../views/common/focus_template.js";
import { choices, shapeText, type VisibleMatrix } from "../views/common/visible_matrix.js";
import type { DrawersModel } from "../views/drawers/drawers_element.js";
import { besideButton, lectureButtons } from "../views/lecture/lecture.js";
import { sentencesTemplate } from "../views/lesson_file/lesson_file_template.js";
import { type WeightsKind, weightsKinds } from "../views/side/weights_template.js";
import { format } from "../words/number_text.js";
import { problemText } from "../words/problem_text.js";
import { headText, richText, stepSentence, stepTitle } from "../words/rich_text.js";
import type { WholeWords, Words } from "../words/words.js";
import type { Pointing } from "./pointing.js";
import type { ProgramPart } from "./program_part.js";
import type { RootActions } from "./root_actions.js";
import type { Detail, RootModel } from "./root_model.js";
import { spokenText } from "./spoken.js";

type OpenedCell = Parameters<Pointing["open"]>[0];
type GlancedCell = Parameters<Pointing["glance"]>[0];

export const waitingTemplate = (words: Words): TemplateResult =>
  html`<p class="waiting" role="status">${words.app.loading}</p>`;

export const failedTemplate = (words: Words, refused: Refusal): TemplateResult =>
  html`<div class="failed" part="problem" role="alert"><p>${problemText(words, refused)}</p></div>`;

/** Without any words loaded: the module's own English message. */
export const plainErrorTemplate = ({ message }: Refusal): TemplateResult =>
  html`<p class="failed" part="problem" role="alert" lang="en">${message}</p>`;

export const programTemplate = (
  { program, missing }: ProgramPart,
  leaveLecture: () => void,
): TemplateResult =>
  program || !missing
    ? html`<div class="frame program" part="frame" @mode=${leaveLecture}>${program?.element ?? nothing}</div>`
    : plainErrorTemplate(missing);

export function frameTemplate(model: RootModel, actions: RootActions): TemplateResult | undefined {
  const { state, words, run } = model;
  const { index } = state.playback;
  const step = run.steps[index];
  if (!step) return undefined;
  const refused = state.computing.kind === "refused" ? state.computing.error : undefined;
  const full = model.controls !== "minimal" && model.controls !== "none";
  const isLecture = full && state.mode === "lecture";
  const hasStrip = full && !isLecture && model.rules.steps;
  const layout = isLecture ? "lecture" : hasStrip ? "" : full ? "bare" : "alone";
  const onAct = (event: Act): void => {
    event.stopPropagation();
    actions.dispatch(event.detail);
  };
  return html`<div class="frame ${layout}" part="frame" lang=${model.language} @act=${onAct}>
    ${hasStrip ? strip(model, actions) : nothing}
    ${isLecture ? lectureText(model, actions, step) : nothing}
    ${stage(model, actions, step, full)}
    ${model.beside?.sheetTemplate(model, actions, step) ?? nothing}
    ${full && (!isLecture || Object.values(state.besideStage).includes(true)) ? side(model, actions, step, isLecture) : nothing}
    ${model.controls === "none" ? nothing : transport(model, actions, step, full, refused)}
    ${!full && refused ? html`<p role="alert">${problemText(words, refused)}</p>` : nothing}
    ${full ? nothing : html`<p class="unseen">${plainWords(words, step)}</p>`}
    ${full && model.printing ? (model.beside?.handout(model, actions.pointing, step) ?? nothing) : nothing}
    <div class="unseen" aria-live="polite" aria-atomic="true">${spokenText(model, step, model.spoken)}</div>
    <div class="unseen" role="status">${news(model)}</div>
  </div>`;
}

/** What was undone, or computed again with other data; and what the reader's changes led to. */
const news = (model: RootModel): string =>
  [model.past.announcement, model.beside?.spokenChanges(model)].filter(Boolean).join(" ");

const weightsKind = ({ weights, trace }: Run): WeightsKind =>
  weights
    ? areDesigned(weights)
      ? "designed"
      : weights.trained
        ? "trained"
        : "file"
    : trace.spec.layerNorm
      ? "whole"
      : "random";

/** The words beside the stage; in a lecture only what the class has to read. */
function side(model: RootModel, actions: RootActions, step: LessonStep, isLecture: boolean): TemplateResult {
  const { words, run, state, rules } = model;
  return html`<heads-up-side part="words" role="region" aria-label=${words.app.words} .words=${words} .isReady=${model.beside !== undefined} .missing=${model.missing}
    .trace=${run.trace} .lecture=${isLecture ? state.besideStage : undefined}
    .step=${step} .number=${numberOf(run.steps, state.playback.index)} .focused=${state.focus}
    .theme=${model.theme} .questions=${rules.questions}
    .waiting=${isAtStart(state.playback)} .asking=${state.asking === step.id} .weights=${weightsKind(run)} .trained=${run.weights?.trained} .kinds=${run.own ? [] : weightsKinds(run.spec.lesson)} .tokens=${tokenTextsOf(run, words)} .data=${rules.data}
    .codeUrl=${rules.links && !run.own ? actions.codeUrl?.(run.spec.lesson) : undefined}
    @code-change=${(e: Detail<MouseEvent>) => actions.changeCode(e.detail, model.beside?.programOf(run, step.id))}
    @question-wish=${actions.question}>${isLecture ? nothing : html`${basis(model, actions, step)}${folds(model, actions, step)}${rules.questions ? sheetButtons(model, actions, step) : nothing}`}</heads-up-side>`;
}

/** Lecture mode: title and first sentence of the step, in large type, and what else the class may read. */
const lectureText = (
  { words, state, rules }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult =>
  html`<div class="told">
    <div class="toggles" role="group" aria-label=${words.lecture.beside}>${BESIDE_STAGE.filter(
      (part) => part !== "question" || rules.questions,
    ).map((part) =>
      besideButton(words, part, state.besideStage[part], () => dispatch({ type: "besideStage", part })),
    )}</div>
    <h2>${richText(stepSentence(words, step, "title") ?? step.id)}</h2>
    <p>${richText(stepSentence(words, step, "what") ?? "")}</p>
  </div>`;

/** The sentences of a step for a screen reader, if the side panel is hidden. */
const plainWords = (words: Words, step: LessonStep): string =>
  (["what", "why"] as const).map((key) => stepSentence(words, step, key)?.replaceAll("`", "")).join(" ");

const strip = (
  { words, run, state: { playback, focus }, theme, cache }: RootModel,
  { dispatch }: RootActions,
): TemplateResult =>
  html`<heads-up-strip part="strip" .words=${words} .steps=${cache.stripOf(words, run)} .current=${playback.index} .waiting=${isAtStart(playback)}
    .paper=${theme.paper}
    .drawing=${cache.drawingOf(run, theme, focus)}
    @step-choose=${({ detail }: Detail<number>) => {
      const fold = run.steps[detail]?.folded;
      if (fold) openFold(dispatch, fold);
      else dispatch({ type: "goTo", step: detail });
    }}></heads-up-strip>`;

/** Opens a fold at the beginning of its first step. */
const openFold = (dispatch: RootActions["dispatch"], [first]: readonly LessonStep[]): void => {
  if (first) dispatch({ type: "seek", step: first.id, t: 0 });
};

/** What can be done with folds: open this one, or all for good; fold again where something was opened. */
function folds(
  { words: { controls }, run, state, rules }: RootModel,
  { dispatch, wholePath }: RootActions,
  step: LessonStep,
) {
  const { known } = lessonNamed(run.trace.spec.lesson);
  if (!rules.steps || run.own || !known) return nothing;
  const { folded: fold } = step;
  if (fold) {
    const n = numberOf(run.steps, state.playback.index);
    return html`<p class="basis" slot="basis"><button class="open-fold" @click=${() => openFold(dispatch, fold)}>${format(controls.openFold, { n })}</button>
      <button class="whole-path" @click=${() => wholePath(true)}>${controls.wholePath}</button></p>`;
  }
  if (step.id !== "opening" || state.path === "new") return nothing;
  return html`<p class="basis" slot="basis"><button class="whole-path" @click=${() => wholePath(false)}>${controls.newPath}</button></p>`;
}

/** The terms that earlier lessons explain, each with the way there. */
function basis({ words, run, rules }: RootModel, { onward }: RootActions, step: LessonStep) {
  if (step.id !== "opening" || !rules.data || run.own) return nothing;
  const earlier = lessonNames.slice(0, lessonNames.indexOf(run.trace.spec.lesson));
  const explained: Readonly<Record<string, string>> = words.explained;
  return html`<div slot="basis">${earlier
    .filter((lesson) => explained[lesson])
    .map(
      (lesson) => html`<p class="basis">${explained[lesson]}: <button class="onward" part="onward"
        @click=${() => onward(lesson)}>${words.lessons[lesson].title}</button></p>`,
    )}</div>`;
}

function stage(model: RootModel, actions: RootActions, step: LessonStep, full: boolean): TemplateResult {
  const { words, run, state, theme, rules, cache } = model;
  const { focus } = state;
  const busy = isBusy(state);
  // Before the step is played the table is as empty as the picture.
  const waiting = isAtStart(state.playback);
  const { pointing } = actions;
  const glance = (e: Detail<GlancedCell>): void => {
    if (rules.ask) pointing.glance(e.detail);
  };
  const stageStep = step.stage(run.trace);
  const next = run.steps[run.steps.indexOf(step) + 1];
  const tokens = tokenTextsOf(run, words);
  const matrix = cache.matrixOf(run, step, focus, tokens);
  return html`<section class="stage" part="stage" aria-label=${words.app.stage} aria-busy=${busy ? "true" : "false"}>
    ${busy ? html`<p class="computing" role="status">${words.app.computing}</p>` : nothing}
    ${model.beside?.changedLine(model, actions) ?? nothing}
    <heads-up-stage .trace=${run.trace} .unchanged=${run.before} .step=${stageStep} .next=${next?.stage(run.trace)} .focused=${focus} .theme=${theme}
      .tokens=${tokens} .terms=${words.terms}
      .explanations=${explanationsOf(state)}
      .callout=${model.beside?.callout(model, pointing, step)}
      @cell-glance=${glance} @cell-open=${(e: Detail<OpenedCell>) => rules.ask && pointing.press(e.detail)}>
      <heads-up-grid .words=${words} .matrix=${matrix} .caption=${caption(model, stageStep, matrix)} .waiting=${waiting}
        @cell-focus=${waiting ? nothing : glance}
        @cell-leave=${() => pointing.glance(undefined)}
        @cell-open=${(e: Detail<OpenedCell>) => {
          e.stopPropagation();
          if (rules.ask && !waiting) pointing.open(e.detail, true);
        }}></heads-up-grid>
      ${operands(model, pointing, step, stageStep)}
      ${model.controls === "none" ? nothing : html`<heads-up-axis-keys .words=${words} .steps=${run.trace.steps}></heads-up-axis-keys>`}
    </heads-up-stage>
    ${run.own?.labels ? sentencesTemplate(words, run.own.labels, run.trace, focus) : nothing}
    ${model.controls === "none" ? nothing : belowStage(model, actions, stageStep, full)}
  </section>`;
}

/** What the step reads, each input as a table of its own; they have their numbers before the step is played. */
function operands(
  model: RootModel,
  pointing: Pointing,
  step: LessonStep,
  result: StageStep,
): readonly TemplateResult[] {
  const { words, run, state, rules, cache } = model;
  return cache.operandsOf(run, step, state.focus, tokenTextsOf(run, words)).map(
    ({ stage, matrix }) =>
      html`<heads-up-operand .words=${words} .matrix=${matrix} .caption=${caption(model, stage, matrix, result)}
        @cell-focus=${(e: Detail<GlancedCell>) => rules.ask && pointing.glance(e.detail)}
        @cell-leave=${() => pointing.glance(undefined)}
        @cell-open=${(e: Detail<OpenedCell>) => {
          e.stopPropagation();
          if (rules.ask) pointing.open(e.detail, true);
        }}></heads-up-operand>`,
  );
}

/** Below the stage: choice of sentence and head, the link to the next lesson, the legend. */
function belowStage(model: RootModel, actions: RootActions, step: StageStep, full: boolean): TemplateResult {
  const { dispatch, resize, onward, lab } = actions;
  const { words, run, state, theme, rules } = model;
  const { batches, heads } = choices(step);
  const shown = run.steps[state.playback.index];
  const sizes = rules.data ? sizesOf(run) : undefined;
  const members = rules.steps && !shown?.folded ? shown?.members : undefined;
  const next = lessonAfter(run.spec.lesson);
  const goOn = next ? () => onward(next) : lab;
  const role = roleText(words, run, state.focus.head);
  const isOver = state.playback.index === run.steps.length - 1 && full && rules.data && !run.own;
  return html`<div class="under">
    ${focusTemplate({
      ...{ words, focus: state.focus, batches, heads },
      choose: (focus) => dispatch({ type: "choose", focus }),
      sizes: sizes && { now: sizes, choose: resize },
      members: members && {
        ...{ names: members.map(({ id }) => id), shown: shown?.id ?? "" },
        choose: (name) => dispatch({ type: "seek", step: name }),
      },
    })}
    ${full && rules.data ? (model.beside?.offSwitches(model, actions, step) ?? nothing) : nothing}
    ${full && rules.questions && state.mode !== "lecture" && shown?.id === "scores" ? whyRoot(words, actions) : nothing}
    ${heads > 1 && role ? html`<span class="role">${role}</span>` : nothing}
    ${
      isOver && goOn
        ? html`<button class="onward" part="onward"
            @click=${goOn}>${format(words.lecture.onward, { lesson: next ? words.lessons[next].title : words.app.lab })} →</button>`
        : nothing
    }
    <heads-up-legend .words=${words} .step=${step} .trace=${run.trace}
      .theme=${theme}></heads-up-legend>
  </div>`;
}

/** Asks about the division that the picture above shows; beside the words it would be out of view on a phone. */
const whyRoot = ({ controls }: Words, { dispatch }: RootActions): TemplateResult =>
  html`<button class="why" data-sheet="root" aria-haspopup="dialog"
    @click=${() => dispatch({ type: "sheet", sheet: { kind: "root", id: "64" } })}>${controls.whyRoot}</button>`;

/** Describes what a head with designed or trained weights does; empty for other weights. */
function roleText(words: Words, { weights, trace }: Run, head: number): string {
  const { heads } = weights?.trained?.model ?? {};
  const learned = heads?.length === trace.spec.numHeads ? heads[head] : undefined;
  const role = areDesigned(weights) ? roleOfHead(trace.spec, head) : undefined;
  return headText(words, head, learned ? words.trained[learned] : role && words.weights[role]);
}

/**
 * What the table holds: its shape, the sentence and the head on the stage, and what its rows and columns are. An operand says
 * of which result.
 */
function caption(
  { words, state: { focus, playback } }: RootModel,
  step: StageStep,
  { rowLetter, colLetter }: VisibleMatrix,
  result?: StageStep,
): string {
  const { announce, axes, controls, terms } = words;
  const names: Readonly<Record<string, string>> = axes;
  const named = (letter: string): string => names[letter] ?? letter;
  const { batches, heads } = choices(step);
  const shown = [
    batches > 1 && rowLetter !== "B" && `${controls.sentence} ${focus.batch + 1}`,
    heads > 1 && !colLetter.startsWith("H") && `${controls.head} ${focus.head + 1}`,
  ].filter(Boolean);
  const isPairs = rowLetter === "L" && colLetter === "L";
  const side = (term: string): string => (isPairs ? ` (${term})` : "");
  const cols = colLetter.split(" ").map(named).join(" × ") + side(terms.key);
  const waiting = !result && isAtStart(playback);
  return [
    result && format(announce.operand, { result: result.label ?? result.name }),
    // A step may ask for its shape before it is played.
    waiting ? step.name : format(announce.caption, { name: step.name, shape: shapeText(words, step) }),
    shown.join(", "),
    format(announce.rows, { rows: named(rowLetter) + side(terms.query), cols }),
    waiting && announce.waiting,
  ]
    .filter(Boolean)
    .join(". ");
}

function transport(
  model: RootModel,
  actions: RootActions,
  step: LessonStep,
  full: boolean,
  refused: Refusal | undefined,
): TemplateResult | typeof nothing {
  const { words, run, state, rules } = model;
  const { playback, mode } = state;
  if (!rules.play && !rules.steps) return nothing;
  const isPanel = full && mode !== "lecture";
  const changes = isPanel && rules.data;
  const offered: Drawer[] = [];
  if (changes) offered.push("settings");
  if (isPanel && rules.links) offered.push("takeAway");
  return html`<div class="transport" part="transport">
    <heads-up-transport role="group" aria-label=${words.controls.transport} .words=${words}
      .index=${playback.index} .total=${run.steps.length} .number=${numberOf(run.steps, playback.index)} .count=${stepCount(run.steps)}
      .playing=${playback.playing} .through=${playback.through} .waiting=${isAtStart(playback)} .speed=${playback.speed} .stills=${playback.stills} .stepTitle=${stepTitle(words, step)}
      .past=${changes ? model.past : undefined} .rules=${rules}
      @transport=${(e: Detail<{ name: string; value: number | undefined }>) => actions.transport(e.detail.name, e.detail.value)}
    >
      ${isPanel && state.asking === step.id ? questionLink(words as WholeWords, actions) : nothing}
      ${full && mode === "lecture" ? lectureButtons(words, actions) : nothing}
      ${
        offered.length > 0
          ? html`<heads-up-drawers .store=${actions.store} .model=${drawersModel(model, actions, step, offered, refused)}></heads-up-drawers>`
          : nothing
      }
    </heads-up-transport>
  </div>`;
}

/**
 * On a phone or a tablet the question of a step lies below the stage, out of view. This link to it stands on the slider's
 * track while the question waits for an answer and the step has not been played.
 */
const questionLink = ({ questions }: WholeWords, { goToQuestion }: RootActions): TemplateResult =>
  html`<span class="to-question" slot="hint"><button @click=${goToQuestion}><span aria-hidden="true">↓</span>&nbsp;${questions.heading}</button></span>`;

const drawersModel = (
  { words, beside, language, run, state, theme }: RootModel,
  { taken }: RootActions,
  step: LessonStep,
  offered: readonly Drawer[],
  refused: Refusal | undefined,
): DrawersModel => ({
  ...{ language, run, step, theme, from: taken, refused, offered },
  // The panels are there with all words.
  words: words as WholeWords,
  panels: beside?.panels,
  open: state.drawer,
  settings: state.settings,
  weightsFile: state.weightsFile,
  takeAway: state.drafts.takeAway,
});

/** The buttons of comparisons, exercises, the class, the answers to confusions, and practice. */
function sheetButtons(
  { words, run, rules, state }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult {
  const { controls } = words;
  const { index } = state.playback;
  const isLastStep = index === run.steps.length - 1;
  const isReviewOffered = index === 0 && rules.data && !run.own && isReviewDue(Date.now());
  const button = (kind: Sheet["kind"], id: string, label: string, slot?: string): TemplateResult =>
    html`<button data-sheet=${kind} slot=${slot ?? nothing} @click=${() => dispatch({ type: "sheet", sheet: { kind, id } })}
      aria-haspopup="dialog">${label}</button>`;
  return html`<span class="sheets">
    ${canCompare(step.id) ? button("compare", "", controls.compare) : nothing}
    ${run.own ? nothing : button("mistakes", mistakeAt(run.trace.spec.lesson, step.id) ?? "list", controls.mistakes)}
    ${rules.links ? button("confusions", "list", controls.confusions) : nothing}
  </span>${isReviewOffered ? button("practice", "review", controls.review, "end") : nothing}
  ${isLastStep ? button("class", "gaps", controls.classForm, "end") : nothing}
  ${isLastStep && rules.steps ? button("map", "1", controls.mapAtEnd, "end") : nothing}`;
}
