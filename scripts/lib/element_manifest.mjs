/**
 * Generates the Custom Elements Manifest that editors read, and the tables of docs/element.md, from the source of <heads-up>.
 * The class declares the attributes; the interface that it implements says what is public and describes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { CommandError } from "./run.mjs";

const CLASS = "web/src/element/heads_up_element.ts";
const INTERFACE = "web/src/element/element_api.ts";
const page = inRoot("docs/element.md");
const [BEGIN, END] = ["<!-- from the source: begin -->", "<!-- from the source: end -->"];

/**
 * The analyzer has its own TypeScript. Neither it nor the plugin has types.
 * @typedef {typeof import("typescript")} TypeScript
 * @typedef {{ create: (options: object) => any, ts: TypeScript }} Analyzer
 * @typedef {{ description: string, type: string, parameters: { name: string, type: { text: string } }[] }} Described
 */

/**
 * The members of the interfaces, with their documentation.
 * @param {TypeScript} ts
 */
function descriptionsOf(ts) {
  const text = readFileSync(inRoot(INTERFACE), "utf8");
  const source = ts.createSourceFile(INTERFACE, text, ts.ScriptTarget.ES2022, true);
  const textOf = (/** @type {import("typescript").Node | undefined} */ node) =>
    node?.getText(source).replace(/\s+/g, " ") ?? "";
  /** @type {Record<string, Map<string, Described>>} */
  const described = {};
  for (const node of source.statements.filter(ts.isInterfaceDeclaration)) {
    // A setter has the type of what may be assigned, and no comment of its own.
    const declared = node.members.filter((member) => !ts.isSetAccessor(member));
    const members = declared.map((member) => {
      const comment = ts.getJSDocCommentsAndTags(member)[0]?.comment;
      const { type, parameters = [] } = /** @type {import("typescript").MethodSignature} */ (member);
      const description = {
        description: typeof comment === "string" ? comment : "",
        type: textOf(type),
        parameters: parameters.map(({ name, type }) => ({
          name: textOf(name),
          type: { text: textOf(type) },
        })),
      };
      return /** @type {const} */ ([textOf(member.name).replaceAll('"', ""), description]);
    });
    described[node.name.text] = new Map(members);
  }
  return described;
}

/** The manifest, in the form of the schema of webcomponents/custom-elements-manifest. */
export async function elementManifest() {
  const analyzer = /** @type {unknown} */ (await import("@custom-elements-manifest/analyzer"));
  const { create, ts } = /** @type {Analyzer} */ (analyzer);
  // @ts-expect-error the plugin has no types
  const lit = await import("@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js");
  const source = ts.createSourceFile(
    CLASS,
    readFileSync(inRoot(CLASS), "utf8"),
    ts.ScriptTarget.ES2022,
    true,
  );
  const manifest = create({ modules: [source], plugins: lit.litPlugin(), context: { dev: false } });
  const analyzed = manifest.modules[0]?.declarations?.find(
    (/** @type {any} */ one) => one.name === "HeadsUpElement",
  );
  const { HeadsUpProperties, HeadsUpMethods, HeadsUpEvents } = descriptionsOf(ts);
  if (!analyzed || !HeadsUpProperties || !HeadsUpMethods || !HeadsUpEvents)
    throw new CommandError(`${CLASS} and ${INTERFACE} do not have what docs/element.md is made of`);
  const descriptions = new Map([...HeadsUpProperties, ...HeadsUpMethods]);
  const isPublic = (/** @type {{ name: string }} */ { name }) => descriptions.has(name);
  /** @param {any} one */
  const withDescription = ({ attribute, privacy, ...one }) => {
    const { description = "", type, parameters } = descriptions.get(one.fieldName ?? one.name) ?? {};
    return { ...one, description, ...(one.kind === "method" ? { parameters } : { type: { text: type } }) };
  };
  const declaration = {
    ...analyzed,
    tagName: "heads-up",
    members: analyzed.members.filter(isPublic).map(withDescription),
    attributes: analyzed.attributes.filter(isPublic).map(withDescription),
    events: [...HeadsUpEvents].map(([name, { description, type }]) => ({
      ...{ name, description, type: { text: `CustomEvent<${type}>` } },
    })),
  };
  const exported = { kind: "js", name: "HeadsUpElement", declaration: { name: "HeadsUpElement" } };
  const defined = { kind: "custom-element-definition", name: "heads-up" };
  const where = { name: "HeadsUpElement", module: "element/class.js" };
  const modules = [
    { kind: "javascript-module", path: "element/class.js", declarations: [declaration], exports: [exported] },
    { kind: "javascript-module", path: "element.js", exports: [{ ...defined, declaration: where }] },
  ];
  return { schemaVersion: "1.0.0", readme: "README.md", modules };
}

/** The text of a table cell; a row of a table must be one line. */
const cellText = (/** @type {string} */ cell) => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

/** @param {readonly string[]} head  @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cellText).join(" | ")} |`).join("\n");

export const code = (/** @type {string | undefined} */ text) => (text ? `\`${text}\`` : "");

/** The tables of docs/element.md. */
async function tables() {
  const { declarations: [element] = [] } = (await elementManifest()).modules[0] ?? {};
  const fields = element.members.filter((/** @type {any} */ { kind }) => kind === "field");
  const methods = element.members.filter((/** @type {any} */ { kind }) => kind === "method");
  const attributeOf = new Map(element.attributes.map((/** @type {any} */ one) => [one.fieldName, one.name]));
  const parameters = (/** @type {any[]} */ list = []) =>
    list.map(({ name, type }) => `${name}: ${type.text}`).join(", ");
  /** @type {(title: string, head: string[], list: readonly any[], row: (one: any) => string[]) => string} */
  const section = (title, head, list, row) =>
    `## ${title}\n\n${table(
      [...head, ""],
      list.map((one) => [...row(one), one.description]),
    )}`;
  return [
    section("Properties", ["property", "attribute", "type"], fields, (one) =>
      [one.name, attributeOf.get(one.name), one.type?.text].map(code),
    ),
    section("Methods", ["method"], methods, (one) => [code(`${one.name}(${parameters(one.parameters)})`)]),
    section("Events", ["event", "detail"], element.events, (one) =>
      [one.name, one.type.text.slice(12, -1)].map(code),
    ),
    section("Custom properties", ["property"], element.cssProperties, ({ name }) => [code(name)]),
    section("Parts", ["part"], element.cssParts, ({ name }) => [code(name)]),
  ].join("\n\n");
}

/** The page as it is, and as it should be. */
async function pageTexts() {
  const actual = readFileSync(page, "utf8");
  const [before, after] = [actual.split(BEGIN)[0], actual.split(END)[1]];
  if (after === undefined) throw new CommandError(`docs/element.md: wants the lines ${BEGIN} and ${END}`);
  return { actual, expected: `${before}${BEGIN}\n\n${await tables()}\n\n${END}${after}` };
}

/** Checks that the tables of docs/element.md match the source. */
export async function elementDocs() {
  const { actual, expected } = await pageTexts();
  if (actual !== expected)
    throw new CommandError("docs/element.md is not what the source says: npm run format writes it");
}

export async function writeElementDocs() {
  writeFileSync(page, (await pageTexts()).expected);
}
