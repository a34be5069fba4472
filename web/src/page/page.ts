/** The first script: starts the page, with its styles, language, and the view that the URL names. */
import { THEME_NAMES } from "../draw/theme.js";
import { registerOffline } from "../offline/register.js";
import { loadModule } from "../store/lesson_runner.js";
import { chooseLanguage, loadWords } from "../words/words.js";
import { readAddress } from "./address/address.js";
import { adopt } from "./adopt.js";
import { commonStyles } from "./common_styles.js";
import { startEmbedded } from "./embed/embed.js";
import { keptLang, keptTheme } from "./kept_choices.js";
import { isLab } from "./lab/lab_name.js";
import { pageStyles } from "./page_styles.js";
import { Shell } from "./shell.js";

/** The service worker is registered after the first pictures have loaded. */
const KEEP_AFTER_MS = 2000;

async function start(): Promise<void> {
  adopt(commonStyles);
  adopt(pageStyles);
  // Starts loading in parallel with the words; callers that need it await it again. The lab does without it.
  if (!isLab(location.search)) void loadModule().catch(() => undefined);
  const { state } = readAddress(location.search);
  const lang = state.lang ?? chooseLanguage([keptLang.now ?? "", ...navigator.languages]);
  const theme = state.theme ?? THEME_NAMES.find((name) => name === keptTheme.now);
  const words = await loadWords(lang).catch(({ message }: Error) => document.body.append(message));
  if (!words) return; // there are no words to report it with, so the page shows the browser's message
  await new Shell(words, lang, theme).show(location.search);
  setTimeout(() => void registerOffline(), KEEP_AFTER_MS);
}

// The single-file build has no page for frames.
const isEmbedded = import.meta.env.MODE !== "single" && document.documentElement.dataset["page"] === "embed";
if (isEmbedded) startEmbedded();
else void start();
