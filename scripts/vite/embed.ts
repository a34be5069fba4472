/** The embedded page as a classic script, which is a part of dist/site. */
import { classic } from "./classic.js";

export default classic("web/src/page/embed/whole.ts");
