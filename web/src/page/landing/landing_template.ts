/** The landing page: what this is, the lessons in order, the reader's progress. */
import { html, nothing, type TemplateResult } from "lit";
import type { Theme, ThemeName } from "../../draw/theme.js";
import { type CarriedLesson, carriedLessons, languageOf } from "../../lesson_file/carried.js";
import type { LessonFile } from "../../lesson_file/lesson_file.js";
import type { ReadLesson } from "../../lesson_file/read_lesson.js";
import { membersOf, indexOfStep as placeIn } from "../../lessons/groups.js";
import { FIRST_LESSON, lessonAfter, lessonNames } from "../../lessons/lessons.js";
import type { LessonName } from "../../module/types.js";
import { operationOf } from "../../operations/operations.js";
import { answeredCount } from "../../store/kept/kept_answers.js";
import { isReviewDue } from "../../store/kept/kept_text.js";
import type { Run } from "../../store/lesson_runner.js";
import type { Sheet } from "../../store/state.js";
import { shapeTemplate } from "../../views/common/shape_template.js";
import { fill } from "../../words/number_text.js";
import { richText, stepSentence, stepTitle } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { countSeen, type LessonProgress, type Progress } from "../progress.js";
import { arcsTemplate } from "./arcs_template.js";
import { courseMap } from "./course_map.js";
import { plateStep } from "./plates.js";
import { minutesOf } from "./reading_time.js";
import "../own_lesson_field.js";
import { homeUrl } from "../address/address.js";
import { formatUrl } from "../address/url_state.js";
import { LAB } from "../lab/lab_name.js";

export interface LandingModel {
  readonly words: Words;
  readonly lang: string;
  /** The theme that the reader chose; the plates are painted in `shown`. */
  readonly theme: ThemeName | undefined;
  readonly shown: Theme;
  readonly progress: Progress;
  readonly isForgotten: boolean;
  /** The lessons that have been run so far. */
  readonly runs: ReadonlyMap<LessonName, Run>;
}

export interface LandingActions {
  /** Opens a lesson from a file. */
  open(file: ReadLesson): void;
  forget(): void;
}

export function landingTemplate(model: LandingModel, actions: LandingActions): TemplateResult {
  const { words, progress, isForgotten } = model;
  const hasProgress = Object.keys(progress.lessons).length > 0;
  return html`<div class="landing">
    <div class="opening">
      <div>
        <h1 tabindex="-1">${words.app.tagline}</h1>
        <p class="lead">${richText(words.landing.lead)}</p>
        <p class="first">${opening(model)}</p>
        ${isReviewDue(Date.now()) ? html`<p class="review">${review(model)}</p>` : nothing}
      </div>
      ${arcsTemplate(words)}
    </div>
    ${carried(model)}
    <ol class="path" aria-label=${words.app.lessons}>
      ${lessonNames.map((name, i) => lesson(model, name, i + 1))}
      ${labCard(model)}
    </ol>
    ${courseMap(model)}
    <heads-up-own-lesson class="own" .words=${words}
      @lesson-open=${(event: CustomEvent<ReadLesson>) => actions.open(event.detail)}></heads-up-own-lesson>
    ${guideLink(model)}
    <p class="kept" role="status">
      ${isForgotten ? words.landing.forgotten : nothing}
      ${
        hasProgress
          ? html`${words.landing.kept} <button @click=${actions.forget}>${words.landing.forget}</button>`
          : nothing
      }
    </p>
  </div>`;
}

/** Links to the lesson files that this page carries. */
function carried(model: LandingModel): TemplateResult | typeof nothing {
  const lessons = carriedLessons();
  if (lessons.length === 0) return nothing;
  return html`<section class="carried" aria-labelledby="carried"><h2 id="carried">${model.words.landing.carried}</h2>
    <ul>${lessons.map((lesson) => html`<li>${carriedLink(lesson, model)}</li>`)}</ul></section>`;
}

