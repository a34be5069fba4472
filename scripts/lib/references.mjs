/**
 * What is generated from the comments and types of the source: the tables of docs/element.md and the Custom Elements Manifest
 * that editors read, from the element's interface and class; docs/api.md, from all that web/src/module/public.ts exports.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";
import { CommandError } from "./run.mjs";

/**
 * @typedef {typeof import("typescript")} TypeScript
 * @typedef {import("typescript").Node} Node
 */

/** @param {TypeScript} ts  @param {string} file */
const parsed = (ts, file) =>
  ts.createSourceFile(file, readFileSync(inRoot(file), "utf8"), ts.ScriptTarget.ES2022, true);

const textOf = (/** @type {Node | undefined} */ node) => node?.getText().replace(/\s+/g, " ") ?? "";

/** @param {TypeScript} ts  @param {Node} node */
function commentOf(ts, node) {
  const comment = ts.getJSDocCommentsAndTags(node)[0]?.comment;
  return typeof comment === "string" ? comment.replace(/\s+/g, " ") : "";
}

/** The text of a table cell; a row of a table must be one line. */
const cellText = (/** @type {string} */ cell) => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

/** @param {readonly string[]} head  @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cellText).join(" | ")} |`).join("\n");

const code = (/** @type {string | undefined} */ text) => (text ? `\`${text}\`` : "");

const CLASS = "web/src/element/heads_up_element.ts";
const INTERFACE = "web/src/element/element_api.ts";

/**
 * The manifest, in the form of the schema of webcomponents/custom-elements-manifest. The interface says what is public and
 * describes it; the class says which attribute a property has, and lists its custom properties and parts.
 */
export async function elementManifest() {
  const { default: ts } = await import("typescript");
  const element = parsed(ts, CLASS).statements.find(ts.isClassDeclaration);
  const interfaces = parsed(ts, INTERFACE).statements.filter(ts.isInterfaceDeclaration);
  const options = element?.members.find((one) => textOf(one.name) === "properties");
  const [properties, methods, events] = ["Properties", "Methods", "Events"].map((kind) =>
    interfaces
      .find(({ name }) => name.text === `HeadsUp${kind}`)
      ?.members.filter((one) => !ts.isSetAccessor(one)),
  );
  if (!element || !options || !properties || !methods || !events)
    throw new CommandError(`${CLASS} and ${INTERFACE} do not have what docs/element.md is made of`);
  /** The options of Lit for a property, as text. */
  const optionsOf = (/** @type {string} */ name) =>
    new RegExp(`\\b${name}: (\\{.*?\\})`).exec(textOf(options))?.[1];
  const tags = (/** @type {string} */ tag) =>
    ts.getJSDocTags(element).flatMap(({ tagName, comment }) => {
      const [, name, description] = (tagName.text === tag && /^(\S+) - (.*)$/s.exec(String(comment))) || [];
      return name ? [{ description, name }] : [];
    });
  const typeOf = (/** @type {any} */ { type }) => ({ type: { text: textOf(type) } });
  const fields = properties.map((one) => ({
    kind: "field",
    name: textOf(one.name),
    ...typeOf(one),
    description: commentOf(ts, one),
    ...(optionsOf(textOf(one.name))?.includes("reflect: true") && { reflects: true }),
    ...(ts.isPropertySignature(one) && { readonly: true }),
  }));
  const declaration = {
    kind: "class",
    name: "HeadsUpElement",
    tagName: "heads-up",
    customElement: true,
    description: commentOf(ts, element),
    superclass: { name: "LitElement", package: "lit" },
    cssProperties: tags("cssprop"),
    cssParts: tags("csspart"),
    members: [
      ...fields,
      ...methods.filter(ts.isMethodSignature).map((one) => ({
        kind: "method",
        name: textOf(one.name),
        return: typeOf(one),
        description: commentOf(ts, one),
        parameters: one.parameters.map((parameter) => ({
          name: textOf(parameter.name),
          ...typeOf(parameter),
        })),
      })),
    ],
    attributes: fields
      .filter(({ name }) => optionsOf(name) && !optionsOf(name)?.includes("attribute: false"))
      .map(({ name, type, description }) => ({ name, fieldName: name, type, description })),
    events: events.map((one) => ({
      name: textOf(one.name).replaceAll('"', ""),
      description: commentOf(ts, one),
      type: { text: `CustomEvent<${typeOf(one).type.text}>` },
    })),
  };
  const exported = { kind: "js", name: "HeadsUpElement", declaration: { name: "HeadsUpElement" } };
  const defined = { kind: "custom-element-definition", name: "heads-up" };
  const where = { name: "HeadsUpElement", module: "element/class.js" };
  const modules = [
    { kind: "javascript-module", path: "element/class.js", declarations: [declaration], exports: [exported] },
    {
      kind: "javascript-module",
      path: "element.js",
      declarations: [],
      exports: [{ ...defined, declaration: where }],
    },
  ];
  return { schemaVersion: "1.0.0", readme: "README.md", modules };
}

