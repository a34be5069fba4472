/**
 * Writes the bill of materials of dist/ in CycloneDX: the bundled packages from `npm sbom`, and the libraries of the core,
 * which npm does not know.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { eigenVersion } from "./cmake.mjs";
import { inRoot } from "./paths.mjs";
import { CommandError, outputOf } from "./run.mjs";

/** @param {string} name  @param {string | undefined} version  @param {string} id  of the licence  @param {string} purl */
const part = (name, version, id, purl) => ({
  ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, scope: "required" },
  ...{ purl: `${purl}@${version}`, licenses: [{ license: { id } }] },
});

/** @param {string | undefined} emscripten  its version */
function coreParts(emscripten) {
  return [
    part("Eigen", eigenVersion(), "MPL-2.0", "pkg:gitlab/libeigen/eigen"),
    part("Emscripten", emscripten, "MIT", "pkg:github/emscripten-core/emscripten"),
  ];
}

/** Bundled only in the classroom page of a course, so not listed in the package's build-info.json. */
const ONLY_IN_COURSE = ["uqr"];

/** The bill, without date and random number, so that the same sources give the same bytes. */
function bill() {
  // A shipped package may also be a development dependency, which npm leaves out if NODE_ENV is "production", as Vite sets it.
  const args = ["--sbom-format", "cyclonedx", "--package-lock-only", "--include=dev"];
  const output = outputOf("npm", ["sbom", ...args]);
  if (output === undefined) throw new CommandError("npm sbom failed: npm 10 or newer has it");
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(output);
  const { timestamp: __, tools: ___, component, ...others } = metadata;
  // npm names the project after its folder.
  const projectMetadata = { ...others, component: { ...component, name: "heads-up-attention" } };
  const { core, inside } = JSON.parse(readFileSync(inRoot("dist/package/build-info.json"), "utf8"));
  const parts = coreParts(core.emscripten);
  const isShipped = (/** @type {{ name: string }} */ { name }) =>
    name in inside || ONLY_IN_COURSE.includes(name);
  const packages = components.filter(isShipped);
  const refs = new Set([...packages, ...parts].map((one) => one["bom-ref"]));
  return {
    ...rest,
    metadata: projectMetadata,
    components: [...packages, ...parts],
    dependencies: dependencies
      .filter(
        (/** @type {{ ref: string }} */ { ref }) =>
          refs.has(ref) || ref === projectMetadata.component["bom-ref"],
      )
      .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
        ...{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) },
      })),
  };
}

/** Writes the bill after the package has been built, because its build-info.json lists the bundled packages. */
export function writeSbom() {
  const text = `${JSON.stringify(bill(), null, 2)}\n`;
  for (const file of ["dist/sbom.cdx.json", "dist/package/sbom.cdx.json"]) writeFileSync(inRoot(file), text);
}
