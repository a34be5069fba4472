/** Every dependency has its reason in docs/dependencies.md, and dist/ has a bill of materials. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

const json = (file: string) => JSON.parse(readFileSync(inRoot(file), "utf8"));
const documented = [...readFileSync(inRoot("docs/dependencies.md"), "utf8").matchAll(/`([^`\s]+)`/g)].map(
  ([, name = ""]) => name,
);

const FILES = [
  "package.json",
  "tests/hosts/package.json",
  "tests/lrs/package.json",
  "tests/bench/package.json",
];

test.each(FILES)("docs/dependencies.md names every dependency of %s", (file) => {
  const { dependencies = {}, devDependencies = {} } = json(file);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
});

test("docs/dependencies.md names no unused package", () => {
  const dependencyNames = FILES.flatMap((file) =>
    Object.keys({ ...json(file).dependencies, ...json(file).devDependencies }),
  );
  const named = documented.filter(
    (name) => /^(@[\w-]+\/)?[a-z][\w.-]*$/.test(name) && !name.includes(".json"),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !dependencyNames.includes(name))).toEqual([]);
});

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
}

test("the bill of materials lists the core and what is bundled, each with its version and licence, without a date", () => {
  const text = readFileSync(inRoot("dist/sbom.cdx.json"), "utf8");
  const { bomFormat, specVersion, components, metadata, serialNumber } = JSON.parse(text);
  expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.5"]);
  expect([serialNumber, metadata.timestamp]).toEqual([undefined, undefined]);
  const { core, inside } = json("dist/package/build-info.json");
  const versions = new Map(components.map(({ name, version }: Component) => [name, version]));
  expect(Object.fromEntries(versions)).toMatchObject({
    ...inside,
    Eigen: core.eigen,
    Emscripten: core.emscripten,
  });
  // Each licence text of the core is one of these; npm does not know them.
  expect([...versions.keys()]).toEqual(expect.arrayContaining(["musl", "LLVM"]));
  const { dependencies } = json("package.json");
  const bundled = Object.keys(dependencies).filter((name) => name !== "lit"); // lit is the sum of three that are listed
  expect([...versions.keys()]).toEqual(expect.arrayContaining(bundled));
  for (const { name, version, licenses } of components as Component[]) {
    expect(version, name).toMatch(/^\d+\.\d+/);
    expect(
      licenses.map(({ license, expression }) => license?.id ?? expression),
      name,
    ).toEqual([expect.stringMatching(/^[A-Z]/)]);
  }
  expect(readFileSync(inRoot("dist/package/sbom.cdx.json"), "utf8")).toBe(text);
});
