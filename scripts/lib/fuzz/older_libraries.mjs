/**
 * Jazzer.js comes compiled for glibc 2.38, which Debian 12 does not have yet. It uses nothing new of it: two functions under names
 * that newer headers give them, and a function of libstdc++ that is never called. Here both get the names and versions from before.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Versions of libraries, each with an older one of the same library that the file asks for as well. */
const VERSIONS = [
  ["GLIBC_2.38", "GLIBC_2.2.5"],
  ["GLIBCXX_3.4.32", "GLIBCXX_3.4.11"],
];
/** The new ones read binary numbers too ("0b1"). */
const FUNCTIONS = [
  ["__isoc23_strtol\0", "strtol\0"],
  ["__isoc23_strtoul\0", "strtoul\0"],
];

/** A required version in an ELF file (Elf64_Vernaux): a hash of its name, two numbers of 16 bits, and where its name is. */
const NAME_AT = 8;

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
    file.copy(file, to + NAME_AT, from + NAME_AT, from + NAME_AT + 4);
  }
  for (const [newer = "", older = ""] of FUNCTIONS) file.write(older, file.indexOf(newer));
  writeFileSync(addon, file);
  console.log("Changed the fuzzer to run with this machine's older C library");
}
