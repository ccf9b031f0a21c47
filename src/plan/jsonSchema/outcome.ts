import type { SchemaViolation } from './schemaViolation';

/** The members that keywords have looked at, and the items: so many from the first on, and single ones. */
export class Evaluated {
  readonly members = new Set<string>();
  readonly items = new Set<number>();
  firstItems = 0;

  /**
   * Takes over what another schema has looked at, which holds of the same place.
   *
   * @returns how much that is
   */
  add(other: Evaluated): number {
    for (const name of other.members) this.members.add(name);
    for (const index of other.items) this.items.add(index);
    this.firstItems = Math.max(this.firstItems, other.firstItems);
    return other.members.size + other.items.size;
  }
}

/** What a schema says of a place. */
export class Outcome {
  /** What it finds itself, and what the schemas in it found, in the order of the keywords. */
  #found: (SchemaViolation | Outcome)[] | undefined;

  /** @param evaluated null where nothing asks what was looked at */
  constructor(readonly evaluated: Evaluated | null) {}

  get isValid(): boolean {
    return this.#found === undefined;
  }

  violates(path: string, keyword: string, message: string): void {
    this.#found ??= [];
    this.#found.push({ path, keyword, message });
  }

  /** Fails as another has, for its reasons. */
  failsWith(other: Outcome): void {
    this.#found ??= [];
    this.#found.push(other);
  }

  /** All violations, each once, in the order of the keywords. */
  all(): readonly SchemaViolation[] {
    const violations: SchemaViolation[] = [];
    const seen = new Set<Outcome>();
    const open: (SchemaViolation | Outcome)[] = [this];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!(next instanceof Outcome)) violations.push(next);
      else if (!seen.has(next)) {
        seen.add(next);
        open.push(...(next.#found ?? []).toReversed());
      }
    }
    return violations;
  }
}
