/** The comments and the indentation of css`…` templates are for readers of the source; builds leave them out. */

/** A css`…` template whose expressions, if any, are plain names and calls. */
const TEMPLATE = /\bcss`(?:[^`\\$]|\\.|\$\{[\w.()" ]*\})*`/g;
const PARTS = /("[^"]*"|\$\{[^}]*\})|(\/\*[\s\S]*?\*\/)|\s*([{};,])\s*|(:)\s+|\s+/g;

/**
 * Strings and expressions stay as they are; so does a space that may separate selectors or values.
 * @param {string} code
 */
export const compactCss = (code) =>
  code.replace(TEMPLATE, (template) =>
    template.replace(
      PARTS,
      (_, /** @type {(string | undefined)[]} */ ...[kept, comment, sign, colon]) =>
        kept ?? (comment ? "" : (sign ?? colon ?? " ")),
    ),
  );
