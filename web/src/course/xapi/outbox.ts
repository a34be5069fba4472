/**
 * What waits for the LRS: statements in their order, and the newest text of the state document. One request at a time. What
 * was not taken waits for the next `send`; a statement keeps its id, so that the LRS knows it again.
 */
import type { Refused } from "../record.js";
import { type Lrs, LrsError } from "./lrs.js";
import type { Statement } from "./statement.js";

/** Of a statement, and not of the moment: sending the same one again would be refused again. */
const OF_CONTENT = [400, 409, 413];
const KNOWN_ALREADY = 409;

export class Outbox {
  readonly #lrs: Pick<Lrs, "send" | "setState">;
  readonly #stateId: string;
  readonly #refused: Refused;
  #waiting: readonly Statement[] = [];
  /** Being sent: the first of those that wait. */
  #underWay = 0;
  #text: string | undefined;
  #stored: string | undefined;
  #isRunning = false;

  constructor(lrs: Pick<Lrs, "send" | "setState">, stateId: string, refused: Refused) {
    this.#lrs = lrs;
    this.#stateId = stateId;
    this.#refused = refused;
  }

  add(statement: Statement): void {
    this.#waiting = [...this.#waiting, statement];
  }

  /** Replaces the text of the state document that has not been stored yet. */
  keep(text: string): void {
    this.#text = text;
  }

  isWaiting(statement: Statement): boolean {
    return this.#waiting.includes(statement);
  }

  /** Sends what waits, unless that is under way already. */
  async send(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#waiting.length > 0 || this.#text !== this.#stored)
        await (this.#waiting.length > 0 ? this.#sendStatements() : this.#store());
    } catch (error) {
      this.#refused((error as Error).message);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sends at once what is not under way: the page is about to go. */
  sendLast(): void {
    const last = this.#waiting.slice(this.#underWay);
    this.#waiting = this.#waiting.slice(0, this.#underWay);
    const failed = (error: Error): void => this.#refused(error.message);
    if (last.length > 0) this.#lrs.send(last).catch(failed);
    const text = this.#text;
    if (text !== undefined && text !== this.#stored) this.#lrs.setState(this.#stateId, text).catch(failed);
    this.#stored = text;
  }

  async #sendStatements(): Promise<void> {
    const batch = this.#waiting;
    this.#underWay = batch.length;
    try {
      await this.#lrs.send(batch);
      this.#waiting = this.#waiting.filter((one) => !batch.includes(one));
    } catch (error) {
      if (!isOfContent(error)) throw error;
      this.#underWay = 1;
      await this.#sendFirst();
    } finally {
      this.#underWay = 0;
    }
  }

  /** An LRS refuses a whole batch for one of its statements; alone, only that one is lost. */
  async #sendFirst(): Promise<void> {
    const [first] = this.#waiting;
    if (!first) return;
    try {
      await this.#lrs.send([first]);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      if (error.status !== KNOWN_ALREADY) this.#refused(error.message);
    }
    this.#waiting = this.#waiting.filter((one) => one !== first);
  }

  async #store(): Promise<void> {
    const text = this.#text;
    if (text !== undefined) await this.#lrs.setState(this.#stateId, text);
    this.#stored = text;
  }
}

const isOfContent = (error: unknown): error is LrsError =>
  error instanceof LrsError && OF_CONTENT.includes(error.status ?? 0);
