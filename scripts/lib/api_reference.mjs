/** Generates docs/api.md from the source: everything that web/src/module/public.ts exports, with its types and comments. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { code, table } from "./element_manifest.mjs";
import { inRoot } from "./paths.mjs";
import { CommandError } from "./run.mjs";

const page = inRoot("docs/api.md");
const folder = "web/src/module";
/** The functions that most integrators look for, which come first. */
const FIRST = [
  ...["pad", "paddingMask", "causalMask", "combineMasks"],
  ...["MultiHeadAttention", "createMultiHeadAttention", "multiHeadAttention", "scaledDotProductAttention"],
];
/** Interfaces whose members are functions of a module; the others describe objects. */
const FUNCTIONS = ["BareModule", "Operations", "HeadsUp"];

/**
 * @typedef {import("typescript")} TypeScript
 * @typedef {import("typescript").Node} Node
 * @typedef {{ name: string, signature: string, gives: string, says: string }} Row
 */

/** @param {TypeScript} ts  @param {string} name  below the module's folder */
function parsed(ts, name) {
  const file = path.posix.join(folder, name.replace(/\.js$/, ".ts"));
  return ts.createSourceFile(file, readFileSync(inRoot(file), "utf8"), ts.ScriptTarget.ES2022, true);
}

const textOf = (/** @type {Node | undefined} */ node) => node?.getText().replace(/\s+/g, " ") ?? "";

/** The declarations that public.ts exports, in its order.  @param {TypeScript} ts */
function declarations(ts) {
  const found = [];
  for (const statement of parsed(ts, "public.ts").statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    const { exportClause } = statement;
    const names =
      exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : undefined;
    for (const one of parsed(ts, textOf(statement.moduleSpecifier).slice(1, -1)).statements) {
      const isKnown =
        ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isFunctionDeclaration(one);
      const isExported = isKnown && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (isExported && (names?.includes(one.name?.text ?? "") ?? true)) found.push(one);
    }
  }
  return found;
}

/** @param {TypeScript} ts  @param {Node} node */
function commentOf(ts, node) {
  const comment = ts.getJSDocCommentsAndTags(node)[0]?.comment;
  return typeof comment === "string" ? comment.replace(/\s+/g, " ") : "";
}

/** A function, method or property as a row of a table.  @param {TypeScript} ts  @param {any} node  @returns {Row} */
function row(ts, node) {
  const name = textOf(node.name);
  const says = commentOf(ts, node);
  if (!node.parameters)
    return { name, signature: name + (node.questionToken ? "?" : ""), gives: textOf(node.type), says };
  const generics = node.typeParameters ? `<${node.typeParameters.map(textOf).join(", ")}>` : "";
  const signature = `${name}${generics}(${node.parameters.map(textOf).join(", ")})`;
  return { name, signature, gives: textOf(node.type), says };
}

/** @param {string} heading  @param {readonly Row[]} rows */
const rowsTable = (heading, rows) =>
  table(
    [heading, "type", ""],
    rows.map(({ signature, gives, says }) => [code(signature), code(gives), says]),
  );

/** The text of the whole page. */
async function reference() {
  const { default: ts } = await import("typescript");
  const all = declarations(ts);
  const interfaces = all.filter((one) => ts.isInterfaceDeclaration(one));
  /** @param {string} name */
  const membersOf = (name) => {
    const found = interfaces.find((one) => one.name.text === name);
    if (!found)
      throw new CommandError(`${folder}/public.ts does not export ${name}, of which docs/api.md is made`);
    return found.members.map((member) => row(ts, member));
  };
  const inBoth = [...membersOf("Operations"), ...membersOf("BareModule")];
  const first = FIRST.map((name) => inBoth.find((one) => one.name === name));
  const described = interfaces.filter((one) => !FUNCTIONS.includes(one.name.text));
  const ownFunctions = all.filter((one) => ts.isFunctionDeclaration(one)).map((one) => row(ts, one));
  const load = parsed(ts, "index.ts").statements.filter((one) => ts.isFunctionDeclaration(one));
  const aliases = all.filter((one) => ts.isTypeAliasDeclaration(one));
  return [
    "# Reference",
    `Generated from the source (\`${folder}\`) by \`npm run format\`; \`npm run check\` compares. [The module](module.md) says how the
parts fit together and which letters stand for which axis; [the lesson spec](lesson-spec.md), [explain](explain.md),
[training](training.md) and [errors](errors.md) have the meaning of their fields.`,
    "## Padding, masking and multi-head attention",
    "In both modules: `createHeadsUp()` of `heads-up-attention/heads-up.js`, which is the Embind exports, and `load()` of\n`heads-up-attention`. A class and `delete()` belong to the first, weights by other names to the second.",
    rowsTable("function", /** @type {Row[]} */ (first)),
    "## The other functions of both",
    rowsTable(
      "function",
      inBoth.filter(({ name }) => !FIRST.includes(name)),
    ),
    "## What load() adds or widens",
    rowsTable("function", membersOf("HeadsUp")),
    "## Functions that the package exports",
    rowsTable("function", [...load.map((one) => row(ts, one)), ...ownFunctions]),
    "## Objects and options",
    ...described.flatMap((one) => {
      const rows = one.members.filter((member) => member.name).map((member) => row(ts, member));
      const calls = one.members.filter((member) => !member.name).map(textOf);
      const parents = one.heritageClauses?.map(textOf).join(" ") ?? "";
      const generics = one.typeParameters ? `<${one.typeParameters.map(textOf).join(", ")}>` : "";
      return [
        `### ${one.name.text}`,
        ...(generics || parents ? [code(`${one.name.text}${generics} ${parents}`.trim())] : []),
        commentOf(ts, one),
        ...calls.map((call) => `- ${code(call)}`),
        rows.length > 0 ? rowsTable("member", rows) : "",
      ].filter(Boolean);
    }),
    "## Types",
    table(
      ["type", "is", ""],
      aliases.map((one) => {
        const generics = one.typeParameters ? `<${one.typeParameters.map(textOf).join(", ")}>` : "";
        return [
          code(one.name.text + generics),
          code(textOf(one.type).replace(/^\| /, "")),
          commentOf(ts, one),
        ];
      }),
    ),
  ].join("\n\n");
}

/** Checks that docs/api.md matches the source. */
export async function apiReference() {
  if (readFileSync(page, "utf8") !== `${await reference()}\n`)
    throw new CommandError("docs/api.md is not what the source says: npm run format writes it");
}

export async function writeApiReference() {
  writeFileSync(page, `${await reference()}\n`);
}
