/** A page that tests the kernel in any engine. */
import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { distPackage, inRoot } from "../../scripts/lib/paths.mjs";

/** Fills the folder; its index.html sets `kernelVerdict`, a promise of the failures. */
export async function writeKernelPage(folder: string): Promise<void> {
  await build({
    entryPoints: [inRoot("tests/page/kernel_page.ts")],
    outfile: path.join(folder, "kernel.js"),
    ...{ bundle: true, format: "esm", logLevel: "error" },
  });
  copyFileSync(path.join(distPackage, "heads-up.wasm"), path.join(folder, "heads-up.wasm"));
  writeFileSync(
    path.join(folder, "index.html"),
    '<!doctype html><script type="module" src="kernel.js"></script>',
  );
}

/** Runs in the page: the failures. */
export const verdictOfKernel = (): Promise<string[]> =>
  (globalThis as unknown as { kernelVerdict: Promise<string[]> }).kernelVerdict;
