/** Removes comments and indentation from css`…` templates in builds. */

/** Matches a css`…` template; one with an expression other than a plain name or call is left as it is. */
const TEMPLATE = /\bcss`(?:[^`\\$]|\\.|\$\{[\w.()" ]*\})*`/g;
const PARTS = /("[^"]*"|\$\{[^}]*\})|(\/\*[\s\S]*?\*\/)|\s*([{};,])\s*|(:)\s+|\s+/g;

/**
 * Keeps strings, expressions, and every space that may separate selectors or values.
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
