/** Thrown by `Fuel.spend` alone, and caught at the door that handed out the fuel: what is half judged has no verdict. */
export class OutOfFuel extends Error {
  constructor(readonly limit: number) {
    super(`it takes more than ${limit} steps`);
  }
}

/**
 * Steps that work may still take. They are counted and not timed, so that each machine comes to the same verdict (K4).
 *
 * @example
 * const fuel = new Fuel(LIMITS.patternSteps);
 * fuel.spend(3); // throws OutOfFuel where fewer are left
 */
export class Fuel {
  #left: number;
  readonly #paid = new Set<object>();

  constructor(readonly limit: number) {
    this.#left = limit;
  }

  get spent(): number {
    return this.limit - this.#left;
  }

  /** Spends what a thing costs the first time; after that it is paid for. */
  spendOnce(thing: object, steps: number): void {
    if (this.#paid.has(thing)) return;
    this.#paid.add(thing);
    this.spend(steps);
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new OutOfFuel(this.limit);
  }
}
