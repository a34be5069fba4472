/** The documents in dist/package: README, CHANGELOG and docs, with links to nothing that is not there. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { distPackage, inRoot } from "./paths.mjs";

/** Records of how it was built and guides for the classroom stay in the repository. */
const shipped = () => [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(inRoot("docs"))
    .filter((file) => /\.(md|png|svg)$/.test(file))
    .map((file) => `docs/${file}`),
];

/**
 * Links to files that are not shipped become plain text with the file's place in the repository; code blocks stay as they are.
 * @param {string} text  @param {string} file  its place  @param {ReadonlySet<string>} files  those that are shipped
 */
export function withoutDeadLinks(text, file, files) {
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, words, href) => {
            if (/^([a-z]+:|#)/i.test(href)) return whole;
            const to = path.posix.join(path.posix.dirname(file), href.replace(/#.*/, ""));
            if (files.has(to)) return whole;
            return words.includes(path.posix.basename(to)) ? words : `${words} (\`${to}\` in the repository)`;
          }),
    )
    .join("");
}

export function writePackageDocs() {
  const files = new Set([...shipped(), "LICENSE"]);
  rmSync(`${distPackage}/docs`, { recursive: true, force: true });
  mkdirSync(`${distPackage}/docs`, { recursive: true });
  for (const file of shipped()) {
    const to = path.join(distPackage, file);
    if (!file.endsWith(".md")) copyFileSync(inRoot(file), to);
    else writeFileSync(to, withoutDeadLinks(readFileSync(inRoot(file), "utf8"), file, files));
  }
}
