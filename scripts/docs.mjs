/** `npm run docs`: writes the reference of the C++ library, build/docs/html/index.html. */
import { docs } from "./lib/checks.mjs";
import { main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await setUp("check");
  await docs();
  console.log("Wrote build/docs/html/index.html");
});
