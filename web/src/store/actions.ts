/** Every action: what a reader or a page does, what the environment does, and the results of effects. */
import type { CellRef, Focus } from "../draw/picture.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import type { Refusal } from "../module/errors.js";
import type { Explanation, LessonName, LessonSpec } from "../module/types.js";
import type { Changes } from "../spec/changes.js";
import type { BesideStage } from "./beside_stage.js";
import type { Drafts } from "./drafts.js";
import type { LessonData, Run } from "./lesson_runner.js";
import type { SettingsDraft } from "./settings.js";
import type {
  DataAttributes,
  DesignedAsked,
  Drawer,
  GivenWeights,
  LessonSource,
  Place,
  Sheet,
  TrainedAsked,
  WeightsAsked,
} from "./state.js";

/** The attributes and properties of the element that choose what it shows; only those that changed. */
export interface Attributes extends DataAttributes {
  readonly weights?: WeightsAsked | undefined;
  readonly ownLesson?: ReadLesson | undefined;
  readonly src?: LessonSource;
  readonly step?: string;
  readonly mode?: string;
  readonly allow?: string;
}

/** What an address asks for. */
export interface Visit {
  readonly data: LessonData;
  readonly place: Place;
  readonly mode: string;
  readonly allow: string;
}

/** Sent by controls and by the page around the element. */
export type UserAction =
  | { readonly type: "attributes"; readonly changed: Attributes }
  /** Changes the lesson's data; fields that are left out keep their values. */
  | { readonly type: "data"; readonly data: Partial<LessonData> }
  /** Sets these numbers by hand, and no others; the open cell stays open. */
  | { readonly type: "changes"; readonly changes: Changes }
  /** Opens another lesson, at the end of a step or at the lesson's beginning. */
  | {
      readonly type: "lesson";
      readonly lesson: LessonName;
      readonly lang: string;
      readonly step?: string | undefined;
    }
  /** Shows what an address asks for, and nothing that was open before. */
  | ({ readonly type: "visit" } & Visit)
  /** Restores data and place together, for undo. */
  | { readonly type: "restore"; readonly data: LessonData; readonly place: Place }
  /** Reads the weights of a file, or those of the trained model. */
  | { readonly type: "weightsFile"; readonly file: File | TrainedAsked | GivenWeights }
  /** Uses weights that the formula makes, or weights drawn from the seed. */
  | {
      readonly type: "weights";
      readonly designed?: DesignedAsked;
      /** With drawn weights, the norms of a transformer block. */
      readonly layerNorm?: LessonSpec["layerNorm"];
    }
  /** With `through`, plays to the end of the lesson instead of the end of the step. */
  | { readonly type: "play"; readonly through?: boolean | undefined }
  | { readonly type: "through"; readonly through: boolean }
  | { readonly type: "pause" | "next" | "previous" }
  | { readonly type: "goTo"; readonly step: number }
  /** Without `t`, the moment within the step is kept. */
  | { readonly type: "seek"; readonly step: string | number; readonly t?: number }
  | { readonly type: "speed"; readonly speed: number }
  | { readonly type: "choose"; readonly focus: Partial<Focus> }
  | { readonly type: "glance"; readonly cell: CellRef | undefined }
  /** Opens a cell; if the stage does not show it at this moment of the animation, jump to the end of the step. */
  | { readonly type: "open"; readonly cell: CellRef | undefined; readonly isShown: boolean }
  /** Opens an operand of the open cell. */
  | { readonly type: "openOperand"; readonly cell: CellRef }
  | { readonly type: "back" | "close" }
  /** Goes to the step of the open cell. */
  | { readonly type: "goToCell"; readonly step: string }
  | { readonly type: "sheet"; readonly sheet: Sheet | undefined }
  /** Keeps what was typed or chosen in a sheet. */
  | { readonly type: "draft"; readonly change: Partial<Drafts> }
  /** A question about a step was opened, or that of any step was closed. */
  | { readonly type: "asking"; readonly step: string | undefined }
  /** Shows or hides a part beside the stage of a lecture. */
  | { readonly type: "besideStage"; readonly part: keyof BesideStage }
  | { readonly type: "drawer"; readonly drawer: Drawer | undefined }
  /** Keeps what was typed into the settings. */
  | { readonly type: "settings"; readonly change: Partial<SettingsDraft> }
  /** Folds the steps that earlier lessons have shown, or shows all. */
  | { readonly type: "path"; readonly path: "new" | "whole" }
  | { readonly type: "mode"; readonly mode: string };

/** Time, visibility, and the reader's system settings. */
export type EnvironmentAction =
  | { readonly type: "frame"; readonly ms: number }
  | { readonly type: "seen"; readonly seen: boolean }
  | { readonly type: "stills"; readonly stills: boolean };

/** The result of an effect, with the id of its request. */
export type EffectResult =
  | { readonly type: "computed"; readonly id: number; readonly run: Run }
  /** `fallback` is shown if nothing is on the stage yet. */
  | {
      readonly type: "refused";
      readonly id: number;
      readonly error: Refusal;
      readonly fallback?: Run | undefined;
    }
  | { readonly type: "fileRead"; readonly id: number; readonly read: ReadLesson | undefined }
  /** `data` is the lesson that the file was read for. */
  | {
      readonly type: "weightsRead";
      readonly id: number;
      readonly data: LessonData;
      readonly read: Run | Refusal;
    }
  | {
      readonly type: "explained";
      readonly id: number;
      readonly explained: Readonly<Record<string, Explanation | undefined>>;
    };

export type Action = UserAction | EnvironmentAction | EffectResult;
