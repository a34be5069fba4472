/** Writes the documents in dist/package: README, CHANGELOG and docs, without links to files that are not shipped. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { distPackage, inRoot } from "./paths.mjs";

/** The shipped documents; decision records and guides for the classroom, in subfolders of docs, are not shipped. */
const shipped = () => [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(inRoot("docs"))
    .filter((file) => /\.(md|png|svg)$/.test(file))
    .map((file) => `docs/${file}`),
];

/**
 * Links to files that are not shipped become plain text with the file's path in the repository. Code blocks are not changed.
 * @param {string} text  @param {string} file  its path  @param {ReadonlySet<string>} files  the shipped files
 */
function withoutDeadLinks(text, file, files) {
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
