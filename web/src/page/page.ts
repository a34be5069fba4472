import { registerOffline } from "../offline/register.js";
import { loadModule } from "../store/lesson_runner.js";
import { loadWords } from "../words/words.js";
import { adopt } from "./adopt.js";
import { commonStyles } from "./common_styles.js";
import { startEmbedded } from "./embed/embed.js";
import { isLab } from "./lab/lab_name.js";
import { isNotebook } from "./notebook/notebook_name.js";
import { pageStyles } from "./page_styles.js";
import { Shell } from "./shell.js";

/** The service worker is registered after the first pictures have loaded. */
const KEEP_AFTER_MS = 2000;

async function start(): Promise<void> {
  adopt(commonStyles);
  adopt(pageStyles);
  // Starts loading in parallel with the words; callers that need it await it again. The rooms do without it.
  if (!isLab(location.search) && !isNotebook(location.search)) void loadModule().catch(() => undefined);
  const { lang } = document.documentElement; // boot.ts has chosen it
  const words = await loadWords(lang).catch(({ message }: Error) => document.body.append(message));
  if (!words) return; // there are no words to report it with, so the page shows the browser's message
  await new Shell(words, lang).show({ asked: location.search });
  setTimeout(() => void registerOffline(), KEEP_AFTER_MS);
}

// The single-file build has no page for frames.
const isEmbedded = import.meta.env.MODE !== "single" && document.documentElement.dataset["page"] === "embed";
if (isEmbedded) startEmbedded();
else void start();
