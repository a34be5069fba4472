/** The tests' interface to a browser, independent of engine and driver. */

export interface Engine {
  /** Goes to an address and waits for its load. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. It sees only its arguments; arguments and result are JSON. */
  evaluate<A extends readonly unknown[], R>(body: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Presses a key by name or letter, after any modifiers: `Enter`, `?`, `Control+Shift+z`. */
  press(keys: string): Promise<void>;
  /** Types a text, key by key, into the focused element. */
  type(text: string): Promise<void>;
  /** Clicks with the mouse at a point of the window. */
  click(x: number, y: number): Promise<void>;
  /** Drags with the mouse or a finger from point to point; with a single point, presses it. */
  draw(by: "mouse" | "touch", points: readonly Point[]): Promise<void>;
  /** Chooses a file in the field that a function in the page finds. */
  choose<A extends readonly unknown[]>(
    file: string,
    find: (...args: A) => Element | null,
    ...args: A
  ): Promise<void>;
  /** The browser's download folder. */
  readonly saved: string;
  /** Gives the page this size. */
  resize(width: number, height: number): Promise<void>;
  /** A screenshot as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Emulates a system with reduced motion. */
  readonly reducedMotion?: boolean;
  /** Emulates a touch screen. */
  readonly touch?: boolean;
}

export type Point = readonly [x: number, y: number];

export type Launch = (options?: EngineOptions) => Promise<Engine>;

export const WINDOW = { width: 1280, height: 800 } as const;

/** WebDriver's code points for the keys that the tests press by name. */
const KEYS: Readonly<Record<string, string>> = {
  ArrowDown: "\uE015",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  ArrowUp: "\uE013",
  Control: "\uE009",
  End: "\uE010",
  Enter: "\uE007",
  Escape: "\uE00C",
  Home: "\uE011",
  PageDown: "\uE00F",
  PageUp: "\uE00E",
  Shift: "\uE008",
  Space: " ",
  Tab: "\uE004",
};

function keyOf(name: string): string {
  const key = [...name].length === 1 ? name : KEYS[name];
  if (key === undefined) throw new Error(`${name} is no key of these tests`);
  return key;
}

/** A key press as WebDriver actions, which are the same in both of its protocols. */
export function pressActions(keys: string): object[] {
  const values = keys.split("+").map(keyOf);
  const down = values.map((value) => ({ type: "keyDown", value }));
  return [
    {
      type: "key",
      id: "keyboard",
      actions: [...down, ...values.toReversed().map((value) => ({ type: "keyUp", value }))],
    },
  ];
}

export const typeActions = (text: string): object[] => [
  {
    type: "key",
    id: "keyboard",
    actions: [...text].flatMap((letter) => {
      const value = letter === "\n" ? keyOf("Enter") : letter;
      return [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
    }),
  },
];

export function drawActions(pointerType: "mouse" | "touch", [from, ...others]: readonly Point[]): object[] {
  const to = ([x, y]: Point = [0, 0]): object => ({
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
  });
  return [
    {
      type: "pointer",
      id: pointerType,
      parameters: { pointerType },
      actions: [
        to(from),
        { type: "pointerDown", button: 0 },
        ...others.map(to),
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}