function carriedLink({ name, text }: CarriedLesson, { lang, theme }: LandingModel): TemplateResult {
  const { title }: Pick<LessonFile, "title"> = JSON.parse(text);
  const address = `?${new URLSearchParams({ src: name, lang, ...(theme ? { theme } : {}) })}`;
  return anchor(address, title[languageOf({ title }, lang)] ?? "", "go");
}

/** The languages of the guide for instructors; defined by the build. */
declare const GUIDES: readonly string[];

function guideLink({ words, lang }: LandingModel): TemplateResult | typeof nothing {
  const [first] = GUIDES;
  if (!first) return nothing;
  const language = GUIDES.includes(lang) ? lang : first;
  return html`<p class="guide"><a class="go" href="guide.${language}.html" hreflang=${language}>${words.landing.guide}</a></p>`;
}

/** The main button: begin, or continue where the reader left. */
function opening(model: LandingModel): TemplateResult {
  const { words, progress } = model;
  const { latest } = progress;
  const first = lessonNames[0];
  if (!latest) return first ? link(model, first, undefined, words.landing.start, "go") : html``;
  const lessonProgress = progress.lessons[latest];
  const { last } = lessonProgress ?? {};
  const title = words.lessons[latest].title;
  const run = model.runs.get(latest);
  if (isDone(run, lessonProgress)) {
    const next = lessonAfter(latest);
    if (next) return nextLesson(model, next);
    return link(model, latest, undefined, `${title}: ${words.landing.again}`, "go");
  }
  const n = placeOf(run, last);
  const text = n ? fill(words.landing.resume, { lesson: title, n }) : title;
  return link(model, latest, stepOnward(run, lessonProgress), text, "go");
}

function nextLesson(model: LandingModel, next: LessonName): TemplateResult {
  const { words, progress } = model;
  const text = fill(words.lecture.onward, { lesson: words.lessons[next].title });
  return link(model, next, stepOnward(model.runs.get(next), progress.lessons[next]), text, "go");
}

/** The link to the review, which opens over the step that was left last, so that the reader can still continue there. */
function review(model: LandingModel): TemplateResult {
  const { words, progress } = model;
  const lesson = progress.latest ?? FIRST_LESSON;
  const run = model.runs.get(lesson);
  const last = progress.lessons[lesson]?.last;
  const step = run && placeOf(run, last) === undefined ? undefined : last;
  return link(model, lesson, step, words.controls.review, "go", { kind: "practice", id: "review" });
}

/** The step to continue with; undefined if only the reader's own settings had it. */
const stepOnward = (run: Run | undefined, lessonProgress: LessonProgress | undefined): string | undefined =>
  run && (isDone(run, lessonProgress) || placeOf(run, lessonProgress?.last) === undefined)
    ? undefined
    : lessonProgress?.last;

/** A lesson is done when it was walked to its end or all of its steps were seen; own settings can change its steps. */
function isDone(run: Run | undefined, lessonProgress: LessonProgress | undefined): boolean {
  if (!run || !lessonProgress) return false;
  return lessonProgress.isOver || countSeen(lessonProgress, namesOf(run)) === run.steps.length;
}

function lesson(model: LandingModel, name: LessonName, n: number): TemplateResult {
  const { words, progress } = model;
  const { title } = words.lessons[name];
  const { summary, learn } = words.landing.lessons[name];
  const run = model.runs.get(name);
  const lessonProgress = progress.lessons[name];
  const seen = run ? countSeen(lessonProgress, namesOf(run)) : 0;
  const isOver = isDone(run, lessonProgress);
  const from = stepOnward(run, lessonProgress);
  const share = run ? seen / run.steps.length : 0;
  return html`<li aria-labelledby="lesson-${n}" class=${progress.latest === name ? "latest" : nothing}>
    <span class="number" aria-hidden="true">${n}</span>
    <svg class="walked" aria-hidden="true"><rect width="${share * 100}%" height="100%"></rect></svg>
    <div class="told">
      <h2 id="lesson-${n}">${link(model, name, from, title)}</h2>
      <p>${richText(summary)}</p>
      <p class="learn">${richText(learn)}</p>
      <p class="facts">${run ? facts(words, run, lessonProgress, seen) : "\u00a0"}</p>
      <p>${link(model, name, from, isOver ? words.landing.again : invitation(words, run, lessonProgress), "go")}</p>
    </div>
    ${plate(model, run)}
  </li>`;
}

