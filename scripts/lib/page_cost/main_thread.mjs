/**
 * What the page's main thread did, read from a trace of Chromium: tasks with their times, cut into frames and into the
 * stretches between two performance marks.
 */

/**
 * @typedef {{ name: string, cat: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args?: any }} TraceEvent
 * @typedef {{ atMs: number, wallMs: number, cpuMs: number }} Task
 * @typedef {{ tasks: Task[], frames: number[], marks: Map<string, number> }} MainThread
 */

export const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/**
 * @param {Buffer} trace
 * @param {string} prefix  of the page's marks, which identify its main thread
 * @returns {MainThread}
 */
export function mainThread(trace, prefix) {
  /** @type {TraceEvent[]} */
  const all = JSON.parse(trace.toString("utf8")).traceEvents;
  const marked = all.filter(({ cat, name }) => cat.includes("blink.user_timing") && name.startsWith(prefix));
  const home = marked[0];
  const own = all.filter((event) => event.pid === home?.pid && event.tid === home.tid);
  const tasks = own
    .filter(({ name, ph }) => name === "RunTask" && ph === "X")
    .map(({ ts, dur = 0, tdur }) => ({
      atMs: ts / 1000,
      wallMs: dur / 1000,
      cpuMs: (tdur ?? dur) / 1000,
    }))
    .sort((a, b) => a.atMs - b.atMs);
  return {
    tasks,
    frames: own
      .filter(({ name, ph }) => name === "AnimationFrame" && ph === "b")
      .map(({ ts }) => ts / 1000)
      .sort((a, b) => a - b),
    marks: new Map(marked.map(({ name, ts }) => [name.slice(prefix.length), ts / 1000])),
  };
}

/**
 * The tasks that end in an interval, so that each counts once, and one in which a frame begins counts for that frame.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
export const tasksBetween = ({ tasks }, from, to) =>
  tasks.filter(({ atMs, wallMs }) => atMs + wallMs > from && atMs + wallMs <= to);

/**
 * The main thread's time per frame between two moments: all tasks from one frame's start to the next's.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
export function costOfFrames(thread, from, to) {
  const begins = thread.frames.filter((at) => at >= from && at <= to);
  return begins.slice(0, -1).map((begin, i) => {
    const tasks = tasksBetween(thread, begin, begins[i + 1] ?? to);
    return tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  });
}

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;
