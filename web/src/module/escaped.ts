/** Text for XML and HTML. */

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML forbids: control characters, lone surrogates. https://www.w3.org/TR/xml/#charsets */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text escaped for an element or an attribute. */
export const escaped = (text: string): string =>
  text.replace(UNWRITABLE, "\ufffd").replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
