/** Memoised results of one element's rendering. */

import { tensorsOf } from "../draw/operand.js";
import type { Focus, Tokens } from "../draw/picture.js";
import { paletteOf, type Theme } from "../draw/theme.js";
import { thumbnail } from "../draw/thumbnail.js";
import { numberOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import type { Run } from "../store/lesson_runner.js";
import { memo } from "../views/common/memo.js";
import { type VisibleMatrix, visibleMatrix } from "../views/common/visible_matrix.js";
import type { DrawThumbnail, StripStep } from "../views/strip/strip_element.js";
import { stepTitle } from "../words/rich_text.js";
import type { Words } from "../words/words.js";

/**
 * Strip and table are recomputed only when their arguments change, not when the reader points at a cell. One cache per
 * element: two elements would evict each other's entries.
 */
export const frameCache = () => ({
  stripOf: memo((words: Words, run: Run): readonly StripStep[] =>
    run.steps.map((step, i) => ({
      ...{ id: step.id, chapter: step.chapter, title: stepTitle(words, step) },
      ...{ number: numberOf(run.steps, i), isFold: step.folded !== undefined },
    })),
  ),
  drawingOf: memo((run: Run, bare: Theme, focus: Focus): DrawThumbnail => {
    const theme = paletteOf(bare);
    return (index, size) => {
      const step = run.steps[index] ?? run.steps[0];
      if (!step) throw new Error("a lesson without steps has no strip");
      return thumbnail({ trace: run.trace, step: step.stage(run.trace), focus, theme, ...size });
    };
  }),
  matrixOf: memo(
    (run: Run, step: LessonStep, focus: Focus, tokens: Tokens | undefined): VisibleMatrix =>
      visibleMatrix(run.trace, step.stage(run.trace), focus, tokens),
  ),
  operandsOf: memo((run: Run, step: LessonStep, focus: Focus, tokens: Tokens | undefined) =>
    tensorsOf(run.trace, step.stage(run.trace))
      .slice(1)
      .map((stage) => ({ stage, matrix: visibleMatrix(run.trace, stage, focus, tokens) })),
  ),
});
