/**
 * Makes Jazzer.js run on Debian 12. It comes compiled for glibc 2.38, of which it uses nothing new: two functions under the
 * names that newer headers give them, and a function of libstdc++ that is never called. Here they get their older names and
 * versions.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Required versions of libraries, each with an older version of the same library that the file requires as well. */
const VERSIONS = [
  ["GLIBC_2.38", "GLIBC_2.2.5"],
  ["GLIBCXX_3.4.32", "GLIBCXX_3.4.11"],
];
/** The new functions also parse binary numbers ("0b1"). */
const FUNCTIONS = [
  ["__isoc23_strtol\0", "strtol\0"],
  ["__isoc23_strtoul\0", "strtoul\0"],
];

/** The name's offset in a required version of an ELF file (Elf64_Vernaux): a hash of the name, two 16-bit numbers, the name. */
const NAME_OFFSET = 8;

/** The hash of System V's ABI.  @param {string} name */
function elfHash(name) {
  let hash = 0;
  for (const letter of Buffer.from(name)) {
    hash = ((hash << 4) + letter) >>> 0;
    hash = (hash ^ ((hash & 0xf0000000) >>> 24)) & 0x0fffffff;
  }
  return hash;
}

/** @param {Buffer} file  @param {string} version */
function requirementOf(file, version) {
  const hash = Buffer.alloc(4);
  hash.writeUInt32LE(elfHash(version));
  const at = file.indexOf(hash);
  if (at < 0) throw new Error(`no ${version} among what the file asks for`);
  return at;
}

/** Changes the file if the machine's libraries are too old for it.  @param {string} addon */
export function bindToOlderLibraries(addon) {
  try {
    createRequire(import.meta.url)(addon);
    return;
  } catch (error) {
    if (!String(error).includes("GLIBC")) throw error;
  }
  const file = readFileSync(addon);
  for (const [newer = "", older = ""] of VERSIONS) {
    const [to, from] = [requirementOf(file, newer), requirementOf(file, older)];
    file.copy(file, to, from, from + 4);
    file.copy(file, to + NAME_OFFSET, from + NAME_OFFSET, from + NAME_OFFSET + 4);
  }
  for (const [newer = "", older = ""] of FUNCTIONS) file.write(older, file.indexOf(newer));
  writeFileSync(addon, file);
  console.log("Changed the fuzzer to run with this machine's older C library");
}
