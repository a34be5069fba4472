/**
 * Installs what a command needs and the machine lacks: system packages by apt, npm packages by `npm ci`. Uses only modules
 * of Node, and does not use the network if nothing is missing.
 *
 *   node scripts/setup.mjs [build|test|check]     (all of them by default)
 */
import { fileURLToPath } from "node:url";
import { installPackages } from "./lib/npm.mjs";
import { root } from "./lib/paths.mjs";
import { requirements } from "./lib/requirements.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";

/** @typedef {import("./lib/requirements.mjs").Requirement} Requirement */
/** @typedef {import("./lib/requirements.mjs").Purpose} Purpose */

/**
 * The command prefix for `apt-get`, or undefined if nothing may be installed.
 * @returns {readonly string[] | undefined}
 */
function aptPrefix() {
  if (outputOf("apt-get", ["--version"]) === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  return outputOf("sudo", ["-n", "true"]) === undefined ? undefined : ["sudo", "-n"];
}

/** @param {readonly Requirement[]} missing */
function howToInstall(missing) {
  const hasApt = outputOf("apt-get", ["--version"]) !== undefined;
  const commands = hasApt
    ? [`sudo apt-get install --no-install-recommends ${missing.flatMap(({ apt }) => apt).join(" ")}`]
    : missing.map(({ elsewhere }) => elsewhere);
  return [
    `Missing: ${missing.map(({ name }) => name).join(", ")}. Type this, then run the command again:`,
    ...commands.map((command) => `    ${command}`),
  ].join("\n");
}

/**
 * The packages to install, without optional ones that this Debian release lacks, which would stop the others.
 * @param {readonly Requirement[]} missing
 */
const aptPackages = (missing) =>
  missing
    .filter(
      ({ optional, apt }) =>
        !optional || apt.every((name) => outputOf("apt-cache", ["show", name]) !== undefined),
    )
    .flatMap(({ apt }) => apt);

/** @param {readonly Requirement[]} missing */
async function installByApt(missing) {
  const prefix = aptPrefix();
  if (!prefix || aptPackages(missing).length === 0) return;
  const apt = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"];
  const [command = "", ...args] = apt;
  await run(command, [...args, "update"], { quiet: true });
  const packages = aptPackages(missing); // computed again, because a fresh container has no package lists before the update
  console.log(`Installing by apt: ${packages.join(" ")}`);
  await run(command, [...args, "install", "--no-install-recommends", ...packages], { quiet: true });
}

/** @param {readonly Purpose[]} purposes */
async function setUpSystem(purposes) {
  const needed = requirements.filter((requirement) =>
    requirement.purposes.some((purpose) => purposes.includes(purpose)),
  );
  const missing = needed.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  await installByApt(missing);
  const stillMissing = missing.filter(({ isThere, optional }) => !optional && !isThere());
  if (stillMissing.length > 0) throw new CommandError(howToInstall(stillMissing));
}

/** @param {readonly Purpose[]} purposes */
export async function setUp(...purposes) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new CommandError(`Node ${process.versions.node} is too old: 20 or newer is needed`);
  }
  await setUpSystem(purposes);
  await installPackages(root, "npm packages");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const purposes = /** @type {Purpose[]} */ (process.argv.slice(2));
  await main(() =>
    setUp(...(purposes.length > 0 ? purposes : /** @type {Purpose[]} */ (["build", "test", "check"]))),
  );
}
