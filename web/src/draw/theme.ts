/** Ink and paper. Axis letters have a colour each, used for letters, brackets and shapes alike, never for values. */

export interface Theme {
  readonly name: "light" | "dark";
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly accent: string;
  /** Behind masked cells and cells not yet computed. */
  readonly blank: string;
  /** The hatching of masked cells: seen on blank, quieter than ink. */
  readonly hatch: string;
  readonly negative: string;
  readonly positive: string;
  /** The exponent from a value's share of its range to its share of colour: steps near black are seen less than steps near white. */
  readonly ramp: number;
  /** How much of a cell is left while another one is explained. */
  readonly rest: number;
  readonly axes: Readonly<Record<string, string>>;
}

export const light: Theme = {
  name: "light",
  paper: "#fbfaf7",
  ink: "#1c1b19",
  muted: "#65625b",
  hairline: "#d9d6cf",
  accent: "#0b6e6e",
  blank: "#efede7",
  hatch: "#cdc9bf",
  negative: "#2166ac",
  positive: "#b2182b",
  ramp: 1,
  rest: 0.5,
  axes: {
    B: "#7a4b00",
    L: "#5b3fa8",
    S: "#00677f",
    T: "#8a2a7b",
    H: "#33691e",
    D: "#9a3412",
    K: "#1d4ed8",
    A: "#1d4ed8",
    V: "#4b5563",
    "1": "#65625b",
  },
};

export const dark: Theme = {
  name: "dark",
  paper: "#14161a",
  ink: "#ecebe7",
  muted: "#a3a19a",
  hairline: "#2c3037",
  accent: "#4cc2b8",
  blank: "#20242a",
  hatch: "#4a515c",
  negative: "#5b9fe0",
  positive: "#f0707f",
  ramp: 0.7,
  rest: 0.68,
  axes: {
    B: "#e0b25c",
    L: "#b9a4f5",
    S: "#5cc6e0",
    T: "#e59ad6",
    H: "#9ccc65",
    D: "#f4a27a",
    K: "#8fb4ff",
    A: "#8fb4ff",
    V: "#b6bcc6",
    "1": "#a3a19a",
  },
};
