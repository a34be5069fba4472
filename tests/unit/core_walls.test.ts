/** Architecture rules of the core's source: which folder may include which, and which compile options no CMake file sets. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Each folder of cpp/ may include itself and those before it, but nothing else may include `files`. */
const INCLUDE_ORDER =
  "tensor random operations attention fast graph nn lesson training python files bindings".split(" ");
/** The only folders whose private files may include a library. */
const LIBRARIES: readonly (readonly [include: RegExp, folders: readonly string[]])[] = [
  [/^<.*emscripten/, ["bindings"]],
  [/^<(?:nlohmann\/json\.hpp|zip\.h)>$/, ["files"]],
  [/^<Eigen\//, ["tensor", "operations", "training"]],
  [/^<(?:wasm_simd128|immintrin)\.h>$/, ["fast"]],
];
/** Flags that let the compiler change sums, and the build type that prefers small code. */
const FLAGS =
  /-f(?:fast-math|unsafe-math|finite-math-only|associative-math|reciprocal-math|no-signed-zeros|fp-contract=fast|fp-model=fast|approx-func)|-Ofast|MinSizeRel/;
const PUBLIC = "cpp/include/headsup/";

const root = path.join(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
const filesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
const isCmake = (file: string): boolean => /(?:CMakeLists\.txt|\.cmake)$/.test(file);

/** The header of all headers may include what the last folder of the core may; the version includes nothing. */
function folderOf(file: string): string {
  if (/\bversion\.(?:h|cpp)$/.test(file)) return "tensor";
  if (file === `${PUBLIC}headsup.h`) return "training";
  return (
    (file.startsWith(PUBLIC) ? file.slice(PUBLIC.length) : file.slice("cpp/".length)).split("/")[0] ?? ""
  );
}

function mayInclude(folder: string, include: string, isPublic: boolean): boolean {
  if (/^<[^./]+>$/.test(include) || include === '"headsup/version.h"') return true; // the standard library
  if (!include.startsWith('"'))
    return !isPublic && LIBRARIES.some(([library, to]) => library.test(include) && to.includes(folder));
  const [, prefix, there = ""] = include.match(/^"(headsup\/)?(\w+)\//) ?? [];
  const place = INCLUDE_ORDER.indexOf(there);
  if (place < 0 || (isPublic && !prefix)) return false;
  return there === folder || (there !== "files" && place < INCLUDE_ORDER.indexOf(folder));
}

const includesOf = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(.*?)\s*$/gm)].map(([, include = ""]) => include);
const offences = (folder: string, text: string, isPublic = false): string[] =>
  includesOf(text).filter((include) => !mayInclude(folder, include, isPublic));
const flagOffences = (text: string): string[] =>
  text.split("\n").filter((line) => FLAGS.test(line.split("#")[0] ?? ""));

test("every file of cpp/ includes only what it may", () => {
  const sources = filesOf("cpp").filter((file) => /\.(?:h|cpp)$/.test(file));
  const others = filesOf("cpp").filter((file) => !sources.includes(file) && !isCmake(file));
  expect(sources.length).toBeGreaterThan(40);
  expect(
    others.filter(
      (file) => !/^cpp\/(?:bindings\/.*\.(?:js|in)|training\/.*\.txt|python\/.*\.py)$/.test(file),
    ),
  ).toEqual([]);
  expect(sources.filter((file) => !INCLUDE_ORDER.includes(folderOf(file)))).toEqual([]);
  expect(
    sources.flatMap((file) =>
      offences(folderOf(file), textOf(file), file.startsWith(PUBLIC)).map((include) => `${file}: ${include}`),
    ),
  ).toEqual([]);
});

test("headsup.h includes every public header but those of files and of Python", () => {
  const headers = filesOf(PUBLIC).filter((file) => file !== `${PUBLIC}headsup.h`);
  const wanted = headers.filter((file) => !["files", "python"].includes(folderOf(file)));
  const included = includesOf(textOf(`${PUBLIC}headsup.h`)).filter((include) => include.startsWith('"'));
  expect(included.sort()).toEqual(wanted.map((file) => `"${file.slice("cpp/include/".length)}"`).sort());
});

test("no CMake file and no preset lets the compiler change sums", () => {
  const files = ["cpp", "cmake", "tests/cpp"].flatMap(filesOf).filter(isCmake);
  expect(files.length).toBeGreaterThanOrEqual(8);
  for (const file of ["CMakeLists.txt", "CMakePresets.json", ...files])
    expect(flagOffences(textOf(file)), file).toEqual([]);
});

test.each<[folder: string, line: string]>([
  ["attention", '#include "graph/x.h"'],
  ["attention", '#include "headsup/graph/x.h"'],
  ["bindings", '#include "files/x.h"'],
  ...'<unistd.h> <sys/stat.h> <graph/trace.h> HEADER "mask.h" "Eigen/Core" "../random/generator.h"'
    .split(" ")
    .map((include): [string, string] => ["attention", `#include ${include}`]),
  ["lesson", "#include <Eigen/Core>"],
  ["lesson", "  #  include <emscripten.h>"],
  ["lesson", "#include <zip.h>"],
  ["tensor", "#include <immintrin.h>"],
])("%s may not have %s", (folder, line) => {
  expect(offences(folder, line)).toHaveLength(1);
});

test("rules let pass what is allowed, and find what a public header and a flag may not be", () => {
  expect(offences("bindings", '#include "training/x.h"\n#include <emscripten.h>')).toEqual([]);
  expect(offences("random", '// #include "graph/trace.h"\n#include <vector>\n')).toEqual([]);
  expect(offences("lesson", '#include "graph/explain_ops.h"', true)).toHaveLength(1);
  expect(offences("fast", "#include <Eigen/Core>", true)).toHaveLength(1);
  expect(flagOffences("target_compile_options(x PRIVATE -ffast-math)")).toHaveLength(1);
  expect(flagOffences("-ffp-contract=off # never -Ofast")).toEqual([]);
});
