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

/** Runs in the page: gives a field the focus. */
const focus = (id: string): void => document.getElementById(id)?.focus();

/** Runs in the page: the students' link, once the class is open and its code is drawn. */
async function invitation(): Promise<string> {
  for (let i = 0; i < 300; i++) {
    const link = document.querySelector<HTMLTextAreaElement>("#link")?.value;
    if (link && document.querySelector(".qr path")?.getAttribute("d")) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return document.querySelector("main")?.textContent ?? "";
}

/** Runs in the page: answers the first question of the current step, and returns the verdict. */
async function answer(text: string): Promise<string> {
  const find = (selector: string, root: ParentNode): HTMLElement | null => {
    const inside = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return inside.reduce(
      (found, one) => found ?? find(selector, one),
      root.querySelector<HTMLElement>(selector),
    );
  };
  const found = async (selector: string, root: ParentNode = document): Promise<HTMLElement> => {
    for (let i = 0; i < 300; i++) {
      const element = find(selector, root);
      if (element) return element;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no ${selector}`);
  };
  const questions = await found("heads-up-questions");
  const root = questions.shadowRoot ?? questions;
  const summary = await found("summary", root);
  if (!find("#answer", root)) summary.click();
  const field = (await found("#answer", root)) as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  (await found(".check", root)).click();
  return (await found(".right, .wrong", root)).className;
}

/** Runs in the page: waits for the lesson of the class, and returns its step. */
async function openedStep(): Promise<string> {
  for (let i = 0; i < 300; i++) {
    const element = document.querySelector<HeadsUpElement>("heads-up");
    if (element?.trace && document.querySelector(".course p")) return element.currentStep;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "";
}

/** Runs in the page: the answers on the board, once there are any. */
async function answers(): Promise<string[]> {
  const shown = () =>
    [...document.querySelectorAll(".bars li")].map(
      ({ textContent }) => textContent?.replace(/\s+/g, " ") ?? "",
    );
  for (let i = 0; i < 400 && shown().length === 0; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return shown().map((text) => text.trim());
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
      const [instructor, student] = engines as [Engine, Engine];
      await instructor.open(`${course.url}classroom.html?lang=ko`);
      const keys = { writeKey: "w", writeSecret: "a", readKey: "r", readSecret: "b" };
      for (const [id, text] of Object.entries({ endpoint: store.endpoint, ...keys, step: "q" })) {
        await instructor.evaluate(focus, id);
        await instructor.type(text);
      }
      await instructor.press("Enter");
      const link = await instructor.evaluate(invitation);
      expect(link).toMatch(/^http:.*actor=anonymous/);
      await student.open(link);
      expect(await student.evaluate(openedStep)).toBe("q");
      await student.press("Shift");
      expect(await student.evaluate(answer, "(9, 9)")).toContain("wrong");
      expect(await instructor.evaluate(answers)).toEqual([expect.stringMatching(/^\[9,9\] 1/)]);
      expect(store.statements.map(({ verb }) => verb.id.replace(/.*\//, ""))).toEqual(["answered"]);
      expect(store.statements[0]?.actor.account.name).toMatch(/^[\da-f-]{36}$/);
    });
  });
}

classIn("Firefox", launchFirefox);
describe.skipIf(!hasWebKit)("on Linux", () => classIn("WebKit", launchWebKit));
