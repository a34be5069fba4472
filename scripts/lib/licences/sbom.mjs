/**
 * Writes the bill of materials of dist/ in CycloneDX: the bundled packages from `npm sbom`, and the libraries of the core,
 * which npm does not know. The site has packages that the npm package has not: those of its editor.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { CommandError, outputOf } from "../run.mjs";
import { coreLibraries } from "./core_libraries.mjs";

/** @param {import("./core_libraries.mjs").CoreLibrary} library */
function component({ name, version, purl, licence }) {
  const at = version === undefined ? "" : `@${version}`;
  return {
    ...{ "bom-ref": name + at, type: "library", name, version, scope: "required" },
    ...{ purl: purl + at, licenses: [licence] },
  };
}

/** The bill, without date and random number, so that the same sources give the same bytes. */
function bill() {
  // A shipped package may also be a development dependency, which npm leaves out if NODE_ENV is "production", as Vite sets it.
  const args = ["--sbom-format", "cyclonedx", "--package-lock-only", "--include=dev"];
  const output = outputOf("npm", ["sbom", ...args]);
  if (output === undefined) throw new CommandError("npm sbom failed: npm 10 or newer has it");
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(output);
  const { timestamp: __, tools: ___, component: project, ...others } = metadata;
  // npm names the project after its folder.
  const projectMetadata = { ...others, component: { ...project, name: "heads-up-attention" } };
  const { core, inside } = JSON.parse(readFileSync(inRoot("dist/package/build-info.json"), "utf8"));
  const parts = coreLibraries(core.emscripten).map(component);
  const onSite = readFileSync(inRoot("dist/site/LICENSE.txt"), "utf8").matchAll(/^([@a-z][\w./@-]*) \(/gm);
  const bundled = new Set([...Object.keys(inside), ...[...onSite].map(([, name = ""]) => name)]);
  const packages = components.filter((/** @type {{ name: string }} */ { name }) => bundled.has(name));
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

/** Writes the bill after site and package have been built, because their files list the bundled packages. */
export function writeSbom() {
  const text = `${JSON.stringify(bill(), null, 2)}\n`;
  for (const file of ["dist/sbom.cdx.json", "dist/package/sbom.cdx.json"]) writeFileSync(inRoot(file), text);
}
