/** The ids of solved exercises, in localStorage. */
import { KeptText } from "./kept_text.js";

const solved = new KeptText("mistakes");

export const solvedMistakes = (): readonly string[] => solved.now?.split(",") ?? [];

export const keepSolved = (id: string): void => solved.keep([...new Set([...solvedMistakes(), id])].join());

export const forgetSolved = (): void => solved.keep(undefined);
