/** The JSON Schema that editors use for lesson files is generated from the form that the page checks them with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { expect, test } from "vitest";
import { lessonFile } from "../../web/src/lesson_file/lesson_file.js";

const FILE = "../../web/public/lesson.schema.json";

test("the shipped schema matches what the page checks (fix with vitest --update)", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A lesson for Heads Up",
    ...toJsonSchema(lessonFile, { errorMode: "throw" }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(FILE);
});
