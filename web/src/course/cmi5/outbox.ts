/**
 * Queues statements for the LRS in their order, and the newest text of the state document. Sends one request at a time. What
 * was not accepted stays queued for the next `send`; a statement keeps its id, so that the LRS recognises it.
 */
import type { OnRefused } from "../record.js";
import { type Lrs, LrsError } from "./lrs.js";
import type { Statement } from "./statements.js";

/** The id of the state document that stores the progress for the next visit. */
export const PROGRESS_STATE = "urn:heads-up:progress";

/** Statuses that are due to the content of a statement, so that it would be refused again. */
const PERMANENT = [400, 409, 413];
const CONFLICT = 409;

export class Outbox {
  readonly #lrs: Pick<Lrs, "send" | "addToState">;
  readonly #refused: OnRefused;
  #queue: readonly Statement[] = [];
  /** How many statements are sent at once: one after a refusal, because an LRS refuses a whole batch for one bad statement. */
  #most = Number.POSITIVE_INFINITY;
  /** How many statements at the start of the queue are being sent. */
  #inFlight = 0;
  #text: string | undefined;
  #storedText: string | undefined;
  #isSending = false;
  /** Whether something was not accepted that is sent again. */
  #isBehind = false;
  /** Whether a statement was dropped. */
  #hasLost = false;

  constructor(lrs: Pick<Lrs, "send" | "addToState">, refused: OnRefused) {
    this.#lrs = lrs;
    this.#refused = refused;
  }

  add(statement: Statement): void {
    this.#queue = [...this.#queue, statement];
  }

  /** Sets the text of the state document, which the next `send` stores. */
  keep(text: string): void {
    this.#text = text;
  }

  isWaiting(statement: Statement): boolean {
    return this.#queue.includes(statement);
  }

  /** Sends everything queued, unless that is already in progress. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length > 0 || this.#text !== this.#storedText)
        await (this.#queue.length > 0 ? this.#sendStatements() : this.#storeText());
      if (this.#isBehind && !this.#hasLost) this.#refused(undefined);
      this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      this.#refused((error as Error).message);
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends everything that is not being sent yet at once, because the page is about to be closed. */
  sendLast(): void {
    const last = this.#queue.slice(this.#inFlight);
    this.#queue = this.#queue.slice(0, this.#inFlight);
    const failed = (error: Error): void => this.#refused(error.message);
    if (last.length > 0) this.#lrs.send(last).catch(failed);
    const text = this.#text;
    if (text !== undefined && text !== this.#storedText)
      this.#lrs.addToState(PROGRESS_STATE, text).catch(failed);
    this.#storedText = text;
  }

  async #sendStatements(): Promise<void> {
    const batch = this.#queue.slice(0, this.#most);
    this.#inFlight = batch.length;
    try {
      await this.#lrs.send(batch);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      if (batch.length > 1) {
        this.#most = 1;
        return;
      }
      // After a conflict the LRS already has the statement.
      if (error.status !== CONFLICT) {
        this.#hasLost = true;
        this.#refused(error.message);
      }
    } finally {
      this.#inFlight = 0;
    }
    this.#queue = this.#queue.filter((statement) => !batch.includes(statement));
    if (this.#queue.length === 0) this.#most = Number.POSITIVE_INFINITY;
  }

  async #storeText(): Promise<void> {
    const text = this.#text;
    if (text !== undefined) await this.#lrs.addToState(PROGRESS_STATE, text);
    this.#storedText = text;
  }
}

const isPermanent = (error: unknown): error is LrsError =>
  error instanceof LrsError && PERMANENT.includes(error.status ?? 0);
