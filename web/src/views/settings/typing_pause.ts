/** Typed settings take effect after this pause in typing. */
export const TYPING_PAUSE_MS = 350;
