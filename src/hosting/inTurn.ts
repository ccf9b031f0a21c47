/** Does works one after the other for each key; works of different keys do not wait for each other. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  async do<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
