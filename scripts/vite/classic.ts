/** Builds one script that is not a module and contains everything, for pages without an origin. */
import type { UserConfig } from "vite";
import { contentPlugins, glueWithoutUrl, inRoot, noWorker, pageModule } from "./shared.js";

export const classic = (entry: string): UserConfig => ({
  root: inRoot("web"),
  publicDir: false,
  plugins: [pageModule, glueWithoutUrl, noWorker, ...contentPlugins(true)],
  build: {
    write: false,
    target: "es2022",
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: { input: inRoot(entry), output: { format: "iife", inlineDynamicImports: true } },
  },
});
