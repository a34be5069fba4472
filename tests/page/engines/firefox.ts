/**
 * The installed Firefox through WebDriver BiDi: commands as JSON over the web socket that Firefox itself opens.
 * https://w3c.github.io/webdriver-bidi/
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { WebSocket } from "ws";
import { findFirefox } from "../../../scripts/lib/browsers.mjs";
import { drawActions, type Engine, type EngineOptions, pressActions, typeActions, WINDOW } from "./engine.js";
import { type Program, profileFolder, removeFolder, start, type Undo, withCleanup } from "./programs.js";

/** Sends a command and waits for its answer. */
type Send = (method: string, params: object) => Promise<unknown>;
interface Commands {
  readonly send: Send;
  /** Waits until the page of a navigation is loaded. */
  loaded(navigation: string): Promise<void>;
}

const LOADED = "browsingContext.load";

export function launchFirefox(options: EngineOptions = {}): Promise<Engine> {
  return withCleanup(async (undo) => {
    const folder = profileFolder();
    undo.later(() => removeFolder(folder));
    const firefox = await startFirefox(folder, options);
    undo.later(() => firefox.stop());
    const socket = new WebSocket(`${firefox.said}/session`);
    undo.later(() => socket.terminate());
    const commands = await commandsOver(socket);
    const { send } = commands;
    await send("session.new", { capabilities: {} });
    await send("session.subscribe", { events: [LOADED] });
    undo.later(() => send("browser.close", {}));
    // In the first tab the focus stays in the address bar, and buttons do not receive Enter.
    const { context } = (await send("browsingContext.create", { type: "tab" })) as { context: string };
    const engine = engineOf(commands, context, { saved: folder, undo });
    await engine.resize(WINDOW.width, WINDOW.height);
    return engine;
  });
}

function startFirefox(folder: string, { reducedMotion = false }: EngineOptions): Promise<Program> {
  const command = findFirefox();
  if (!command) throw new Error("No Firefox found: install one, or set FIREFOX to its path");
  const preferences = {
    "browser.download.dir": folder,
    "browser.download.folderList": 2,
    // It would take the focus from the page.
    "browser.download.alwaysOpenPanel": false,
  };
  if (reducedMotion) Object.assign(preferences, { "ui.prefersReducedMotion": 1 });
  const lines = Object.entries(preferences).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});\n`,
  );
  writeFileSync(path.join(folder, "user.js"), lines.join(""));
  const args = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"];
  return start(command, args, /WebDriver BiDi listening on (ws:\S+)/);
}

function engineOf(
  { send, loaded }: Commands,
  context: string,
  { saved, undo }: { readonly saved: string; readonly undo: Undo },
): Engine {
  const act = async (actions: object[]): Promise<void> =>
    void (await send("input.performActions", { context, actions }));
  return {
    open: async (url) => {
      const ended = await send("browsingContext.navigate", { context, url, wait: "complete" });
      // Firefox stops waiting if the page being left still changes its address.
      await loaded((ended as { navigation: string }).navigation);
      // A page from disk runs in another process, which receives keys only when focused.
      await send("browsingContext.activate", { context });
    },
    saved,
    evaluate: async (body, ...args) => {
      const code = `async () => JSON.stringify(await (${body})(...${JSON.stringify(args)})) ?? "null"`;
      return JSON.parse((await callIn<{ value: string }>(send, context, code)).value);
    },
    press: (keys) => act(pressActions(keys)),
    type: (text) => act(typeActions(text)),
    click: (x, y) => act(drawActions("mouse", [[x, y]])),
    draw: (by, points) => act(drawActions(by, points)),
    choose: async (file, find, ...args) => {
      const code = `() => (${find})(...${JSON.stringify(args)})`;
      const { sharedId } = await callIn<{ sharedId: string }>(send, context, code);
      await send("input.setFiles", { context, element: { sharedId }, files: [file] });
    },
    resize: async (width, height) =>
      void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
    screenshot: async () => {
      const { data } = (await send("browsingContext.captureScreenshot", { context })) as { data: string };
      return Buffer.from(data, "base64");
    },
    close: () => undo.now(),
  };
}

async function commandsOver(socket: WebSocket): Promise<Commands> {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const loads = new Set<string>();
  const awaited = new Map<string, () => void>();
  let last = 0;
  socket.on("message", (text) => {
    const { id, result, error, message, method, params } = JSON.parse(String(text));
    if (method === LOADED) {
      loads.add(params.navigation);
      awaited.get(params.navigation)?.();
    }
    const pending = waiting.get(id);
    waiting.delete(id);
    if (error) pending?.reject(new Error(`${error}: ${message}`));
    else pending?.resolve(result);
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox closed the connection"));
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const loaded = (navigation: string): Promise<void> =>
    new Promise((done) => (loads.has(navigation) ? done() : awaited.set(navigation, done)));
  return { send, loaded };
}

/** Results are transferred as JSON text, because BiDi has its own value format; elements as BiDi references. */
async function callIn<R>(send: Send, context: string, functionDeclaration: string): Promise<R> {
  const answer = (await send("script.callFunction", {
    functionDeclaration,
    awaitPromise: true,
    target: { context },
  })) as { result?: R; exceptionDetails?: { text: string } };
  if (!answer.result) throw new Error(answer.exceptionDetails?.text ?? "the page threw");
  return answer.result;
}