const [BEGIN, END] = ["<!-- from the source: begin -->", "<!-- from the source: end -->"];

/** docs/element.md with its tables as the source has them.  @param {string} page */
async function elementPage(page) {
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  if (after === undefined) throw new CommandError(`docs/element.md: wants the lines ${BEGIN} and ${END}`);
  const { declarations: [element] = [] } = (await elementManifest()).modules[0] ?? {};
  if (!element) throw new CommandError("the manifest has no element");
  const attributeOf = new Map(element.attributes.map(({ fieldName, name }) => [fieldName, name]));
  /** @type {(title: string, head: string[], list: readonly any[], row: (one: any) => string[]) => string} */
  const section = (title, head, list, row) =>
    `## ${title}\n\n${table(
      [...head, ""],
      list.map((one) => [...row(one), one.description]),
    )}`;
  const ofKind = (/** @type {string} */ wanted) => element.members.filter(({ kind }) => kind === wanted);
  const tables = [
    section("Properties", ["property", "attribute", "type"], ofKind("field"), (one) =>
      [one.name, attributeOf.get(one.name), one.type.text].map(code),
    ),
    section("Methods", ["method"], ofKind("method"), ({ name, parameters }) => {
      const list = parameters.map((/** @type {any} */ one) => `${one.name}: ${one.type.text}`);
      return [code(`${name}(${list.join(", ")})`)];
    }),
    section("Events", ["event", "detail"], element.events, (one) =>
      [one.name, one.type.text.slice(12, -1)].map(code),
    ),
    section("Custom properties", ["property"], element.cssProperties, ({ name }) => [code(name)]),
    section("Parts", ["part"], element.cssParts, ({ name }) => [code(name)]),
  ];
  return `${before}${BEGIN}\n\n${tables.join("\n\n")}\n\n${END}${after}`;
}

const folder = "web/src/module";
/** The functions that most integrators look for, which come first. */
const FIRST = [
  ...["pad", "paddingMask", "causalMask", "combineMasks"],
  ...["MultiHeadAttention", "createMultiHeadAttention", "multiHeadAttention", "scaledDotProductAttention"],
];
/** Interfaces whose members are functions of a module; the others describe objects. */
const FUNCTIONS = ["BareModule", "Operations", "HeadsUp"];

/** The declarations that public.ts exports, in its order.  @param {TypeScript} ts */
function declarations(ts) {
  const found = [];
  for (const statement of parsed(ts, `${folder}/public.ts`).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    const { exportClause } = statement;
    const from = textOf(statement.moduleSpecifier).slice(1, -1).replace(/\.js$/, ".ts");
    const names =
      exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : undefined;
    for (const one of parsed(ts, path.posix.join(folder, from)).statements) {
      const isKnown =
        ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isFunctionDeclaration(one);
      const isExported = isKnown && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (isExported && (names?.includes(one.name?.text ?? "") ?? true)) found.push(one);
    }
  }
  return found;
}

const genericsOf = (/** @type {any} */ { typeParameters }) =>
  typeParameters ? `<${typeParameters.map(textOf).join(", ")}>` : "";

