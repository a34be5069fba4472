/** The JSON Schema that editors use for lesson files is generated from the form that the page checks them with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { InferInput } from "valibot";
import { expect, expectTypeOf, test } from "vitest";
import type { LessonFileData } from "../../web/src/lesson_file/file_data.js";
import { anyFile } from "../../web/src/lesson_file/lesson_file.js";

const FILE = "../../web/public/lesson.schema.json";

test("the shipped schema matches what the page checks (fix with vitest --update)", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A lesson for Heads Up",
    ...toJsonSchema(anyFile, { errorMode: "throw" }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(FILE);
});

/** The same type with nothing that can be changed. */
type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T;

// The type in the package is what the page checks: compared by tsc (npm run check), not when the test runs.
expectTypeOf<Fixed<LessonFileData>>().toEqualTypeOf<Fixed<InferInput<typeof anyFile>>>();
