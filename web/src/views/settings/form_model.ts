/** What the settings form shows, and what it can do. */
import type { Refusal } from "../../module/errors.js";
import type { UserAction } from "../../store/actions.js";
import type { Run } from "../../store/lesson_runner.js";
import type { SettingsDraft } from "../../store/settings.js";
import type { WeightsFile } from "../../store/state.js";
import type * as ownWords from "../../words/own_words.js";
import type * as wholeWords from "../../words/whole_words.js";
import type { WholeWords } from "../../words/words.js";
import type { FileFieldController } from "../common/file_field.js";

export interface FormModel {
  readonly words: WholeWords;
  /** The run on the stage. */
  readonly run: Run;
  readonly draft: SettingsDraft;
  /** Why the core refused the last change. */
  readonly refused: Refusal | undefined;
  readonly weightsFile: WeightsFile;
  /** What splits sentences into words or pieces; undefined until it has loaded. */
  readonly tokenizer:
    | (Pick<typeof ownWords, "idsOf" | "readPieces" | "TUTORIAL_TEXT"> & Pick<typeof wholeWords, "readWords">)
    | undefined;
  readonly file: FileFieldController;
}

export interface FormActions {
  dispatch(action: UserAction): void;
  /** Changes what was typed, without requesting it. */
  change(change: (draft: SettingsDraft) => Partial<SettingsDraft>): void;
  request(evenLarge?: boolean): void;
  afterPause(work: () => void): void;
  focus(selector: string): void;
}
