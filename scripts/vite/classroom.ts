/** The classroom page of a course file as a classic script. */
import { classic } from "./classic.js";

export default classic("web/src/course/classroom/classroom.ts");
