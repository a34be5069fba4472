/** Builds one script that is not a module and contains everything, for pages without an origin. */
import { defineConfig } from "vite";
import { contentPlugins, glueWithoutUrl, inRoot, noPrograms, noWorker, pageModule } from "./shared.js";

/** The page of a course file, and the embedded page, which is a part of dist/site: of lessons alone, and of programs, too. */
const ENTRIES: Readonly<Record<string, string>> = {
  course: "web/src/course/course.ts",
  embed: "web/src/page/embed/whole.ts",
  "embed-code": "web/src/page/embed/whole.ts",
};

export default defineConfig(({ mode }) => ({
  root: inRoot("web"),
  publicDir: false,
  plugins: [
    ...(mode === "embed-code" ? [] : [noPrograms]),
    ...[pageModule, glueWithoutUrl, noWorker, ...contentPlugins(true)],
  ],
  build: {
    write: false,
    target: "es2022",
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: {
      input: inRoot(ENTRIES[mode] ?? ""),
      output: { format: "iife", inlineDynamicImports: true },
    },
  },
}));
