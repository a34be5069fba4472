/**
 * WebKit as packaged by Debian, through WebKitGTK's WebDriver on a virtual screen: commands as JSON over HTTP.
 * https://www.w3.org/TR/webdriver2/
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findWebKitDriver, findXvfb } from "../../../scripts/lib/browsers.mjs";
import { drawActions, type Engine, type EngineOptions, pressActions, typeActions, WINDOW } from "./engine.js";
import { type Program, profileFolder, removeFolder, start, startAndPoll, withCleanup } from "./programs.js";

/** Sends a command to the driver: its method, its path below the session, its body. */
type Call = (method: "GET" | "POST" | "DELETE", command: string, body?: object) => Promise<unknown>;

export function launchWebKit(options: EngineOptions = {}): Promise<Engine> {
  return withCleanup(async (undo) => {
    const folder = profileFolder();
    undo.later(() => removeFolder(folder));
    writeSettings(folder, options);
    const screen = await startScreen();
    undo.later(() => screen.stop());
    const server = `http://127.0.0.1:${await freePort()}`;
    const driver = await startDriver(server, { DISPLAY: `:${screen.said}`, XDG_CONFIG_HOME: folder });
    undo.later(() => driver.stop());
    const session = (await ask(server, "POST", "/session", { capabilities: {} })) as { sessionId: string };
    const call: Call = (method, command, body) =>
      ask(`${server}/session/${session.sessionId}`, method, command, body);
    undo.later(() => call("DELETE", ""));
    // The driver limits scripts to 30 seconds; each test has its own timeout instead.
    await call("POST", "/timeouts", { script: 600_000 });
    const engine = engineOf(call, folder, () => undo.now());
    await engine.resize(WINDOW.width, WINDOW.height);
    return engine;
  });
}

function startScreen(): Promise<Program> {
  const xvfb = findXvfb();
  if (!xvfb) throw new Error("No Xvfb found: npm test installs it");
  const args = ["-displayfd", "1", "-screen", "0", `${SCREEN.width}x${SCREEN.height}x24`, "-nolisten", "tcp"];
  return start(xvfb, args, /^(\d+)\n/m);
}

function startDriver(server: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const driver = findWebKitDriver();
  if (!driver) throw new Error("No WebKitWebDriver found: npm test installs it");
  return startAndPoll(driver, [`--port=${new URL(server).port}`], {
    env: {
      ...env,
      GDK_BACKEND: "x11",
      // Its sandbox works neither for root nor in containers; only this project's own pages are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
    answers: () => ask(server, "GET", "/status"),
  });
}

function engineOf(call: Call, saved: string, close: () => Promise<void>): Engine {
  const act = async (actions: object[]): Promise<void> => void (await call("POST", "/actions", { actions }));
  const evaluate: Engine["evaluate"] = async (body, ...args) => {
    const attempt = () => callIn(call, String(body), args);
    // The page that is being left may be unloaded before the function has run.
    return JSON.parse(
      await attempt().catch((error) => (UNLOADED.test(error.message) ? attempt() : Promise.reject(error))),
    );
  };
  return {
    saved,
    open: async (url) => {
      await evaluate(markAsLeft);
      await call("POST", "/url", { url });
      // Sometimes the driver reports a page as loaded before it has replaced the previous one.
      while (!(await evaluate(isNewPage))) await sleep(20);
    },
    evaluate,
    press: (keys) => act(pressActions(keys)),
    type: (text) => act(typeActions(text)),
    click: (x, y) => act(drawActions("mouse", [[x, y]])),
    draw: (by, points) => act(drawActions(by, points)),
    choose: async (file, find, ...args) => {
      const script = `return (${find})(...${JSON.stringify(args)})`;
      const field = (await call("POST", "/execute/sync", { script, args: [] })) as object;
      await call("POST", `/element/${Object.values(field)[0]}/value`, { text: file });
    },
    resize: async (width, height) => {
      const send = (frame: readonly [number, number]) =>
        call("POST", "/window/rect", centred(width + frame[0], height + frame[1]));
      await send([0, 0]);
      for (;;) {
        const [wide, tall, ...frame] = await evaluate(measureWindow);
        if (wide === width && tall === height) return;
        await send(frame);
      }
    },
    screenshot: async () => Buffer.from((await call("GET", "/screenshot")) as string, "base64"),
    close,
  };
}

const markAsLeft = (): void => void Object.assign(window, { isBeingLeft: true });
const isNewPage = (): boolean => !("isBeingLeft" in window) && document.readyState === "complete";

const SCREEN = { width: 1400, height: 1000 } as const;

/** Centres the window: without a window manager the window under the pointer has the focus, and the pointer is in the centre. */
const centred = (width: number, height: number): object => ({
  x: Math.round((SCREEN.width - width) / 2),
  y: Math.round((SCREEN.height - height) / 2),
  width,
  height,
});

/**
 * The size of the page and of the window's frame around it, because only the outer window can be sized. The driver answers
 * before a busy page has its new size; until then the frame's size may come out negative.
 */
async function measureWindow(): Promise<[wide: number, tall: number, ...frame: [number, number]]> {
  await new Promise(requestAnimationFrame);
  return [
    innerWidth,
    innerHeight,
    Math.max(0, outerWidth - innerWidth),
    Math.max(0, outerHeight - innerHeight),
  ];
}

const UNLOADED = /before the unload event/;

/** Without this style the toolbar keeps the window wider than a phone. */
const SLIM = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; }\n";

/** GTK's settings for reduced motion and a slim toolbar, and the download folder. */
function writeSettings(folder: string, { reducedMotion = false }: EngineOptions): void {
  writeFileSync(path.join(folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${folder}"\n`);
  for (const gtk of ["gtk-3.0", "gtk-4.0"]) {
    mkdirSync(path.join(folder, gtk));
    const settings = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`;
    writeFileSync(path.join(folder, gtk, "settings.ini"), settings);
    writeFileSync(path.join(folder, gtk, "gtk.css"), SLIM);
  }
}

async function ask(base: string, method: string, command: string, body?: object): Promise<unknown> {
  const answer = await fetch(base + command, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${command}: ${value.error}: ${value.message}`);
  return value;
}

async function callIn(call: Call, body: string, args: readonly unknown[]): Promise<string> {
  const script = `const done = arguments[0];
    (async () => JSON.stringify(await (${body})(...${JSON.stringify(args)})) ?? "null")()
      .then((text) => done({ text }), (error) => done({ error: String(error) }));`;
  const { text, error } = (await call("POST", "/execute/async", { script, args: [] })) as {
    text?: string;
    error?: string;
  };
  if (text === undefined) throw new Error(error);
  return text;
}

/**
 * A free port, because the driver does not report the port it chose. It is below those that the system gives to others, so
 * that it is still free when the driver has started.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