const namesOf = (run: Run): readonly (readonly string[])[] =>
  run.steps.map((step) => membersOf(step).map(({ id }) => id));

/** The number of a step in its lesson, from 1; undefined if unknown. */
function placeOf(run: Run | undefined, step: string | undefined): number | undefined {
  const index = run && step !== undefined ? placeIn(run.steps, step) : -1;
  return index < 0 ? undefined : index + 1;
}

function invitation(words: Words, run: Run | undefined, lessonProgress: LessonProgress | undefined): string {
  const n = placeOf(run, lessonProgress?.last);
  return n ? fill(words.landing.continue, { n }) : words.landing.begin;
}

function facts(
  words: Words,
  run: Run,
  lessonProgress: LessonProgress | undefined,
  seen: number,
): TemplateResult {
  const count = run.steps.length;
  const timed = run.steps.map((step) => ({
    ms: operationOf(step.stage(run.trace)).ms,
    text: (["title", "what", "why"] as const).map((key) => stepSentence(words, step, key) ?? "").join(" "),
  }));
  const parts = [
    fill(words.landing.steps, { count }),
    fill(words.landing.minutes, { minutes: minutesOf(timed) }),
  ];
  const text = fill(words.landing.seen, { seen, count });
  const done = isDone(run, lessonProgress)
    ? html` · <span class="done">${words.landing.done}</span>`
    : nothing;
  const answered = answeredCount(run.trace.spec.lesson);
  return html`${parts.join(" · ")}${
    lessonProgress
      ? html` · <span class="seen" title=${text}><span aria-hidden="true">${seen}/${count}</span><span
      class="unseen">${text}</span></span>${done}`
      : nothing
  }${answered > 0 ? html` · ${fill(words.landing.answered, { count: answered })}` : nothing}`;
}

/** The leak lab: its picture is a drawing, because its models are trained when it is opened. */
function labCard({ words, lang, theme }: LandingModel): TemplateResult {
  const { summary, learn, open, figure } = words.landing.lab;
  const address = `${homeUrl(lang, theme)}&lesson=${LAB}`;
  return html`<li class="lab" aria-labelledby="lesson-lab">
    <span class="number" aria-hidden="true">${lessonNames.length + 1}</span>
    <div class="told">
      <h2 id="lesson-lab">${anchor(address, words.app.lab, "")}</h2>
      <p>${summary}</p>
      <p class="learn">${learn}</p>
      <p>${anchor(address, open, "go")}</p>
    </div>
    <figure>
      <svg class="plate falling" viewBox="0 0 160 100" role="img" aria-label=${figure}>
        <path d="M10 12C34 44 66 54 150 60" /><path d="M10 12C26 62 56 86 150 90" />
      </svg>
      <figcaption>\u00a0</figcaption>
    </figure>
  </li>`;
}

/** The picture, with its space reserved until it is painted, and below it what a notebook would print. */
function plate({ words, shown }: LandingModel, run: Run | undefined): TemplateResult {
  const step = run && plateStep(run);
  if (!step) return html`<figure><div class="plate"></div><figcaption>\u00a0</figcaption></figure>`;
  const stage = step.stage(run.trace);
  const text = fill(words.landing.figure, { step: stepTitle(words, step) });
  return html`<figure>
    <heads-up-plate class="plate" role="img" aria-label=${text} .run=${run} .theme=${shown}></heads-up-plate>
    <figcaption><code>${stage.name} ${shapeTemplate(stage)}</code></figcaption>
  </figure>`;
}

function link(
  { lang, theme }: LandingModel,
  lesson: LessonName,
  step: string | undefined,
  text: string,
  kind = "",
  sheet?: Sheet,
): TemplateResult {
  return anchor(formatUrl({ spec: { lesson }, lang, step, theme, sheet }), text, kind);
}

const anchor = (address: string, text: string, kind: string): TemplateResult =>
  html`<a class=${kind} href=${address}>${text}</a>`;
