/** Colour themes. Each axis letter has its colour, used for letters, brackets and shapes, never for values. */

/** The themes to choose from; high contrast is on paper or on black, following the system's light or dark. */
export const THEME_NAMES = ["light", "dark", "contrast"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export interface Theme {
  readonly name: ThemeName;
  readonly scheme: "light" | "dark";
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly accent: string;
  /** Behind masked cells and cells not yet computed. */
  readonly blank: string;
  /** The hatching of masked cells: visible on an empty cell, and faint enough to read digits over it. */
  readonly hatch: string;
  readonly negative: string;
  readonly positive: string;
  /** Exponent from share of range to share of colour: steps near black are less visible than steps near white. */
  readonly ramp: number;
  /** How much of its colour the largest value takes; less leaves the digits on it more contrast. */
  readonly depth: number;
  /** Opacity of a cell while another one is explained. */
  readonly rest: number;
  readonly axes: Readonly<Record<string, string>>;
}

/** Letters that never meet in a lesson share a colour. */
function withSharedColours(
  theme: Theme & { readonly axes: Readonly<Record<"K" | "S" | "T", string>> },
): Theme {
  const { K, S, T } = theme.axes;
  return { ...theme, axes: { ...theme.axes, A: K, P: S, F: T, "1": theme.muted } };
}

export const light: Theme = withSharedColours({
  name: "light",
  scheme: "light",
  paper: "#fbfaf7",
  ink: "#1c1b19",
  muted: "#595650",
  hairline: "#d9d6cf",
  accent: "#0b6e6e",
  blank: "#efede7",
  hatch: "#d0ccc3",
  negative: "#2166ac",
  positive: "#b2182b",
  ramp: 1,
  depth: 1,
  rest: 0.5,
  axes: {
    B: "#7a4b00",
    L: "#5b3fa8",
    S: "#00677f",
    T: "#8a2a7b",
    H: "#33691e",
    D: "#9a3412",
    K: "#1d4ed8",
    V: "#4b5563",
  },
});

/** Ink on the printer's own paper. */
export const printed: Theme = { ...light, paper: "#ffffff" };

export const dark: Theme = withSharedColours({
  name: "dark",
  scheme: "dark",
  paper: "#14161a",
  ink: "#ecebe7",
  muted: "#b0aea7",
  hairline: "#2c3037",
  accent: "#4cc2b8",
  blank: "#20242a",
  hatch: "#3b414b",
  negative: "#5b9fe0",
  positive: "#f0707f",
  ramp: 0.7,
  depth: 1,
  rest: 0.68,
  axes: {
    B: "#e0b25c",
    L: "#b9a4f5",
    S: "#5cc6e0",
    T: "#e59ad6",
    H: "#9ccc65",
    D: "#f4a27a",
    K: "#8fb4ff",
    V: "#b6bcc6",
  },
});

/** At least 7 : 1 for every letter and digit, also for those on a coloured cell. */
export const contrastLight: Theme = withSharedColours({
  name: "contrast",
  scheme: "light",
  paper: "#ffffff",
  ink: "#000000",
  muted: "#3d3d3d",
  hairline: "#767676",
  accent: "#004f4f",
  blank: "#f2f2f2",
  hatch: "#d0d0d0",
  negative: "#0a4a94",
  positive: "#9c0f22",
  ramp: 1,
  depth: 0.6,
  rest: 0.78,
  axes: {
    B: "#5c3800",
    L: "#44288c",
    S: "#004a5c",
    T: "#6b1a5e",
    H: "#214a10",
    D: "#7a2408",
    K: "#123ba3",
    V: "#3a424d",
  },
});

export const contrastDark: Theme = withSharedColours({
  name: "contrast",
  scheme: "dark",
  paper: "#000000",
  ink: "#ffffff",
  muted: "#d6d6d6",
  hairline: "#8c8c8c",
  accent: "#5cf0e2",
  blank: "#1c1c1c",
  hatch: "#404040",
  negative: "#86bdfb",
  positive: "#ff98a4",
  ramp: 0.7,
  depth: 0.45,
  rest: 0.82,
  axes: {
    B: "#f2c878",
    L: "#cdbcff",
    S: "#7adcf5",
    T: "#f5b3e6",
    H: "#b5e07f",
    D: "#ffb994",
    K: "#a9c5ff",
    V: "#d0d6de",
  },
});

/** Caches, keyed by the function that creates an empty one, so that each file declares its own. */
export class DrawCache {
  readonly #caches = new Map<() => unknown, unknown>();

  get<T>(create: () => T): T {
    const existing = this.#caches.get(create);
    if (existing !== undefined) return existing as T;
    const created = create();
    this.#caches.set(create, created);
    return created;
  }
}

/**
 * A theme with the caches of its frames. Drawing functions are pure; what a frame can reuse from the previous one is in `cache`. To
 * draw many frames, make a palette and pass it as the theme; with a bare theme every frame is drawn from scratch and looks the same.
 */
export interface Palette extends Theme {
  readonly cache?: DrawCache;
}

export const paletteOf = (theme: Theme): Palette => ({ ...theme, cache: new DrawCache() });
