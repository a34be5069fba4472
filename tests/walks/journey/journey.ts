/** All that a reader can change, ask, compare and save, in one engine, with one input method and in one language. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Launch } from "../../page/engines/engine.js";
import { screenshotOnFailure, siteInEngine } from "../../page/engines/site_in_engine.js";
import { recordedComplaints } from "../../page/page_errors.js";
import { oneOfEach } from "../../page/sample_questions.js";
import { type By, Reader } from "../reader.js";
import { enterOwnData, enterOwnSentences, loadOwnWeights, takeAway } from "./data_journeys.js";
import { answerQuestion, findQuestion, takeExam } from "./question_journeys.js";
import { compareRuns, findMistake, giveLecture, undoAndRedo } from "./sheet_journeys.js";

const LESSON = "?lesson=masked-multi-head";

export function journeyIn(name: string, launch: Launch, by: By, lang: "ko" | "en"): void {
  describe(`${name} by ${by} in ${lang}`, () => {
    const site = siteInEngine(launch, { reducedMotion: true, touch: by === "touch" });
    let reader: Reader;
    beforeAll(() => {
      reader = new Reader(site.engine, by);
    });

    const testJourney = (what: string, search: string, walk: () => Promise<void>): void =>
      test(what, async () => {
        screenshotOnFailure(reader.engine, `${name} ${by} ${what}`);
        await reader.open(`${site.url}${search}&lang=${lang}`);
        await walk();
        const complaints = await reader.engine.evaluate(recordedComplaints);
        // The core's refusals are reported to the surrounding page as well.
        expect(complaints.filter((one) => !one.startsWith("refused: "))).toEqual([]);
      });

    testJourney("enters own data and returns to the tutorial's", `${LESSON}&step=scores`, () =>
      enterOwnData(reader, lang),
    );
    testJourney("enters own sentences", "?lesson=transformer-block&step=ids", () =>
      enterOwnSentences(reader),
    );
    testJourney("loads own weights", `${LESSON}&step=w_q.weight`, () => loadOwnWeights(reader, site.folder));
    for (const { step, nth, question } of oneOfEach())
      testJourney(`answers a question: ${question.kind}`, `${LESSON}&step=${step}`, () =>
        answerQuestion(reader, nth, question),
      );
    testJourney("finds the question below the stage of a narrow page", `${LESSON}&step=scores&t=0`, () =>
      findQuestion(reader),
    );
    testJourney("compares two runs", `${LESSON}&step=attention`, () => compareRuns(reader));
    testJourney("finds a mistake", `${LESSON}&step=attention`, () => findMistake(reader));
    testJourney("undoes and redoes", `${LESSON}&step=scores`, () => undoAndRedo(reader));
    testJourney("gives a lecture", `${LESSON}&step=scores`, () => giveLecture(reader));
    testJourney(
      "takes an exam, in which settings, lectures and undo are locked",
      `${LESSON}&step=scores&mode=locked`,
      () => takeExam(reader),
    );
    // This comes last, because browsers may then show a downloads bar, which shrinks the page.
    testJourney("takes results away", `${LESSON}&step=scores&seed=7`, () => takeAway(reader));
  });
}
