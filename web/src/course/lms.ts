/**
 * The SCORM API (1.2 or 2004) of the LMS that opened the page. As the standards require, it is searched for in this window
 * and its parents, then in the opener and its parents.
 */

type Call = "begin" | "end" | "get" | "set" | "commit" | "error";
export type Version = "1.2" | "2004";

interface Dialect {
  readonly version: Version;
  /** The name of the API object in its window. */
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

/** The limit of the search; no LMS nests its windows deeper. */
const DEEPEST = 50;

type Api = Readonly<Record<string, (...args: string[]) => unknown>>;

export class Lms {
  readonly #api: Api;
  readonly #dialect: Dialect;
  /** The values that the LMS has accepted; unchanged values are not sent again. */
  readonly #accepted = new Map<string, string>();
  /** What the last call that failed answered or threw. */
  #failure = "";

  constructor(api: Api, dialect: Dialect) {
    this.#api = api;
    this.#dialect = dialect;
  }

  get version(): Version {
    return this.#dialect.version;
  }

  /** False if the LMS refuses. */
  begin = (): boolean => this.#do("begin", "");
  commit = (): boolean => this.#do("commit", "");
  end = (): boolean => this.#do("end", "");
  get = (name: string): string => this.#read("get", name);

  set(name: string, value: string): boolean {
    if (this.#accepted.get(name) === value) return true;
    const isAccepted = this.#do("set", name, value);
    if (isAccepted) this.#accepted.set(name, value);
    return isAccepted;
  }

  /** The code of the last error. If the LMS gives none for a call that failed, how it failed. */
  get error(): string {
    const code = this.#read("error");
    return Number(code) === 0 ? this.#failure : code;
  }

  /** An exception in the LMS counts as a refusal. */
  #do(what: Call, ...args: string[]): boolean {
    let answer: string;
    try {
      answer = this.#call(what, ...args);
    } catch (error) {
      answer = String(error);
    }
    if (answer !== "true") this.#failure = `${this.#dialect.calls[what]}: ${answer || '""'}`;
    return answer === "true";
  }

  #read(what: Call, ...args: string[]): string {
    try {
      return this.#call(what, ...args);
    } catch {
      return "";
    }
  }

  #call = (what: Call, ...args: string[]): string =>
    String(this.#api[this.#dialect.calls[what]]?.(...args) ?? "");
}

/** Searches a window and its parents; a cross-origin window ends the search. */
function apiAround(start: Window | null, name: string): Api | undefined {
  try {
    let frame = start;
    for (let depth = 0; frame && depth < DEEPEST; depth++) {
      const api = (frame as unknown as Readonly<Record<string, Api | undefined>>)[name];
      if (api) return api;
      if (frame.parent === frame) return undefined;
      frame = frame.parent;
    }
  } catch {
    // The window is cross-origin.
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

/** Tries the package's SCORM version first, because an LMS with both APIs stores data for the version that it launched. */
export function findLms(page: Window, version: string): Lms | undefined {
  const dialects = version === "1.2" ? [SCORM_12, SCORM_2004] : [SCORM_2004, SCORM_12];
  for (const dialect of dialects) {
    const api = apiAround(page, dialect.api) ?? apiAround(openerOf(page), dialect.api);
    if (api) return new Lms(api, dialect);
  }
  return undefined;
}
