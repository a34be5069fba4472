/** Removes comments and indentation from css`…` templates in builds. */

/** Matches a css`…` template, unless it has an expression other than a plain name or call. */
const TEMPLATE = /\bcss`(?:[^`\\$]|\\.|\$\{[\w.()" ]*\})*`/g;
const PARTS = /("[^"]*"|\$\{[^}]*\})|(\/\*[\s\S]*?\*\/)|\s*([{};,])\s*|(:)\s+|\s+/g;

/**
 * The code with compact templates. Strings, expressions, and spaces that may separate selectors or values are kept.
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
