/** The program in an address: `#code=` and its UTF-8 text, deflated, in the base64 of URLs. */
import { MOST_CODE } from "./files.js";

const NAME = "#code=";
const FORMAT = "deflate-raw";

/** Rejects in browsers that cannot compress, which are older than those of 2023. */
export async function fragmentOf(source: string): Promise<string> {
  const packed = new Blob([source]).stream().pipeThrough(new CompressionStream(FORMAT));
  let bytes = "";
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer()))
    bytes += String.fromCharCode(byte);
  return NAME + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Whether an address's fragment is meant to hold a program. */
export const hasProgram = (fragment: string): boolean => fragment.startsWith(NAME);

/** The program in a fragment; undefined if it cannot be read. A link that was cut off has no end, and fails. */
export async function programOf(fragment: string): Promise<string | undefined> {
  try {
    // Messengers may escape characters that need no escaping.
    const text = decodeURIComponent(fragment.slice(NAME.length)).replaceAll("-", "+").replaceAll("_", "/");
    const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
    return await limitedText(packed.stream().pipeThrough(new DecompressionStream(FORMAT)));
  } catch {
    return undefined;
  }
}

/** A few bytes may inflate to any number of them: rejects as soon as there are too many. */
async function limitedText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = stream.getReader();
  let text = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_CODE) {
      await reader.cancel();
      throw new RangeError(`got more than ${MOST_CODE} characters`);
    }
  }
  return text + decoder.decode();
}
