/**
 * Reads the work of the page's main thread from a trace of Chromium: tasks with their times, by frame and between two
 * performance marks.
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
  const events = JSON.parse(trace.toString("utf8")).traceEvents;
  const marks = events.filter(
    ({ cat, name }) => cat.includes("blink.user_timing") && name.startsWith(prefix),
  );
  const first = marks[0];
  const threadEvents = events.filter((event) => event.pid === first?.pid && event.tid === first.tid);
  const tasks = threadEvents
    .filter(({ name, ph }) => name === "RunTask" && ph === "X")
    .map(({ ts, dur = 0, tdur }) => ({
      atMs: ts / 1000,
      wallMs: dur / 1000,
      cpuMs: (tdur ?? dur) / 1000,
    }))
    .sort((a, b) => a.atMs - b.atMs);
  return {
    tasks,
    frames: threadEvents
      .filter(({ name, ph }) => name === "AnimationFrame" && ph === "b")
      .map(({ ts }) => ts / 1000)
      .sort((a, b) => a - b),
    marks: new Map(marks.map(({ name, ts }) => [name.slice(prefix.length), ts / 1000])),
  };
}

/**
 * The tasks that end in an interval. So each task counts once, and a task in which a frame starts counts for that frame.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
export const tasksBetween = ({ tasks }, from, to) =>
  tasks.filter(({ atMs, wallMs }) => atMs + wallMs > from && atMs + wallMs <= to);

/**
 * The main thread's time per frame between two moments: all tasks from one frame's start to the next's.
 * @param {MainThread} thread @param {number} from @param {number} to
 */
export function costOfFrames(thread, from, to) {
  const starts = thread.frames.filter((at) => at >= from && at <= to);
  return starts.slice(0, -1).map((start, i) => {
    const tasks = tasksBetween(thread, start, starts[i + 1] ?? to);
    return tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  });
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;
