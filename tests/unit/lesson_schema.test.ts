/** The JSON Schema that editors complete lesson files with is made of the form that the page checks them by. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { expect, test } from "vitest";
import { lessonFile } from "../../web/src/lesson_file/lesson_file.js";

const FILE = "../../web/public/lesson.schema.json";

test("the schema that is shipped says what the page checks (mend with vitest --update)", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A lesson for Heads Up",
    ...toJsonSchema(lessonFile, { errorMode: "throw" }),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(FILE);
});
