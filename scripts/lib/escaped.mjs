/**
 * Text in which the special characters of HTML and XML are escaped.
 * @param {string} text
 */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
