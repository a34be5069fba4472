/**
 * A class on the classroom page with a student who answers, in Firefox and WebKit. In Chromium, `npm run hosts -- lrs` does
 * the same with a real Learning Record Store.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasWebKit } from "../../scripts/lib/other_browsers.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import type { HeadsUpElement } from "../../web/src/element/heads_up_element.js";
import type { Engine, Launch } from "../page/engines/engine.js";
import { launchFirefox } from "../page/engines/firefox.js";
import { profileFolder, removeFolder } from "../page/engines/programs.js";
import { launchWebKit } from "../page/engines/webkit.js";
import { Reader } from "./reader.js";

interface Sent {
  readonly verb: { readonly id: string };
  readonly actor: { readonly account: { readonly name: string } };
}

/** A minimal LRS: stores statements and returns them. */
async function startStore() {
  const statements: Sent[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, X-Experience-API-Version",
    );
    response.setHeader("Content-Type", "application/json");
    let text = "";
    for await (const chunk of request) text += chunk;
    const stored = new Date().toISOString();
    if (request.method === "POST")
      statements.push(...JSON.parse(text).map((one: object) => ({ ...one, stored })));
    response.end(JSON.stringify(request.method === "GET" ? { statements, more: "" } : []));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/xapi/`;
  return {
    ...{ statements, endpoint },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

/** Runs in the page: an empty text once the form is there. */
const formReady = (): string => (document.querySelector("#endpoint") ? "" : "no form");

/** Runs in the page: an empty text once the lesson of the class is there; until then what is shown instead. */
function courseReady(): string {
  const isReady =
    document.querySelector<HeadsUpElement>("heads-up")?.trace && document.querySelector(".course p");
  return isReady ? "" : `no lesson: ${document.body.innerText.slice(0, 300)}`;
}

/** Opens a class at the step "q", and returns the students' link. */
async function openClass(instructor: Reader, url: string, endpoint: string): Promise<string> {
  await instructor.open(url, formReady);
  const keys = { writeKey: "w", writeSecret: "a", readKey: "r", readSecret: "b" };
  for (const [id, text] of Object.entries({ endpoint, ...keys, step: "q" }))
    await instructor.write(`#${id}`, text);
  await instructor.engine.press("Enter");
  await instructor.see(".qr path", ({ attributes }) => Boolean(attributes["d"]));
  return (await instructor.see("#link", ({ value }) => value !== "")).value;
}

/** Answers the first question of the step. */
async function answer(student: Reader, text: string): Promise<void> {
  const questions = "heads-up-questions";
  await student.see(`${questions} >> summary`);
  if ((await student.look(`${questions} >> #answer`)).length === 0)
    await student.use(`${questions} >> summary`);
  await student.write(`${questions} >> #answer`, text);
  await student.use(`${questions} >> .check`);
}

function classIn(name: string, launch: Launch): void {
  describe(name, () => {
    const folder = profileFolder();
    let course: Awaited<ReturnType<typeof serve>>;
    let store: Awaited<ReturnType<typeof startStore>>;
    const engines: Engine[] = [];
    beforeAll(async () => {
      for (const [file, bytes] of Object.entries(unzipSync(readFileSync(inRoot("dist/course-cmi5.zip")))))
        writeFileSync(path.join(folder, file), bytes);
      course = await serve({ root: folder });
      store = await startStore();
      for (let i = 0; i < 2; i++) engines.push(await launch());
    });
    afterAll(async () => {
      for (const engine of engines) await engine.close();
      await course?.close();
      await store?.close();
      removeFolder(folder);
    });

    test("a student's answer appears on the class board", { timeout: 90_000 }, async () => {
      const [instructor, student] = engines.map((engine) => new Reader(engine, "keyboard")) as [
        Reader,
        Reader,
      ];
      const link = await openClass(instructor, `${course.url}classroom.html?lang=ko`, store.endpoint);
      expect(link).toMatch(/^http:.*actor=anonymous/);
      await student.open(link, courseReady);
      await expect.poll(async () => (await student.view()).step).toBe("q");
      await answer(student, "(9, 9)");
      await student.see("heads-up-questions >> [role=status] .wrong");
      await instructor.see(".bars li", ({ text }) => /^\s*\[9,9\]\s*1/.test(text));
      expect(await instructor.look(".bars li")).toHaveLength(1);
      expect(store.statements.map(({ verb }) => verb.id.replace(/.*\//, ""))).toEqual(["answered"]);
      expect(store.statements[0]?.actor.account.name).toMatch(/^[\da-f-]{36}$/);
    });
  });
}

classIn("Firefox", launchFirefox);
describe.skipIf(!hasWebKit)("on Linux", () => classIn("WebKit", launchWebKit));
