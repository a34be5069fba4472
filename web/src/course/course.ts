/**
 * The page of a lesson in a course. An LMS opens it and receives the learner's steps and answers. Without an LMS, the page has
 * a link to the list of lessons instead, unless it is locked.
 */
import "../element/define.js";
import { css, html, nothing, render } from "lit";
import type { Details, StepReached } from "../element/root_events.js";
import { carriedLessons, lessonId } from "../lesson_file/carried.js";
import { shownLesson } from "../lesson_file/read_lesson.js";
import { lessonNamed } from "../lessons/lessons.js";
import type { Refusal } from "../module/errors.js";
import type { Trace } from "../module/types.js";
import { UNKNOWN_IN_URL } from "../page/address/url_reader.js";
import { parseUrl } from "../page/address/url_state.js";
import { adopt } from "../page/adopt.js";
import { BarePage } from "../page/bare_page.js";
import { placed } from "../page/placed.js";
import { loadedModule } from "../store/lesson_runner.js";
import { currentStep } from "../store/selectors.js";
import type { State } from "../store/state.js";
import { chooseLanguage, LANGUAGES, loadWords, type Words } from "../words/words.js";
import { Cmi5Record, openSession } from "./cmi5/cmi5_record.js";
import { readLaunch } from "./cmi5/launch.js";
import { type Completion, countedIn, type Lesson } from "./progress.js";
import { type LearnerRecord, type OnRefused, openOwnAnswers, Reporter } from "./record.js";
import { findLms, ScormRecord } from "./scorm.js";

type CourseWords = NonNullable<Words["course"]>;

const { lesson: base = "", src, scorm = "", completion } = document.documentElement.dataset;
/** What completes the lesson, as the instructor chose (`pack --completion`). */
const COMPLETION: Completion = completion === "answered" ? "answered" : "walked";
/** The lesson's id: the id of its lesson file, or else its name. */
const lessonKey = carriedId() ?? base;

function carriedId(): string | undefined {
  const file = carriedLessons().find(({ name }) => name === src);
  return file && lessonId(JSON.parse(file.text));
}

const REFUSED = "lms-refused";

class CoursePage {
  readonly #page = new BarePage({
    step: (reached) => this.#reach(reached),
    answer: (answered) => this.#reporter?.answer(answered),
    onward: (next) => this.#onward(next),
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
    const { record, refusals } = await openRecord((got) => this.#refused(got));
    waiting.remove();
    this.#record = record;
    this.#reporter = record && new Reporter(record, COMPLETION);
    const { earlier, languages = [] } = record?.opened ?? {};
    if (earlier?.step) query.set("step", earlier.step);
    const { state, problems } = parseUrl(`?${query}`, LANGUAGES);
    if (record) openOwnAnswers(lessonKey, record.opened);
    this.#page.element.store.subscribe((now, before) => this.#play(now, before));
    // An LMS may add its own parameters to the URL, so unknown ones are not reported.
    const reported = problems.filter(({ code }) => code !== UNKNOWN_IN_URL);
    const lang = state.lang ?? chooseLanguage([...languages, ...navigator.languages]);
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

  /** A step that has just been played to its end counts. */
  #play(now: State, before: State): void {
    const step = currentStep(now);
    if (before.playback.playing && now.playback.progress === 1 && step === currentStep(before))
      this.#reporter?.play(step);
  }

  /** Opens the next lesson, or with an LMS only says that this one is over, because an LMS has its own navigation. */
  #onward({ lesson, step }: Details["onward"]): void {
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
    const { returnUrl } = record?.opened ?? {};
    const back = returnUrl ? html` <a href=${returnUrl}>${course.back}</a>` : nothing;
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

/** The sentence below the lesson that tells the learner what is reported, and what completes the lesson. */
function stateText(words: CourseWords, { opened: { isSilent } }: LearnerRecord, isOver: boolean): string {
  if (isOver) return words.onward;
  return isSilent ? words.silent : `${words.reported} ${words[COMPLETION]}`;
}

/** The record of the LMS that opened the page, if there is one, and the reasons if it could not be opened. */
interface Opened {
  readonly record?: LearnerRecord;
  readonly refusals: readonly Refusal[];
}

/** By cmi5 if the URL says so; else by a SCORM run-time around the page; else there is none. */
async function openRecord(refused: OnRefused): Promise<Opened> {
  const read = readLaunch(location.search);
  if (!read) return openScorm(refused);
  if ("refusals" in read) return read;
  try {
    return { record: new Cmi5Record(await openSession(read.launch, lessonKey), refused), refusals: [] };
  } catch (error) {
    return { refusals: [refusal("lms-not-opened", (error as Error).message)] };
  }
}

function openScorm(refused: OnRefused): Opened {
  const lms = findLms(window, scorm);
  if (!lms) return { refusals: [] };
  if (lms.begin()) return { record: new ScormRecord(lms, refused), refusals: [] };
  return { refusals: [refusal("lms-not-begun", lms.error)] };
}

const refusal = (code: string, got: string): Refusal => ({
  code,
  message: `LMS: got ${got}`,
  details: { got },
});

// The lesson fills the window, with one line below it.
adopt(css`
  body { min-height: 100dvh; }
  heads-up { flex: 1; min-height: 0; }
  .waiting { padding: 4px 14px; }
  .course { padding: 4px 14px; border-top: 1px solid var(--hu-hairline); color: var(--hu-muted); font-size: 13px; }
  .course p { margin: 0; min-height: 32px; align-content: center; }
  .course a { color: var(--hu-accent); display: inline-block; padding: 6px 0; }
  @media (min-width: 900px) and (min-height: 521px) { body { height: 100dvh; min-height: 640px; } }
  @media print { .course { display: none; } }
`);
void new CoursePage().show();
