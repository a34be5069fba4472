/**
 * Evaluates the arguments of a Python call: numbers, names of sizes, arithmetic, `q.size(-1)`. An answer is judged by its
 * values, not by how it is written.
 */

export interface Value {
  readonly value: number;
  /** True for a result of `/`, for example. PyTorch does not accept a float as a size or an axis. */
  readonly isFloat: boolean;
}

export interface Names {
  /** Attributes have their `self.` here. */
  readonly numbers: Readonly<Record<string, number>>;
  /** For `name.size(axis)` and `name.shape[axis]`. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
}

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)|(["'])([^"']*)\3|(\*\*|\/\/|[-+*/()[\],]))/y;
const KEYWORD_NAME = /(^|,)\s*(?:dim[01]?|size|value)\s*=(?!=)/g;
const FINFO_MIN = /torch\.finfo\((?:[^()]|\([^()]*\))*\)\.min/g;
const FLOAT32_MIN = "(-3.4028234663852886e38)";
const INFINITIES = ["math.inf", "torch.inf", "np.inf", "numpy.inf"];

type Token =
  | { readonly kind: "number" | "name" | "text" | "sign"; readonly text: string }
  | { readonly kind: "end"; readonly text: "" };

/** Undefined if the text is not a list of arguments or contains an unknown name. */
export function parseArguments(text: string, names: Names): readonly Value[] | undefined {
  try {
    return new Parser(tokensOf(text), names).parseList();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}
const unreadable = (): never => {
  throw new Unreadable();
};

function tokensOf(text: string): Token[] {
  const plain = text.replaceAll("−", "-").replace(KEYWORD_NAME, "$1").replace(FINFO_MIN, FLOAT32_MIN).trim();
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < plain.length) {
    const [, number, name, , quoted, sign] = token.exec(plain) ?? unreadable();
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.replace(/\s/g, "") });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: quoted });
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}

const lookUp = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const END: Token = { kind: "end", text: "" };
const whole = (value: number): Value => ({ value, isFloat: false });
const float = (value: number): Value => ({ value, isFloat: true });

const OPERATIONS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  "+": (a, b) => ({ value: a.value + b.value, isFloat: a.isFloat || b.isFloat }),
  "-": (a, b) => ({ value: a.value - b.value, isFloat: a.isFloat || b.isFloat }),
  "*": (a, b) => ({ value: a.value * b.value, isFloat: a.isFloat || b.isFloat }),
  "/": (a, b) => float(a.value / b.value),
  "//": (a, b) => ({ value: Math.floor(a.value / b.value), isFloat: a.isFloat || b.isFloat }),
  "**": (a, b) => ({ value: a.value ** b.value, isFloat: a.isFloat || b.isFloat || b.value < 0 }),
};

/** A recursive-descent parser with Python's precedence: sums, products, signs, powers, atoms. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  #position = 0;

  constructor(tokens: readonly Token[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
  }

  parseList(): Value[] {
    const values: Value[] = [];
    while (!this.#isAtEnd()) {
      values.push(this.#sum());
      if (!this.#isAtEnd()) this.#expect(",");
    }
    return values;
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? END;
  }

  #isAtEnd = (): boolean => this.#position >= this.#tokens.length;

  #isSign(...signs: readonly string[]): boolean {
    return this.#next.kind === "sign" && signs.includes(this.#next.text);
  }

  #expect(sign: string): void {
    if (!this.#isSign(sign)) unreadable();
    this.#position++;
  }

  #binary(signs: readonly string[], operand: () => Value): Value {
    let left = operand();
    while (this.#isSign(...signs)) {
      const operation = OPERATIONS[this.#next.text];
      this.#position++;
      left = operation?.(left, operand()) ?? left;
    }
    return left;
  }

  #sum = (): Value => this.#binary(["+", "-"], this.#product);
  #product = (): Value => this.#binary(["*", "/", "//"], this.#unary);

  #unary = (): Value => {
    if (!this.#isSign("-", "+")) return this.#power();
    const isMinus = this.#isSign("-");
    this.#position++;
    const { value, isFloat } = this.#unary();
    return { value: isMinus ? -value : value, isFloat };
  };

  #power(): Value {
    const base = this.#atom();
    if (!this.#isSign("**")) return base;
    this.#position++;
    return OPERATIONS["**"]?.(base, this.#unary()) ?? base;
  }

  #atom(): Value {
    const { kind, text } = this.#next;
    if (this.#isSign("(")) return this.#bracketed("(", ")");
    this.#position++;
    if (kind === "number") return { value: Number(text), isFloat: !/^\d+$/.test(text) };
    return kind === "name" ? this.#nameOrCall(text) : unreadable();
  }

  #bracketed(open: string, close: string): Value {
    this.#expect(open);
    const value = this.#sum();
    this.#expect(close);
    return value;
  }

  #nameOrCall(name: string): Value {
    if (INFINITIES.includes(name)) return float(Number.POSITIVE_INFINITY);
    if (name === "float") return this.#float();
    if (name === "int") return whole(Math.trunc(this.#bracketed("(", ")").value));
    if (name === "math.sqrt") return float(Math.sqrt(this.#bracketed("(", ")").value));
    const [, tensor, member] = /^(.*)\.(size|shape)$/.exec(name) ?? [];
    if (tensor !== undefined)
      return this.#sizeOf(tensor, member === "size" ? this.#bracketed("(", ")") : this.#bracketed("[", "]"));
    const value = lookUp(this.#names.numbers, name);
    return value === undefined ? unreadable() : whole(value);
  }

  /** float("-inf"), or float of an expression. */
  #float(): Value {
    this.#expect("(");
    const { kind, text } = this.#next;
    if (kind === "text") this.#position++;
    const literal = text.trim().replace(/^([+-]?)inf(inity)?$/i, "$1Infinity");
    const value = kind === "text" ? Number(literal || "NaN") : this.#sum().value;
    this.#expect(")");
    return Number.isNaN(value) ? unreadable() : float(value);
  }

  #sizeOf(name: string, { value: axis }: Value): Value {
    const size = lookUp(this.#names.shapes, name)?.at(axis);
    return size === undefined || !Number.isInteger(axis) ? unreadable() : whole(size);
  }
}
