import type { Ready } from './state';

/** Document order: a container before its contents, contents before what comes after it (R22). */
export function compareOrder(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** The nodes whose turn has come, first in document order first: a binary heap that lives for one `step`. */
export class ReadyQueue {
  readonly #heap: Ready[] = [];

  constructor(ready: readonly Ready[]) {
    for (const item of ready) this.push(item);
  }

  get size(): number {
    return this.#heap.length;
  }

  push(item: Ready): void {
    this.#heap.push(item);
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  peek(): Ready | undefined {
    return this.#heap[0];
  }

  pop(): Ready | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  /** Takes the first that passes a test, wherever it stands: used only while the run is stepped. */
  take(test: (item: Ready) => boolean): Ready | undefined {
    const first = this.toSorted().find(test);
    if (first !== undefined) this.#rebuild(this.#heap.filter((item) => item !== first));
    return first;
  }

  retain(test: (item: Ready) => boolean): void {
    this.#rebuild(this.#heap.filter(test));
  }

  toSorted(): Ready[] {
    return this.#heap.toSorted((one, other) => compareOrder(one.order, other.order));
  }

  #rebuild(items: readonly Ready[]): void {
    this.#heap.length = 0;
    for (const item of items) this.push(item);
  }

  #sink(start: number): void {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (left < this.#heap.length && this.#isBefore(left, least)) least = left;
      if (right < this.#heap.length && this.#isBefore(right, least)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#heap[one];
    const b = this.#heap[other];
    return a !== undefined && b !== undefined && compareOrder(a.order, b.order) < 0;
  }

  #swap(one: number, other: number): void {
    const a = this.#heap[one];
    const b = this.#heap[other];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