/** docs/api.md. */
async function apiPage() {
  const { default: ts } = await import("typescript");
  const all = declarations(ts);
  const interfaces = all.filter((one) => ts.isInterfaceDeclaration(one));
  /** @param {string} name */
  const membersOf = (name) => {
    const found = interfaces.find((one) => one.name.text === name);
    if (!found)
      throw new CommandError(`${folder}/public.ts does not export ${name}, of which docs/api.md is made`);
    return found.members;
  };
  /** Functions, methods or properties, one a row. */
  const rows = (/** @type {string} */ heading, /** @type {readonly any[]} */ nodes) =>
    table(
      [heading, "type", ""],
      nodes.map((node) => {
        const parameters = node.parameters && `(${node.parameters.map(textOf).join(", ")})`;
        const optional = node.questionToken ? "?" : "";
        const signature = textOf(node.name) + (parameters ? genericsOf(node) + parameters : optional);
        return [code(signature), code(textOf(node.type)), commentOf(ts, node)];
      }),
    );
  const inBoth = [...membersOf("Operations"), ...membersOf("BareModule")];
  const isFirst = (/** @type {Node & { name?: Node }} */ { name }) => FIRST.includes(textOf(name));
  const functions = [...parsed(ts, `${folder}/index.ts`).statements, ...all];
  return `${[
    "# Reference",
    `Generated from the source (\`${folder}\`) by \`npm run format\`; \`npm run check\` compares. [The module](module.md) says how the
parts fit together and which letters stand for which axis; [the lesson spec](lesson-spec.md), [explain](explain.md),
[training](training.md) and [errors](errors.md) have the meaning of their fields.`,
    "## Padding, masking and multi-head attention",
    "In both modules: `createHeadsUp()` of `heads-up-attention/heads-up.js`, which is the Embind exports, and `load()` of\n`heads-up-attention`. A class and `delete()` belong to the first, weights by other names to the second.",
    rows(
      "function",
      FIRST.map((first) => inBoth.find(({ name }) => textOf(name) === first)),
    ),
    "## The other functions of both",
    rows(
      "function",
      inBoth.filter((one) => !isFirst(one)),
    ),
    "## What load() adds or widens",
    rows("function", membersOf("HeadsUp")),
    "## Functions that the package exports",
    rows("function", functions.filter(ts.isFunctionDeclaration)),
    "## Objects and options",
    ...interfaces.flatMap((one) => {
      const name = one.name.text;
      if (FUNCTIONS.includes(name)) return [];
      const heading = `${genericsOf(one)} ${one.heritageClauses?.map(textOf).join(" ") ?? ""}`.trimEnd();
      const named = one.members.filter((member) => member.name);
      return [
        `### ${name}`,
        heading && code(name + heading),
        commentOf(ts, one),
        ...one.members.filter((member) => !member.name).map((call) => `- ${code(textOf(call))}`),
        named.length > 0 ? rows("member", named) : "",
      ].filter(Boolean);
    }),
    "## Types",
    table(
      ["type", "is", ""],
      all
        .filter((one) => ts.isTypeAliasDeclaration(one))
        .map((one) => [
          code(one.name.text + genericsOf(one)),
          code(textOf(one.type).replace(/^\| /, "")),
          commentOf(ts, one),
        ]),
    ),
  ].join("\n\n")}\n`;
}

/** @type {Readonly<Record<string, (page: string) => Promise<string>>>} */
const PAGES = { "docs/element.md": elementPage, "docs/api.md": apiPage };

/** Checks that the generated documents match the source. */
export async function references() {
  for (const [file, generated] of Object.entries(PAGES)) {
    const page = readFileSync(inRoot(file), "utf8");
    if (page !== (await generated(page)))
      throw new CommandError(`${file} is not what the source says: npm run format writes it`);
  }
}

export async function writeReferences() {
  for (const [file, generated] of Object.entries(PAGES))
    writeFileSync(inRoot(file), await generated(readFileSync(inRoot(file), "utf8")));
}
