/**
 * Whether single-character shortcuts (L, M, F, B, ., ?, /) are on. Readers who use speech input or hit keys by accident turn
 * them off (WCAG 2.1.4). Stored on this device.
 */
import { KeptText } from "./kept_text.js";

const OFF = "off";
const letters = new KeptText("letters");

export const areLetterKeysOn = (): boolean => letters.now !== OFF;

export const setLetterKeys = (isOn: boolean): void => letters.keep(isOn ? undefined : OFF);
