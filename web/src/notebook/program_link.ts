/** The program in an address: `#code=` and its UTF-8 text, deflated, in the base64 of URLs. */
import { deflateSync, inflateSync } from "fflate";
import { MOST_CODE } from "./files.js";

const NAME = "#code=";

export function fragmentOf(source: string): string {
  let bytes = "";
  for (const byte of deflateSync(new TextEncoder().encode(source), { level: 9 }))
    bytes += String.fromCharCode(byte);
  return NAME + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Whether an address's fragment is meant to hold a program. */
export const hasProgram = (fragment: string): boolean => fragment.startsWith(NAME);

/** The program in a fragment; undefined if it cannot be read. */
export function programOf(fragment: string): string | undefined {
  try {
    // Messengers may escape characters that need no escaping.
    const text = decodeURIComponent(fragment.slice(NAME.length)).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    // A few bytes may inflate to any number of them; what does not fit is cut off. A link that was cut off fails.
    const bytes = inflateSync(packed, { out: new Uint8Array(MOST_CODE) });
    const isWhole = packed.length > 0 && bytes.length < MOST_CODE;
    return isWhole ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : undefined;
  } catch {
    return undefined;
  }
}
