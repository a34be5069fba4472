/** Reads .npz files, zip archives of .npy arrays, as numpy.savez, numpy.savez_compressed and traceToNpz write them. */
import { isParameter } from "./names.js";
import { MOST_HEADER_BYTES, readNpy } from "./npy.js";
import { BYTES_PER_NUMBER, MOST_NUMBERS, type StateDictBuilder } from "./state_dict_builder.js";
import { contentOf, type Member, membersOf } from "./zip.js";

const ENDING = ".npy";
/** The member in which traceToNpz stores the spec. Of a file that has it, only the parameters are weights. */
export const SPEC_MEMBER = "spec.json";

export function readNpz(bytes: Uint8Array<ArrayBuffer>, into: StateDictBuilder): void {
  const members = membersOf(bytes, into);
  const isTrace = members.some(({ name }) => name === SPEC_MEMBER);
  const arrays = isTrace ? members.filter(({ name }) => isParameter(nameOf(name))) : members;
  for (const member of arrays) checkName(member, into);
  checkSizes(arrays, bytes.length, into);
  for (const member of arrays) readNpy(contentOf(member, into), nameOf(member.name), into);
}

const nameOf = (member: string): string =>
  member.endsWith(ENDING) ? member.slice(0, -ENDING.length) : member;

function checkName({ name }: Member, into: StateDictBuilder): void {
  if (name.endsWith("data.pkl"))
    into.refuse(name, "a file of torch.save", "safetensors, numpy.savez or JSON", "torchSave");
  if (/[/\\]/.test(name)) into.refuse(name, "a path", "the name of a tensor");
  if (!name.endsWith(ENDING)) into.refuse(name, "no array", `a member called <tensor>${ENDING}`);
}

/** Checked before anything is inflated: members that share bytes could be inflated many times. */
function checkSizes(members: readonly Member[], fileSize: number, into: StateDictBuilder): void {
  const most = MOST_NUMBERS * BYTES_PER_NUMBER + members.length * MOST_HEADER_BYTES;
  const size = members.reduce((sum, member) => sum + member.size, 0);
  if (size > most) into.refuse("zip", `${size} bytes once inflated`, `at most ${most}`, "tooLarge");
  const packed = members.reduce((sum, member) => sum + member.packed.length, 0);
  if (packed > fileSize) into.refuse("zip", `${packed} bytes of members`, `at most the file's ${fileSize}`);
}
