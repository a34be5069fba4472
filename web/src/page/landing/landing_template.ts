/** The landing page: what this is, the lessons in order, the reader's progress. */

import { html, nothing, type TemplateResult } from "lit";
import type { Theme, ThemeName } from "../../draw/theme.js";
import { type CarriedLesson, carriedLessons, languageOf } from "../../lesson_file/carried.js";
import type { LessonFile } from "../../lesson_file/lesson_file.js";
import type { ReadLesson } from "../../lesson_file/read_lesson.js";
import { membersOf, indexOfStep as placeIn } from "../../lessons/groups.js";
import { FIRST_LESSON, lessonAfter, lessonNames, openingOf } from "../../lessons/opening.js";
import type { LessonName } from "../../module/types.js";
import { operationOf } from "../../operations/operations.js";
import { answeredCount } from "../../store/kept/kept_answers.js";
import { isReviewDue } from "../../store/kept/kept_text.js";
import type { Run } from "../../store/lesson_runner.js";
import type { Sheet } from "../../store/state.js";
import { shapeTemplate } from "../../views/common/shape_template.js";
import { format } from "../../words/number_text.js";
import { richText, stepSentence, stepTitle } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { countSeen, type LessonProgress, type Progress } from "../progress.js";
import { arcsTemplate } from "./arcs_template.js";
import { courseMap } from "./course_map.js";
import { plateStep } from "./plate_element.js";
import { minutesOf } from "./reading_time.js";
import "../own_lesson_field.js";
import { homeUrl } from "../address/address.js";
import { formatUrl } from "../address/url_state.js";
import { LAB } from "../lab/lab_name.js";
import { openingUrl } from "../notebook/notebook_name.js";

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
        <p class="first">${opening(model)} ${ownCode(model)}</p>
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

/** Where the reader is in a lesson, as far as it is known. */
interface Reached {
  readonly name: LessonName;
  readonly run: Run | undefined;
  readonly progress: LessonProgress | undefined;
  /** How many of its steps were seen. */
  readonly seen: number;
  /** It was walked to its end, or all of its steps were seen; own settings can change its steps. */
  readonly isDone: boolean;
  /** The number of the step that was left last, from 1; undefined if the lesson does not have it. */
  readonly place: number | undefined;
  /** The step to continue with; undefined if the lesson is done, or if only the reader's own settings had it. */
  readonly onward: string | undefined;
}

function reachedIn({ progress: { lessons }, runs }: LandingModel, name: LessonName): Reached {
  const [run, progress] = [runs.get(name), lessons[name]];
  const steps = run?.steps ?? [];
  const seen = countSeen(
    progress,
    steps.map((step) => membersOf(step).map(({ id }) => id)),
  );
  const isDone = run !== undefined && progress !== undefined && (progress.isOver || seen === steps.length);
  const place = (progress ? placeIn(steps, progress.last) : -1) + 1 || undefined;
  const isLost = run !== undefined && (isDone || place === undefined);
  return { name, run, progress, seen, isDone, place, onward: isLost ? undefined : progress?.last };
}

/** The main button: begin, or continue where the reader left. */
function opening(model: LandingModel): TemplateResult {
  const { words, progress } = model;
  const { latest } = progress;
  // FIRST_LESSON is what an address without a lesson means; the course has another first one.
  if (!latest) return link(model, lessonNames[0] ?? FIRST_LESSON, undefined, words.landing.start, "go");
  const { isDone, place, onward } = reachedIn(model, latest);
  const { title } = words.lessons[latest];
  const next = isDone ? lessonAfter(latest) : undefined;
  if (next) {
    const text = format(words.lecture.onward, { lesson: words.lessons[next].title });
    return link(model, next, reachedIn(model, next).onward, text, "go");
  }
  if (isDone) return link(model, latest, undefined, `${title}: ${words.landing.again}`, "go");
  const text = place ? format(words.landing.resume, { lesson: title, n: place }) : title;
  return link(model, latest, onward, text, "go");
}

/** The link to the reader's own program. */
const ownCode = ({ words, lang, theme }: LandingModel): TemplateResult | typeof nothing =>
  anchor(openingUrl("", lang, theme), words.landing.ownCode, "own-code");

/** The link to the review, which opens over the step that was left last, so that the reader can still continue there. */
function review(model: LandingModel): TemplateResult {
  const { words, progress } = model;
  const { name, run, place, progress: lesson } = reachedIn(model, progress.latest ?? FIRST_LESSON);
  const step = run && place === undefined ? undefined : lesson?.last;
  return link(model, name, step, words.controls.review, "go", { kind: "practice", id: "review" });
}

function lesson(model: LandingModel, name: LessonName, n: number): TemplateResult {
  const { words, progress } = model;
  const { title } = words.lessons[name];
  const { summary, learn } = words.landing.lessons[name];
  const reached = reachedIn(model, name);
  const { run, seen, isDone, place, onward } = reached;
  const { again, begin, continue: goOn } = words.landing;
  const invitation = isDone ? again : place ? format(goOn, { n: place }) : begin;
  const share = run ? seen / run.steps.length : 0;
  return html`<li aria-labelledby="lesson-${n}" class=${progress.latest === name ? "latest" : nothing}>
    <span class="number" aria-hidden="true">${n}</span>
    <svg class="walked" aria-hidden="true"><rect width="${share * 100}%" height="100%"></rect></svg>
    <div class="told">
      <h2 id="lesson-${n}">${link(model, name, onward, title)}</h2>
      <p>${richText(summary)}</p>
      <p class="learn">${richText(learn)}</p>
      <p class="facts">${run ? facts(words, run, reached) : "\u00a0"}</p>
      <p>${link(model, name, onward, invitation, "go")}</p>
    </div>
    ${plate(model, run)}
  </li>`;
}

function facts(words: Words, run: Run, { name, progress, seen, isDone }: Reached): TemplateResult {
  const { landing } = words;
  const count = run.steps.length;
  const timed = run.steps.map((step) => ({
    ms: operationOf(step.stage(run.trace)).ms,
    text: (["title", "what", "why"] as const).map((key) => stepSentence(words, step, key) ?? "").join(" "),
  }));
  const [steps, minutes] = [
    format(landing.steps, { count }),
    format(landing.minutes, { minutes: minutesOf(timed) }),
  ];
  const text = format(landing.seen, { seen, count });
  const answered = answeredCount(name);
  return html`${steps} · ${minutes}${
    progress
      ? html` · <span class="seen" title=${text}><span aria-hidden="true">${seen}/${count}</span><span
      class="unseen">${text}</span></span>${isDone ? html` · <span class="done">${landing.done}</span>` : nothing}`
      : nothing
  }${answered > 0 ? html` · ${format(landing.answered, { count: answered })}` : nothing}`;
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
  const text = format(words.landing.figure, { step: stepTitle(words, step) });
  return html`<figure>
    <heads-up-plate class="plate" role="img" aria-label=${text} .words=${words} .run=${run} .theme=${shown}></heads-up-plate>
    <figcaption><code>${stage.label ?? stage.name} ${shapeTemplate(stage)}</code></figcaption>
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
  return anchor(formatUrl({ ...openingOf(lesson), lang, step, theme, sheet }), text, kind);
}

const anchor = (address: string, text: string, kind: string): TemplateResult =>
  html`<a class=${kind} href=${address}>${text}</a>`;
