/** The content of a lesson file, as the package's types have it: without those of the library that checks it (lesson_file.ts). */
import type { Allowance, Mode } from "../lessons/rules.js";
import type { LessonSpec } from "../module/types.js";

/** A text by language; every text of a file has the languages of its title. */
type Texts = Readonly<Record<string, string>>;

/** A cell of the trace, or a row of it, whose index leaves out the last axis. */
interface CellData {
  readonly name: string;
  readonly index: readonly number[];
}

interface ExerciseData {
  readonly id?: string | undefined;
  readonly ask: Texts;
  /** Said with the right answer. */
  readonly why?: Texts | undefined;
}

interface Slip<Answer> {
  readonly answer: Answer;
  readonly reason: Texts;
}

interface ChoiceData extends ExerciseData {
  readonly kind: "choice";
  readonly answers: readonly {
    readonly text: Texts;
    readonly right?: true | undefined;
    readonly reason?: Texts | undefined;
  }[];
}

interface NumberData extends ExerciseData {
  readonly kind: "number";
  readonly truth: number | CellData;
  readonly tolerance?: number | undefined;
  readonly slips?: readonly Slip<number | CellData>[] | undefined;
}

interface RowData extends ExerciseData {
  readonly kind: "cell";
  readonly row: CellData;
  readonly take: "largest" | "smallest";
  readonly given?: CellData | undefined;
  readonly slips?: readonly Slip<number>[] | undefined;
}

interface StepWords {
  readonly title?: string | undefined;
  readonly what?: string | undefined;
  readonly why?: string | undefined;
  readonly noteTitle?: string | undefined;
  readonly note?: string | undefined;
}

interface StepData {
  readonly step: string;
  readonly words?: Readonly<Record<string, StepWords>> | undefined;
  /** Built-in questions by name or kind, and own ones. */
  readonly exercises?: readonly (string | ChoiceData | NumberData | RowData)[] | undefined;
}

interface FileData {
  readonly $schema?: string | undefined;
  readonly id?: string | undefined;
  readonly title: Texts;
  readonly mode?: Mode | undefined;
  readonly allow?: readonly (Allowance | "none")[] | undefined;
}

interface LessonData extends FileData {
  readonly spec: LessonSpec;
  readonly steps?: readonly (string | StepData)[] | undefined;
  readonly tokens?: Texts | undefined;
}

interface ProgramData extends FileData {
  /** Python, as one text or as its lines. */
  readonly code: string | readonly string[];
}

/** The content of a lesson file as an object; docs/lesson-file.md describes every field. */
export type LessonFileData = LessonData | ProgramData;
