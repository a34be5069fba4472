/** Finds an installed Firefox, and the programs that run WebKit on Linux. */
import { findProgram } from "./run.mjs";

/** The path of the browser: $FIREFOX if it is set, otherwise the first one found; undefined if there is none. */
export const findFirefox = () =>
  process.env.FIREFOX ??
  findProgram(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS/firefox"]);

/** WebKitGTK exists only on Linux; it needs its driver and a virtual screen. */
export const hasWebKit = process.platform === "linux";
export const findWebKitDriver = () => findProgram(["WebKitWebDriver"]);
export const findXvfb = () => findProgram(["Xvfb"]);
