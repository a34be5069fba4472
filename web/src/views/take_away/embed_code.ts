/** HTML that embeds the current view in another page: the page in an iframe, or the element with its attributes. */
import { escaped } from "../../draw/paint/svg.js";
import { openingSpec, withSizesSaid } from "../../lessons/lessons.js";
import type { LessonSpec } from "../../module/types.js";

type Attributes = Readonly<Record<string, string | number | undefined>>;

function tag(name: string, attributes: Attributes): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return `<${name}${said.join("")}></${name}>`;
}

export const frameCode = (src: string, title: string): string =>
  tag("iframe", { src, title, width: "100%", height: 760, loading: "lazy", allow: "clipboard-write" });

/** The element's tag; fields that attributes cannot express are set by a script after it. */
export function elementCode(spec: LessonSpec, full: Required<LessonSpec>, attributes: Attributes): string {
  const { lesson, seed } = spec;
  const element = tag("heads-up", { lesson, ...attributes, seed });
  const said = withSizesSaid(spec, full);
  if (Object.entries(said).every(isOpening(lesson, seed))) return element;
  return element + script(`document.querySelector("heads-up").spec = ${json(said)};`);
}

/** The same for a lesson file. Changes to its spec are set once the file has loaded. */
export function fileElementCode(src: string, spec: LessonSpec, attributes: Attributes): string {
  const { lesson: _, seed, ...others } = spec;
  const element = tag("heads-up", { src, ...attributes, seed });
  if (Object.keys(others).length === 0) return element;
  return (
    element +
    script(
      'const element = document.querySelector("heads-up");',
      `const change = () => { element.spec = ${json(spec)}; };`,
      "if (element.trace) change();",
      'else element.addEventListener("heads-up-ready", change, { once: true });',
    )
  );
}

const script = (...lines: readonly string[]): string =>
  `\n<script type="module">\n${lines.map((line) => `  ${line}\n`).join("")}</script>`;

const json = (spec: LessonSpec): string => JSON.stringify(spec).replaceAll("<", "\\u003c");

/** Whether the element's attributes alone give this field. */
const isOpening = (lesson: LessonSpec["lesson"], seed: number | undefined) => {
  const opening: Readonly<Record<string, unknown>> = { ...openingSpec(lesson), seed };
  return ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(opening[field]) === JSON.stringify(value);
};
