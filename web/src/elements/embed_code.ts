/** Code that puts what is shown into another page: the page in a frame, or the element with its attributes. */
import { escaped } from "../draw/svg.js";
import { openingSpec, withSizesSaid } from "../lessons/lessons.js";
import type { LessonSpec } from "../module/types.js";

type Attributes = Readonly<Record<string, string | number | undefined>>;

function tag(name: string, attributes: Attributes): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return `<${name}${said.join("")}></${name}>`;
}

export const frameCode = (src: string, title: string): string =>
  tag("iframe", { src, title, width: "100%", height: 760, loading: "lazy", allow: "clipboard-write" });

/** What an attribute cannot say is set by a line of script. */
export function elementCode(spec: LessonSpec, full: Required<LessonSpec>, attributes: Attributes): string {
  const { lesson, seed } = spec;
  const element = tag("heads-up", { lesson, ...attributes, seed });
  const said = withSizesSaid(spec, full);
  if (Object.entries(said).every(isOpening(lesson, seed))) return element;
  const json = JSON.stringify(said).replaceAll("<", "\\u003c");
  return `${element}\n<script type="module">\n  document.querySelector("heads-up").spec = ${json};\n</script>`;
}

/** Whether a field is as the element has it from its attributes alone. */
const isOpening = (lesson: LessonSpec["lesson"], seed: number | undefined) => {
  const opening: Readonly<Record<string, unknown>> = { ...openingSpec(lesson), seed };
  return ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(opening[field]) === JSON.stringify(value);
};
