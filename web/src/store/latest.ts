/** Drops stale results: of several requests only the latest counts. */
export class Latest {
  #turn = 0;

  /** The result; undefined if another request began meanwhile, or `drop` was called. */
  async only<T>(request: Promise<T>): Promise<{ readonly value: T } | undefined> {
    const turn = ++this.#turn;
    const value = await request;
    return turn === this.#turn ? { value } : undefined;
  }

  /** Drops the running request. */
  drop(): void {
    this.#turn++;
  }
}
