/** Everything that determines what an element shows, as one immutable value. Only the reducer makes a new one. */
import type { CellRef, Focus } from "../draw/picture.js";
import type { WrongLesson } from "../lesson_file/problem.js";
import type { OwnProgram } from "../lesson_file/read_lesson.js";
import type { TRAINED } from "../lessons/trained.js";
import type { DESIGNED } from "../module/designed.js";
import type { Refusal } from "../module/errors.js";
import type { Explanation, LessonName, LessonSpec } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { AT_REST, type Playback } from "../timeline/playback.js";
import type { BesideStage } from "./beside_stage.js";
import { type Drafts, NO_DRAFTS } from "./drafts.js";
import type { LessonData, Run } from "./lesson_runner.js";
import { NO_SELECTION, type Selection } from "./selection.js";
import { NO_SETTINGS, type SettingsDraft } from "./settings.js";

/** The sheet over the stage: a comparison, an exercise, the class or the map of the lesson, an answer, practice, or the root of d_k. */
export interface Sheet {
  readonly kind: "compare" | "mistakes" | "class" | "confusions" | "practice" | "map" | "root";
  /** Which one of its kind; any other value opens the first comparison, the list of exercises, the gaps, or the list of answers. */
  readonly id: string;
}

export type Drawer = "settings" | "takeAway";

/** A place in a lesson; fields that are left out keep their current value. */
export interface Place {
  /** The step's name, or its index from 0. */
  readonly step?: string | number | undefined;
  readonly t?: number | undefined;
  readonly focus?: Partial<Focus> | undefined;
  readonly cell?: CellRef | undefined;
  readonly sheet?: Sheet | undefined;
}

/** `id` identifies the running effect: results with another id are stale. */
export type Computing =
  /** Nothing was requested, the element is not visible yet, or its lesson file is still loading. */
  | { readonly kind: "idle" }
  | { readonly kind: "computing"; readonly id: number }
  | { readonly kind: "standing" }
  /** The last request was refused; the run before it, if any, stays on the stage. */
  | { readonly kind: "refused"; readonly error: Refusal };

/** The address of a lesson file, or its content as an object; empty for none. */
export type LessonSource = string | object;

/** The lesson file that `src` names or that a page set. */
export type FileState =
  | { readonly kind: "none" }
  | { readonly kind: "coming"; readonly id: number; readonly src: LessonSource }
  | { readonly kind: "wrong"; readonly wrong: WrongLesson }
  /** It has a program, which the element shows in place of a lesson. */
  | { readonly kind: "program"; readonly program: OwnProgram }
  /** The code that reads lesson files could not be loaded. */
  | { readonly kind: "missing"; readonly error: Refusal };

/** The designed model, with the sentences of a language. */
export interface DesignedAsked {
  readonly name: typeof DESIGNED;
  readonly tensors?: never;
  readonly lang: string;
}

/** A sentence for the trained model. */
export interface TrainedAsked {
  readonly name: typeof TRAINED;
  /** Undefined for the default sentence of the language. */
  readonly text?: string | undefined;
  readonly lang: string;
}

/** Unread weights that a page gives the element: a file, whose address is their name, its bytes, or tensors by name. */
export interface GivenWeights {
  readonly name: string;
  readonly tensors?: NamedTensors | Blob | BufferSource;
}

/** The fields of a spec that have their own attributes. */
export const SPEC_ATTRIBUTES = [
  "seed",
  "sequences",
  "target",
  "vocabSize",
  "dModel",
  "numHeads",
  "mask",
  "maskFill",
] as const satisfies (keyof LessonSpec)[];

/** Undefined means the lesson's own value. */
type SpecAttributes = { readonly [Name in (typeof SPEC_ATTRIBUTES)[number]]?: LessonSpec[Name] | undefined };

/** The attributes and properties of the element that choose the data of its lesson. */
export interface DataAttributes extends SpecAttributes {
  readonly lesson?: LessonName;
  readonly spec?: LessonSpec | undefined;
}

/** The weights that a page wants. */
export type WeightsAsked = DesignedAsked | (TrainedAsked & { readonly tensors?: never }) | GivenWeights;

/** The weight file that the reader chose last, the sentence for the trained model, or what a page gives. */
export type WeightsFile =
  | { readonly kind: "none" }
  /** `data` is the lesson that a page wants with them; undefined for the reader's weights, which are for the lesson on the stage. */
  | {
      readonly kind: "reading";
      readonly id: number;
      readonly file: File | TrainedAsked | GivenWeights;
      readonly data?: LessonData;
    }
  | { readonly kind: "refused"; readonly name: string; readonly error: Refusal };

export interface State {
  /** The requested data; after a refusal, those of the run on the stage. */
  readonly data: LessonData | undefined;
  readonly computing: Computing;
  /** The lesson on the stage. */
  readonly run: Run | undefined;
  /** Where to go in the requested lesson once it is computed. */
  readonly pendingPlace: Place;
  /** All that the page asks for by attributes and properties; a lesson that it asks for later has these data too. */
  readonly asked: DataAttributes;
  /** What it asked for when the run on the stage was made, to return to if a request is refused. */
  readonly askedBefore: DataAttributes;
  readonly src: LessonSource;
  readonly file: FileState;
  readonly weightsFile: WeightsFile;
  /** The weights that the page wants, until the reader chooses others. */
  readonly weightsAsked: WeightsAsked | undefined;
  /** Those that it wanted before, to return to if they are refused. */
  readonly weightsBefore: WeightsAsked | undefined;

  readonly playback: Playback;
  readonly focus: Focus;
  readonly selection: Selection;
  readonly sheet: Sheet | undefined;
  readonly drafts: Drafts;
  /** The step about which a question is open before it is played, so that its result must not be shown. */
  readonly asking: string | undefined;
  /** The panel above the transport that is open. */
  readonly drawer: Drawer | undefined;
  readonly settings: SettingsDraft;
  /** Explanations of selected cells, by `refKey`; undefined if the core has none. */
  readonly explained: Readonly<Record<string, Explanation | undefined>>;
  /** The id of the effect that explains the selected cells without an explanation. */
  readonly explanationId: number | undefined;

  /** Whether steps that earlier lessons have shown are folded. */
  readonly path: "new" | "whole";
  readonly mode: string;
  readonly besideStage: BesideStage;
  readonly allow: string;
  /** Whether the element is in the viewport: before that it computes nothing, outside it the animation pauses. */
  readonly seen: boolean;

  /** The latest errors, as one action can have two. Each is a new object, so that subscribers report it once. */
  readonly errors: readonly Refusal[];
  /** The last id given to an effect. */
  readonly lastId: number;
}

export const initialState: State = {
  data: undefined,
  computing: { kind: "idle" },
  run: undefined,
  pendingPlace: {},
  asked: {},
  askedBefore: {},
  src: "",
  file: { kind: "none" },
  weightsFile: { kind: "none" },
  weightsAsked: undefined,
  weightsBefore: undefined,
  playback: AT_REST,
  focus: { batch: 0, head: 0 },
  selection: NO_SELECTION,
  sheet: undefined,
  drafts: NO_DRAFTS,
  asking: undefined,
  drawer: undefined,
  settings: NO_SETTINGS,
  explained: {},
  explanationId: undefined,
  path: "whole",
  mode: "",
  besideStage: { question: true, formula: true, code: true },
  allow: "",
  seen: false,
  errors: [],
  lastId: 0,
};
