import { Heap } from './heap';

interface Resting {
  readonly frame: string;
  readonly depth: number;
  /** Place in the order of coming to rest. */
  readonly place: number;
}

/** The scopes at rest: the deepest ends first, among equals the one that came to rest first (R14). */
export class RestingScopes {
  readonly #heap = new Heap<Resting>(deepestFirst);
  #count = 0;

  push(frame: string, depth: number): void {
    this.#heap.push({ frame, depth, place: this.#count++ });
  }

  pop(): string | null {
    return this.#heap.pop()?.frame ?? null;
  }
}

function deepestFirst(one: Resting, other: Resting): number {
  return other.depth - one.depth || one.place - other.place;
}
