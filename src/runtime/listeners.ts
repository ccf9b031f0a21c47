/**
 * Those who want to be told of something. They take values and give none back; one that throws is reported to the
 * host and disturbs neither the others nor the run.
 */
export class Listeners<Values extends readonly unknown[]> {
  readonly #listeners = new Set<(...values: Values) => void>();

  /** @returns takes the listener out again */
  add(listener: (...values: Values) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(...values: Values): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(...values);
      } catch (thrown) {
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  }
}
