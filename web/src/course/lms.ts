/**
 * The run-time of the LMS that opened the page, by SCORM 1.2 or 2004, whichever it has: found as the standards say, in the
 * windows around this one and around the one that opened it.
 */

type Call = "begin" | "end" | "get" | "set" | "commit" | "error";
export type Version = "1.2" | "2004";

interface Dialect {
  readonly version: Version;
  /** The object's name in its window. */
  readonly api: string;
  readonly calls: Readonly<Record<Call, string>>;
}

const SCORM_2004: Dialect = {
  version: "2004",
  api: "API_1484_11",
  calls: {
    ...{ begin: "Initialize", end: "Terminate", get: "GetValue" },
    ...{ set: "SetValue", commit: "Commit", error: "GetLastError" },
  },
};
const SCORM_12: Dialect = {
  version: "1.2",
  api: "API",
  calls: {
    ...{ begin: "LMSInitialize", end: "LMSFinish", get: "LMSGetValue" },
    ...{ set: "LMSSetValue", commit: "LMSCommit", error: "LMSGetLastError" },
  },
};

/** An LMS nests no deeper; a window of another origin ends the search. */
const DEEPEST = 50;

type Api = Readonly<Record<string, (...args: string[]) => unknown>>;

export class Lms {
  readonly #api: Api;
  readonly #dialect: Dialect;
  /** What the LMS has: it is told only what is new. */
  readonly #told = new Map<string, string>();

  constructor(api: Api, dialect: Dialect) {
    this.#api = api;
    this.#dialect = dialect;
  }

  get version(): Version {
    return this.#dialect.version;
  }

  /** False where the LMS refuses. */
  begin = (): boolean => this.#call("begin", "") === "true";
  commit = (): boolean => this.#call("commit", "") === "true";
  end = (): boolean => this.#call("end", "") === "true";
  get = (name: string): string => this.#call("get", name);

  set(name: string, value: string): boolean {
    if (this.#told.get(name) === value) return true;
    const isTaken = this.#call("set", name, value) === "true";
    if (isTaken) this.#told.set(name, value);
    return isTaken;
  }

  /** The code of the last refusal; "0" is none. */
  get error(): string {
    return this.#call("error");
  }

  /** An LMS that throws is one that refuses. */
  #call(what: Call, ...args: string[]): string {
    try {
      return String(this.#api[this.#dialect.calls[what]]?.(...args) ?? "");
    } catch {
      return "";
    }
  }
}

/** In the windows from this one outward; whatever may not be looked into has none. */
function apiAround(start: Window | null, name: string): Api | undefined {
  try {
    let place = start;
    for (let deep = 0; place && deep < DEEPEST; deep++) {
      const api = (place as unknown as Readonly<Record<string, Api | undefined>>)[name];
      if (api) return api;
      if (place.parent === place) return undefined;
      place = place.parent;
    }
  } catch {
    // Of another origin.
  }
  return undefined;
}

function openerOf(page: Window): Window | null {
  try {
    return page.opener ?? page.top?.opener ?? null;
  } catch {
    return null;
  }
}

/** That of the package's own version first: an LMS that has both keeps what it opened. */
export function findLms(page: Window, own: string): Lms | undefined {
  const dialects = own === "1.2" ? [SCORM_12, SCORM_2004] : [SCORM_2004, SCORM_12];
  for (const dialect of dialects) {
    const api = apiAround(page, dialect.api) ?? apiAround(openerOf(page), dialect.api);
    if (api) return new Lms(api, dialect);
  }
  return undefined;
}
