/** Draws a series as a log-log plot in SVG, with its own background so that it is readable on light and dark pages. */

/**
 * @typedef {{ x: number, ms: number }} Point
 * @typedef {object} Line
 * @property {string} name
 * @property {string} role    its class, which sets colour and dashes
 * @property {readonly Point[]} points
 * @property {boolean} [dots]
 */

const [WIDTH, HEIGHT] = [720, 400];
const FRAME = { left: 64, right: 180, top: 20, bottom: 48 };
const STYLE = `
  .ground { fill: #fff } .grid { stroke: #e3e3e3 } text { fill: #333; font: 13px system-ui, sans-serif }
  .line { fill: none; stroke-width: 2 } .ours { --hue: #0b62b8 } .onnxruntime { --hue: #b3541e } .tfjs { --hue: #6a6a6a }
  .part { --hue: #0b62b8; stroke-dasharray: 2 5; stroke-width: 1.5 }
  .fit { --hue: #0b62b8; stroke-dasharray: 9 5; stroke-width: 1.5 } .line, .dot { stroke: var(--hue) } .dot, .name { fill: var(--hue) }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #14181d } .grid { stroke: #333a42 } text { fill: #d5d9de }
    .ours, .part, .fit { --hue: #6db3f8 } .onnxruntime { --hue: #f0a06a } .tfjs { --hue: #b0b0b0 } .name { fill: var(--hue) }
  }`;

const round = (/** @type {number} */ value) => value.toFixed(1);

/** The powers of ten that span these values. @param {readonly number[]} values */
function decades(values) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

/** Maps a value to a coordinate, on a log scale. @param {number} low @param {number} high @param {number} from @param {number} to */
const logScale = (low, high, from, to) => (/** @type {number} */ value) =>
  from + (Math.log(value / low) / Math.log(high / low)) * (to - from);

const timeWords = (/** @type {number} */ ms) =>
  ms >= 1000 ? `${ms / 1000} s` : ms >= 1 ? `${ms} ms` : `${1000 * ms} µs`;

/** Moves the names at the ends of lines apart where they would overlap. @param {{ y: number }[]} names */
function spaced(names) {
  const sorted = names.toSorted((a, b) => a.y - b.y);
  for (const [i, name] of sorted.entries()) {
    const above = sorted[i - 1];
    if (above) name.y = Math.max(name.y, above.y + 17);
  }
}

/** @param {Line} line @param {(x: number) => number} toX @param {(ms: number) => number} toY */
function drawn({ role, points, dots }, toX, toY) {
  const places = points.map(({ x, ms }) => `${round(toX(x))},${round(toY(ms))}`);
  const line = `<polyline class="line ${role}" points="${places.join(" ")}"/>`;
  const marks = dots
    ? points.map(
        ({ x, ms }) => `<circle class="dot ${role}" cx="${round(toX(x))}" cy="${round(toY(ms))}" r="3.5"/>`,
      )
    : [];
  return [line, ...marks].join("\n");
}

/**
 * @param {readonly Line[]} lines
 * @param {{ title: string, axis: string }} words
 */
export function plot(lines, { title, axis }) {
  const points = lines.flatMap((line) => (line.dots ? line.points : []));
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const ticks = decades(points.map(({ ms }) => ms));
  const [right, bottom] = [WIDTH - FRAME.right, HEIGHT - FRAME.bottom];
  const toX = logScale(xs[0] ?? 1, xs.at(-1) ?? 1, FRAME.left, right);
  const toY = logScale(ticks[0] ?? 1, ticks.at(-1) ?? 1, bottom, FRAME.top);
  const names = lines.map(({ name, role, points: own }) => ({ name, role, y: toY(own.at(-1)?.ms ?? 1) }));
  spaced(names);
  const grid = ticks.map((ms) => {
    const y = round(toY(ms));
    return `<path class="grid" d="M${FRAME.left} ${y}H${right}"/><text x="${FRAME.left - 8}" y="${y}" dy="4" text-anchor="end">${timeWords(ms)}</text>`;
  });
  const below = xs.map(
    (x) => `<text x="${round(toX(x))}" y="${bottom + 20}" text-anchor="middle">${x}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>${title}</title>
<style>${STYLE}</style>
<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
${grid.join("\n")}
${below.join("\n")}
<text x="${round((FRAME.left + right) / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${axis}</text>
<clipPath id="frame"><rect x="${FRAME.left - 5}" y="${FRAME.top - 5}" width="${right - FRAME.left + 10}" height="${bottom - FRAME.top + 10}"/></clipPath>
<g clip-path="url(#frame)">
${lines.map((line) => drawn(line, toX, toY)).join("\n")}
</g>
${names.map(({ name, role, y }) => `<text class="name ${role}" x="${right + 12}" y="${round(y)}" dy="4">${name}</text>`).join("\n")}
</svg>
`;
}
