/**
 * The page of a lesson in a course. An LMS opens it and receives the learner's steps and answers. Without an LMS, the page has
 * a link to the list of lessons instead, unless it is locked.
 */
import "../element/define.js";
import { html, nothing, render } from "lit";
import type { StepReached } from "../element/root_events.js";
import { carriedLessons } from "../lesson_file/carried.js";
import { shownLesson } from "../lesson_file/read_lesson.js";
import { lessonId } from "../lesson_file/title.js";
import { lessonNamed } from "../lessons/lessons.js";
import type { Trace } from "../module/types.js";
import { UNKNOWN_IN_URL } from "../page/address/url_reader.js";
import { parseUrl } from "../page/address/url_state.js";
import { adopt } from "../page/adopt.js";
import { BarePage } from "../page/bare_page.js";
import { placed } from "../page/placed.js";
import { loadedModule } from "../store/lesson_runner.js";
import { chooseLanguage, LANGUAGES, loadWords, type Words } from "../words/words.js";
import { countedIn } from "./counted.js";
import { courseStyles } from "./course_styles.js";
import { openRecord, refusal } from "./open_record.js";
import { openOwnAnswers } from "./own_answers.js";
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

const REFUSED = "lms-refused";

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
    const query = new URLSearchParams(location.search);
    if (src) query.set("src", src);
    else query.set("lesson", base);
    const waiting = await showWaiting(parseUrl(`?${query}`, LANGUAGES).state.lang);
    const { record, refusals } = await openRecord(window, { scorm, lesson: lessonKey }, (got) =>
      this.#refused(got),
    );
    waiting.remove();
    this.#record = record;
    const reporter = record && new Reporter(record);
    this.#reporter = reporter;
    if (reporter?.step) query.set("step", reporter.step);
    const { state, problems } = parseUrl(`?${query}`, LANGUAGES);
    if (record && reporter) openOwnAnswers(lessonKey, record, reporter);
    // An LMS may add its own parameters to the URL, so unknown ones are not reported.
    const reported = problems.filter(({ code }) => code !== UNKNOWN_IN_URL);
    const languages = [...(record?.languages ?? []), ...navigator.languages];
    const lang = state.lang ?? chooseLanguage(languages);
    await this.#page.show(state, lang, reported);
    await this.#page.speak(lang);
    this.#page.report(refusals);
    this.#renderFooter();
  }

  #reach({ step }: StepReached): void {
    const { trace, lessonFile } = this.#page.element;
    const hu = loadedModule();
    if (!trace || !hu) return;
    const shown = shownLesson(lessonFile) ?? lessonNamed(trace.spec.lesson);
    if (this.#counted?.trace !== trace)
      this.#counted = { trace, lesson: countedIn(hu, trace, shown.steps(trace)) };
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

  /** Reports the first refusal, until everything refused has been accepted. */
  #refused(got: string | undefined): void {
    if (got === undefined) this.#page.withdraw(REFUSED);
    else if (!this.#hasReportedRefusal) this.#page.report([refusal(REFUSED, got)]);
    this.#hasReportedRefusal = got !== undefined;
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

/**
 * Says that the learner's record is being opened, because an LRS may take some seconds. Nothing of it is painted where the
 * record is there at once, or where there is none.
 */
async function showWaiting(asked: string | undefined): Promise<HTMLElement> {
  const lang = asked ?? chooseLanguage(navigator.languages);
  const words = await loadWords(lang).catch(() => undefined);
  const waiting = placed("div", "waiting");
  render(html`<p role="status" lang=${lang}>${words?.course?.opening}</p>`, waiting);
  return waiting;
}

/** The sentence below the lesson that tells the learner what is reported. */
function stateText(words: CourseWords, record: LearnerRecord, isOver: boolean): string {
  if (isOver) return words.onward;
  return record.isSilent ? words.silent : words.reported;
}

adopt(courseStyles);
void new CoursePage().show();
