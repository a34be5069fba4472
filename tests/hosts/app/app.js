/** What a stranger writes who uses the module and the element: the same in every bundler and without one. */
import { load } from "heads-up-attention";
import "heads-up-attention/element";

async function main() {
  const hu = await load();
  const { steps } = hu.run({ lesson: "masked-multi-head", seed: 42 });
  window.tried = { module: [...(steps.find(({ name }) => name === "attention")?.data.slice(10, 12) ?? [])] };
}

main().catch((error) => {
  window.tried = { error: String(error) };
});
