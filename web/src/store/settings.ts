/**
 * What the reader has typed into the settings. It stays as typed and takes effect once the core accepts it; what another part
 * of the page puts on the stage replaces it, but for what has been typed since the last request.
 */
import type { Refusal } from "../module/errors.js";
import type { Core } from "../module/page_entry.js";
import type { LessonSpec } from "../module/types.js";
import { specOver } from "../spec/fields.js";
import { mergedSpec, numbersOf, type Run } from "./lesson_runner.js";
import {
  type ControlName,
  type FormText,
  formText,
  isShown,
  rowsText,
  sameText,
  specOf,
} from "./settings_fields.js";
import { textOf, type WrittenText, writtenAs, writtenOf } from "./written_text.js";

/** Typed settings take effect after this pause in typing. */
export const TYPING_PAUSE_MS = 350;

/** Whether the sequences are given as sentences or as ids. */
export type Source = "text" | "ids";

interface Read {
  readonly written: WrittenText;
  readonly ids: string;
}

export interface SettingsDraft {
  /** What was typed, over the spec on the stage. */
  readonly edits: Partial<FormText>;
  /** What of it was typed since the last request. */
  readonly unrequested: Partial<FormText>;
  /** The spec that the settings requested last, unless another part of the page has requested one since. */
  readonly asked: LessonSpec | undefined;
  /** Why the input is not a spec. */
  readonly unread: Refusal | undefined;
  /** The count of numbers of a run that waits for the reader's word; undefined if none waits. */
  readonly large: number | undefined;
  readonly source: Source;
  /** The sentences as typed; undefined before the first input. */
  readonly text: string | undefined;
  /** The last sentences that had ids, and these ids as text of the token field. */
  readonly read: Read | undefined;
  /** Whether sentences are split into pieces; undefined for what the lesson's tutorial does. */
  readonly inPieces: boolean | undefined;
  /** What was typed over the sentence of the trained model, and whether it was requested. */
  readonly sentence: { readonly text: string; readonly isRequested: boolean } | undefined;
}

export const NO_SETTINGS: SettingsDraft = {
  ...{ edits: {}, unrequested: {}, asked: undefined, unread: undefined, large: undefined },
  ...{ source: "ids", text: undefined, read: undefined, inPieces: undefined, sentence: undefined },
};

/** The text of every control. */
export const typedText = ({ trace }: Run, { edits }: Pick<SettingsDraft, "edits">): FormText => ({
  ...formText(trace.spec),
  ...edits,
});

/** Whether what was typed is on the stage; it may still differ in spacing. */
export function isOnStage(run: Run, draft: Pick<SettingsDraft, "edits">): boolean {
  const read = specOf(typedText(run, draft), run.defaults);
  return "spec" in read && sameText(formText(specOver(run.defaults, read.spec)), formText(run.trace.spec));
}

type Change = Partial<SettingsDraft>;

export const typed = ({ edits, unrequested }: SettingsDraft, input: Partial<FormText>): Change => ({
  edits: { ...edits, ...input },
  unrequested: { ...unrequested, ...input },
});

/** Uses the ids of sentences as tokens. Sentences are paired: the target keeps only as many as the source has. */
export function withSentences(
  run: Run,
  draft: SettingsDraft,
  { text, written, ids }: { text: string; written?: WrittenText; ids?: number[][] },
): Change {
  if (!written || !ids) return { text };
  const read = { written, ids: rowsText(ids) };
  return { text, read, ...withIds(run, draft, read) };
}

function withIds({ trace, defaults }: Run, draft: SettingsDraft, read: Read): Change {
  const { ids: sequences, written } = read;
  const now = typedText({ trace } as Run, draft);
  const vocabSize = String(Math.max(Number(now.vocabSize) || 0, written.vocabSize));
  const usual = formText(defaults).target;
  const whole = usual.startsWith(now.target) ? usual : now.target;
  const target = whole.split("\n").slice(0, sequences.split("\n").length).join("\n");
  return typed(draft, { sequences, vocabSize, ...(isShown("target", defaults) && { target }) });
}

/** Switching back to sentences uses their ids again, which other ids may have replaced. */
export const withSource = (run: Run, draft: SettingsDraft, source: Source): Change => ({
  source,
  ...(source === "text" && draft.read && withIds(run, draft, draft.read)),
});

/** Puts controls back to the values of the lesson. */
export function restored(run: Run, draft: SettingsDraft, fields: readonly ControlName[]): Change {
  const usual = formText(run.defaults);
  const edits = { ...draft.edits, ...Object.fromEntries(fields.map((field) => [field, usual[field]])) };
  return fields.includes("sequences") ? { edits, text: undefined, read: undefined } : { edits };
}

/** Larger runs would interrupt typing; they start only when the reader asks for them. */
const AT_ONCE = 2_000_000;

/** What changes when the input is requested, and the spec that it asks for, if it is one that can be computed now. */
export function requested(
  hu: Core | undefined,
  run: Run,
  draft: SettingsDraft,
  evenLarge: boolean,
): { readonly change: Change; readonly spec?: LessonSpec } {
  const now = typedText(run, draft);
  const read = specOf(now, run.defaults);
  const cleared: Change = { unrequested: {}, unread: undefined, large: undefined };
  if ("problem" in read) return { change: { ...cleared, unread: read.problem } };
  const { spec } = read;
  // The spec keeps the text of its sequences, if these are the ids of the sentences.
  if (spec.sequences && draft.read?.ids === now.sequences) writtenAs(spec.sequences, draft.read.written);
  const numbers = (hu && numbersOf(hu, mergedSpec(spec, run.own))) ?? 0;
  if (numbers > AT_ONCE && !evenLarge) return { change: { ...cleared, large: numbers } };
  return { change: { ...cleared, asked: spec }, spec };
}

/**
 * What stays of it when a run comes on the stage: all of it if the settings requested the run, or if it says the same; else what
 * was typed since the last request.
 */
export function draftAtRun(
  draft: SettingsDraft,
  before: Run | undefined,
  run: Run,
  requestedSpec: LessonSpec | undefined,
): SettingsDraft {
  const isTyped = Object.keys(draft.edits).length > 0 && isOnStage(run, draft);
  const isSameLesson = before?.trace.spec.lesson === run.trace.spec.lesson;
  const unrequested = isSameLesson ? draft.unrequested : {};
  // The result of the settings' own request must not overwrite what was typed while it was computed.
  const isOwn = draft.asked !== undefined && draft.asked === requestedSpec;
  const kept =
    isOwn || isTyped
      ? draft
      : { ...draft, edits: unrequested, unrequested, unread: undefined, large: undefined };
  const isOtherSentence = before?.weights?.trained?.text !== run.weights?.trained?.text;
  const sentence = isOtherSentence && draft.sentence?.isRequested ? undefined : draft.sentence;
  return { ...kept, ...sentencesAt(kept, before, run, isTyped), sentence };
}

/** The sentences of the stage. Typed ids have no text; the sentences typed before are kept in their field. */
function sentencesAt(draft: SettingsDraft, before: Run | undefined, run: Run, isTyped: boolean): Change {
  const written = writtenOf(run.spec);
  const isOther = written?.text !== (before && textOf(before.spec));
  if (!isOther || (!written && isTyped) || written?.text === draft.read?.written.text) return {};
  if (!written) return { text: undefined, read: undefined };
  const read = { written, ids: formText(run.trace.spec).sequences };
  return { source: "text", text: written.text, inPieces: written.inPieces, read };
}
