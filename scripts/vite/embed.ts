/** The embedded page as a classic script, a part of dist/site. */
import { classic } from "./classic.js";

export default classic("web/src/page/embed/embed.ts");
