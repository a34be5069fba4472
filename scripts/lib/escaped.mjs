/**
 * Text with the characters replaced that HTML and XML give a meaning to.
 * @param {string} text
 */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
