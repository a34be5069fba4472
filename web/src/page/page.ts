import { registerOffline } from "../offline/register.js";
import { loadPageWords } from "../words/words.js";
import { adopt } from "./adopt.js";
import { commonStyles } from "./common_styles.js";
import { pageStyles } from "./page_styles.js";
import { roomOf } from "./room.js";
import { Shell } from "./shell.js";

/** The service worker is registered after the first pictures have loaded. */
const KEEP_AFTER_MS = 2000;

async function start(): Promise<void> {
  adopt(commonStyles);
  adopt(pageStyles);
  const { lang } = document.documentElement; // boot.ts has chosen it
  const words = await loadPageWords(roomOf(location.search), lang).catch(({ message }: Error) =>
    document.body.append(message),
  );
  if (!words) return; // there are no words to report it with, so the page shows the browser's message
  await new Shell(words, lang).show({ asked: location.search });
  setTimeout(() => void registerOffline(), KEEP_AFTER_MS);
}

// The single-file build has no page for frames.
const isEmbedded = import.meta.env.MODE !== "single" && document.documentElement.dataset["page"] === "embed";
if (isEmbedded) void import("./embed/embed.js").then(({ startEmbedded }) => startEmbedded());
else void start();
