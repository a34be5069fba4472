/**
 * The page of a lesson in a course. An LMS opens it and receives the learner's steps and answers. Without an LMS, the page has
 * a link to the list of lessons instead, unless it is locked.
 */
import "../element/define.js";
import { html, nothing, render } from "lit";
import type { StepReached } from "../element/root_events.js";
import { carriedLessons } from "../lesson_file/carried.js";
import { type OwnLesson, shownLesson } from "../lesson_file/read_lesson.js";
import { lessonId } from "../lesson_file/title.js";
import { grouped, membersOf } from "../lessons/groups.js";
import { isLessonName, lessonNamed } from "../lessons/lessons.js";
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
/** The lesson's id: the id of its lesson file, or else its name. */
const lessonKey = carriedId() ?? base;

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
  #hasReportedRefusal = false;

  async show(): Promise<void> {
    const { record, refusals } = await openRecord(window, { scorm, lesson: lessonKey }, (got) =>
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
    if (reporter) this.#restoreAnswers(reporter);
    // An LMS may add its own parameters to the URL, so unknown ones are not reported.
    const reported = problems.filter(({ code }) => code !== UNKNOWN_IN_URL);
    const languages = [...(record?.languages ?? []), ...navigator.languages];
    const lang = state.lang ?? chooseLanguage(languages);
    await this.#page.show(state, lang, reported);
    await this.#page.speak(lang);
    this.#page.report(refusals);
    this.#renderFooter();
  }

  /** Replaces the answers stored in this browser, which may be another learner's, by those in the LMS. */
  #restoreAnswers(reporter: Reporter): void {
    forgetAnswers();
    if (!this.#record?.isSilent) reportAnswers();
    for (const name of reporter.right) keepAnswered(lessonKey, name);
    if (reporter.why && isLessonName(lessonKey))
      keepWhy(lessonKey, { text: reporter.why, points: [], tries: 1 });
  }

  #reach({ step }: StepReached): void {
    const { trace, lessonFile } = this.#page.element;
    const hu = loadedModule();
    if (!trace || !hu) return;
    const lesson = () => lessonOf(hu, trace, shownLesson(lessonFile) ?? lessonNamed(trace.spec.lesson));
    if (this.#counted?.trace !== trace) this.#counted = { trace, lesson: lesson() };
    this.#reporter?.reach(step, this.#counted.lesson);
  }

  /** Opens the next lesson, or with an LMS only says that this one is over, because an LMS has its own navigation. */
  #onward(lesson: string, step?: string): void {
    const [current, query] = [new URLSearchParams(location.search), new URLSearchParams()];
    // The data and the step of this lesson do not apply to the next one.
    for (const name of ["lang", "theme"]) if (current.has(name)) query.set(name, current.get(name) ?? "");
    if (step) query.set("step", step);
    if (!this.#reporter) location.href = `${lesson}.html${query.size > 0 ? `?${query}` : ""}`;
    else this.#renderFooter(true);
  }

  #refused(got: string): void {
    if (this.#hasReportedRefusal) return;
    this.#hasReportedRefusal = true;
    this.#page.report([refusal("lms-refused", got)]);
  }

  #renderFooter(isOver = false): void {
    const { course, app } = this.#page.words ?? {};
    if (!course || !app) return;
    const record = this.#record;
    // Nothing on a locked page leads elsewhere.
    if (!record && !this.#page.element.rules.data) return;
    // Leaving by this link ends the visit, just like closing the page.
    const back = record?.returnUrl ? html` <a href=${record.returnUrl}>${course.back}</a>` : nothing;
    const footer = record
      ? html`<p role="status">${stateText(course, record, isOver)}${back}</p>`
      : html`<p><a href="index.html">${app.home}</a></p>`;
    render(footer, placed("div", "course"));
  }
}

/** The sentence below the lesson that tells the learner what is reported. */
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
