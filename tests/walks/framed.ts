/** Both sides of a frame in any engine, as self-contained functions that run in the surrounding page. */

/** Sends commands to the frame as soon as it is ready, and records its messages. Runs before the frame is there. */
export function driveFrame(): void {
  const messages: string[] = [];
  Object.assign(window, { heard: messages });
  const frame = (): Window | null | undefined => document.querySelector("iframe")?.contentWindow;
  const send = (command: object): void =>
    frame()?.postMessage({ target: "heads-up", version: 1, ...command }, "*");
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame() || origin !== "null" || data.source !== "heads-up" || data.version !== 1) return;
    if (data.type !== "height") messages.push(`${data.type} ${data.step ?? data.code}`);
    if (data.type === "ready") send({ type: "next" });
    if (data.step === "k") send({ type: "seek", step: "scores", t: 0.5 });
    if (data.step === "scores") send({ type: "seek", step: "nowhere" });
  });
}

/** The messages recorded so far. */
export const messagesFromFrame = (): string[] => (window as unknown as { heard: string[] }).heard;
