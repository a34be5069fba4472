/** A text as a QR code, black on white in both themes, with the margin that scanners need. */
import { svg, type TemplateResult } from "lit";
import { encode } from "uqr";

const MARGIN = 4;

export function qrTemplate(text: string, label: string): TemplateResult {
  const { data, size } = encode(text, { ecc: "L", border: MARGIN });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" />
  </svg>`;
}
