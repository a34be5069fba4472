/** Which room an address asks for. */
import { isLab } from "./lab/lab_name.js";
import { isNotebook } from "./notebook/notebook_name.js";

export type RoomName = "lessons" | "lab" | "notebook";

export const roomOf = (search: string): RoomName =>
  isLab(search) ? "lab" : isNotebook(search) ? "notebook" : "lessons";
