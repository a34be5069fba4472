/** In the worker: runs the lesson and posts two of its numbers. */
import { load } from "heads-up-attention";

load().then(
  (hu) => {
    const { steps } = hu.run({ lesson: "masked-multi-head", seed: 42 });
    postMessage({ module: [...(steps.find(({ name }) => name === "attention")?.data.slice(10, 12) ?? [])] });
  },
  (error) => postMessage({ error: String(error) }),
);
