/** What a test asks of a browser, whichever engine it is and whatever drives it. */

export interface Engine {
  /** Goes to an address and waits for its load. */
  open(url: string): Promise<void>;
  /** Runs a function in the page; it sees nothing of the test but its arguments, which are JSON, as its answer is. */
  evaluate<A extends readonly unknown[], R>(body: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  press(key: Key): Promise<void>;
  /** Clicks with the mouse at a point of the window. */
  click(x: number, y: number): Promise<void>;
  /** The window as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** As a reader whose system asks for less motion. */
  readonly reducedMotion?: boolean;
}

export type Launch = (options?: EngineOptions) => Promise<Engine>;

export const WINDOW = { width: 1280, height: 800 } as const;

/** The keys that are pressed here, and how WebDriver writes them. */
const KEYS = {
  ArrowLeft: ["\uE012"],
  ArrowRight: ["\uE014"],
  Enter: ["\uE007"],
  Escape: ["\uE00C"],
  Space: [" "],
  Tab: ["\uE004"],
  "Shift+Tab": ["\uE008", "\uE004"],
} as const;
export type Key = keyof typeof KEYS;

/** A press of a key as WebDriver's actions, of which both of its protocols have the same. */
export const pressActions = (key: Key): object[] => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      ...KEYS[key].map((value) => ({ type: "keyDown", value })),
      ...KEYS[key].toReversed().map((value) => ({ type: "keyUp", value })),
    ],
  },
];

export const clickActions = (x: number, y: number): object[] => [
  {
    type: "pointer",
    id: "mouse",
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];
