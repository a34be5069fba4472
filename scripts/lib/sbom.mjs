/**
 * The bill of materials of dist/, in CycloneDX: what `npm sbom` says of the packages that are bundled, and the parts of the core,
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

/** Bundled by the classroom page of a course alone, so the package's build-info.json does not name it. */
const IN_COURSE_ALONE = ["uqr"];

/** The bill, without date and random number: the same sources give the same bytes. */
function bill() {
  // What is shipped may be a tool's dependency too, which npm leaves out while NODE_ENV is "production", as Vite sets it.
  const asked = ["--sbom-format", "cyclonedx", "--package-lock-only", "--include=dev"];
  const made = outputOf("npm", ["sbom", ...asked]);
  if (made === undefined) throw new CommandError("npm sbom failed: npm 10 or newer has it");
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(made);
  const { timestamp: __, tools: ___, component, ...more } = metadata;
  // npm calls the project by its folder.
  const ofProject = { ...more, component: { ...component, name: "heads-up-attention" } };
  const { core, inside } = JSON.parse(readFileSync(inRoot("dist/package/build-info.json"), "utf8"));
  const parts = coreParts(core.emscripten);
  const isShipped = (/** @type {{ name: string }} */ { name }) =>
    name in inside || IN_COURSE_ALONE.includes(name);
  const packages = components.filter(isShipped);
  const refs = new Set([...packages, ...parts].map((one) => one["bom-ref"]));
  return {
    ...rest,
    metadata: ofProject,
    components: [...packages, ...parts],
    dependencies: dependencies
      .filter(
        (/** @type {{ ref: string }} */ { ref }) => refs.has(ref) || ref === ofProject.component["bom-ref"],
      )
      .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
        ...{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) },
      })),
  };
}

/** Written after the package, whose build-info.json says what is inside. */
export function writeSbom() {
  const text = `${JSON.stringify(bill(), null, 2)}\n`;
  for (const file of ["dist/sbom.cdx.json", "dist/package/sbom.cdx.json"]) writeFileSync(inRoot(file), text);
}
