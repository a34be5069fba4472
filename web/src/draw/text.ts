/** How much room text takes, without a canvas to measure it: the widest of the faces that may be used decides. */

/** Width of a character of the monospaced face, in ems. */
const MONO_ADVANCE = 0.61;
/** Width of an average character of a cell's digits, minus sign and point included, in ems. */
export const DIGIT_ADVANCE = 0.6;
/** No label is smaller than this. */
export const SMALLEST_LABEL = 11;

export const monoWidth = (text: string, size: number): number => [...text].length * MONO_ADVANCE * size;

/** Below this width labels are smaller and the repeated ones are left out. */
export const isNarrow = (width: number): boolean => width < 520;

export const labelSize = (stageWidth: number): number => (isNarrow(stageWidth) ? 11 : 13);
