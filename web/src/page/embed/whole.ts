/** The entry of the classic script, which has the page for an iframe and everything that it needs (instead.ts). */
import { startEmbedded } from "./embed.js";

startEmbedded();
