/**
 * The page of a lesson in a course. An LMS opens it and gets the learner's steps and answers. Without an LMS the page is the
 * same, with a link to the list of lessons.
 */
import "../element/define.js";
import { html, nothing, render } from "lit";
import type { StepReached } from "../element/root_events.js";
import { carriedLessons } from "../lesson_file/carried.js";
import { type OwnLesson, shownLesson } from "../lesson_file/read_lesson.js";
import { lessonId } from "../lesson_file/title.js";
import { grouped, membersOf } from "../lessons/groups.js";
import { isTaught, taughtLesson } from "../lessons/lessons.js";
import { questionsOf } from "../lessons/questions/questions.js";
import type { Core } from "../module/page_entry.js";
import type { Trace } from "../module/types.js";
import { UNKNOWN_IN_URL } from "../page/address/url_reader.js";
import { parseUrl } from "../page/address/url_state.js";
import { adopt } from "../page/adopt.js";
import { BarePage } from "../page/bare_page.js";
import { placed } from "../page/placed.js";
import { forgetAnswers, keepAnswered } from "../store/kept/kept_answers.js";
import { keepWhy, reportAnswers } from "../store/kept/kept_practice.js";
import { loadedModule } from "../store/lesson_runner.js";
import { chooseLanguage, LANGUAGES, type Words } from "../words/words.js";
import { courseStyles } from "./course_styles.js";
import { openRecord, refusal } from "./open_record.js";
import type { Lesson } from "./progress.js";
import type { LearnerRecord } from "./record.js";
import { Reporter } from "./reporter.js";

type CourseWords = NonNullable<Words["course"]>;

const { lesson: base = "", src, scorm = "" } = document.documentElement.dataset;
/** The lesson's id: its name, or what its file says. */
const own = carriedId() ?? base;

function carriedId(): string | undefined {
  const file = carriedLessons().find(({ name }) => name === src);
  return file && lessonId(JSON.parse(file.text));
}

class CoursePage {
  readonly #page = new BarePage({
    step: (_, reached) => this.#reach(reached),
    answer: (answered) => this.#reporter?.answer(answered),
    onward: (lesson, step) => this.#onward(lesson, step),
  });
  #reporter: Reporter | undefined;
  #record: LearnerRecord | undefined;
  #counted: { readonly trace: Trace; readonly lesson: Lesson } | undefined;
  #hasToldRefusal = false;

  async show(): Promise<void> {
    const { record, refusals } = await openRecord(window, { scorm, lesson: own }, (got) =>
      this.#refused(got),
    );
    this.#record = record;
    const reporter = record && new Reporter(record);
    this.#reporter = reporter;
    const query = new URLSearchParams(location.search);
    if (src) query.set("src", src);
    else query.set("lesson", base);
    if (reporter?.step) query.set("step", reporter.step);
    const { state, problems } = parseUrl(`?${query}`, LANGUAGES);
    if (reporter) this.#take(reporter);
    // An LMS may add its own parameters to the URL, so unknown ones are not reported.
    const reported = problems.filter(({ code }) => code !== UNKNOWN_IN_URL);
    const languages = [...(record?.languages ?? []), ...navigator.languages];
    const lang = state.lang ?? chooseLanguage(languages);
    await this.#page.show(state, lang, reported);
    await this.#page.speak(lang);
    this.#page.report(refusals);
    this.#renderAround();
  }

  /** Replaces the answers stored in this browser, which may be another learner's, by those in the LMS. */
  #take(reporter: Reporter): void {
    forgetAnswers();
    if (!this.#record?.isSilent) reportAnswers();
    for (const name of reporter.right) keepAnswered(own, name);
    if (reporter.why && isTaught(own)) keepWhy(own, { text: reporter.why, points: [], tries: 1 });
  }

  #reach({ step }: StepReached): void {
    const { trace, lessonFile } = this.#page.element;
    const hu = loadedModule();
    if (!trace || !hu) return;
    const lesson = () => lessonOf(hu, trace, shownLesson(lessonFile) ?? taughtLesson(trace.spec.lesson));
    if (this.#counted?.trace !== trace) this.#counted = { trace, lesson: lesson() };
    this.#reporter?.reach(step, this.#counted.lesson);
  }

  /** With an LMS the next lesson is not opened here: an LMS has its own navigation. */
  #onward(lesson: string, step?: string): void {
    const [here, query] = [new URLSearchParams(location.search), new URLSearchParams()];
    // The data and the step of this lesson are not those of the next.
    for (const name of ["lang", "theme"]) if (here.has(name)) query.set(name, here.get(name) ?? "");
    if (step) query.set("step", step);
    if (!this.#reporter) location.href = `${lesson}.html${query.size > 0 ? `?${query}` : ""}`;
    else this.#renderAround(true);
  }

  #refused(got: string): void {
    if (this.#hasToldRefusal) return;
    this.#hasToldRefusal = true;
    this.#page.report([refusal("lms-refused", got)]);
  }

  #renderAround(isOver = false): void {
    const { course, app } = this.#page.words ?? {};
    if (!course || !app) return;
    const record = this.#record;
    // Leaving by this link ends the visit as closing the page does.
    const back = record?.returnUrl ? html` <a href=${record.returnUrl}>${course.back}</a>` : nothing;
    const around = record
      ? html`<p role="status">${stateText(course, record, isOver)}${back}</p>`
      : html`<p><a href="index.html">${app.home}</a></p>`;
    render(around, placed("div", "course"));
  }
}

/** What the learner is told below the lesson. */
function stateText(words: CourseWords, record: LearnerRecord, isOver: boolean): string {
  if (record.isAnonymous) return isOver ? words.anonymousEnd : words.anonymous;
  if (isOver) return words.onward;
  return record.isSilent ? words.silent : words.reported;
}

/** The steps and questions that count as progress. */
function lessonOf(hu: Core, trace: Trace, shown: Pick<OwnLesson, "steps">): Lesson {
  const steps = grouped(shown.steps(trace));
  const questions = steps.flatMap((step) =>
    questionsOf(hu, trace, step).map(({ key }) => `${step.id}.${key}`),
  );
  return {
    steps: steps.map((step) => membersOf(step).map(({ id }) => id)),
    questions: [...new Set(questions)],
  };
}

adopt(courseStyles);
void new CoursePage().show();
