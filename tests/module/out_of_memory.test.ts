/** Memory that runs out at every point of a run: the run is refused, and the module stays usable. */
import { afterEach, expect, test } from "vitest";
import { imported, installed } from "./packed.js";

const { grow } = WebAssembly.Memory.prototype;
afterEach(() => {
  WebAssembly.Memory.prototype.grow = grow;
});

/** From now on memory can grow `times` times, and no more. */
function growOnly(times: number): void {
  let left = times;
  WebAssembly.Memory.prototype.grow = function (pages) {
    left -= 1;
    if (left < 0) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
}

test("a run is refused wherever memory runs out, and the next one gives the same numbers", async () => {
  const { HeadsUpError, load } = await imported(installed());
  const hu = await load();
  const small = hu.run({ lesson: "masked-multi-head" });
  const sentence = Array.from({ length: 200 }, (_, i) => 1 + (i % 90));
  const large = { lesson: "multi-head", sequences: Array.from({ length: 10 }, () => sentence) } as const;
  let refusals = 0;
  for (let times = 0; ; times++) {
    growOnly(times);
    let refusal: unknown;
    try {
      hu.run(large);
    } catch (error) {
      refusal = error;
    }
    WebAssembly.Memory.prototype.grow = grow;
    if (refusal === undefined) break;
    expect(refusal).toBeInstanceOf(HeadsUpError);
    expect(refusal).toMatchObject({
      code: "out-of-memory",
      message: expect.stringContaining("wants smaller"),
    });
    expect(hu.run({ lesson: "masked-multi-head" })).toEqual(small);
    refusals += 1;
  }
  expect(refusals).toBeGreaterThan(2);
});
