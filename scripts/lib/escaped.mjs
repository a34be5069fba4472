/**
 * Text as it stands in HTML and XML.
 * @param {string} text
 */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
