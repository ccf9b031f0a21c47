import { Heap } from './heap';
import type { NodeRef } from './nodeRef';
import { compareOrder } from './order';
import type { Ready } from './state';

/**
 * The nodes whose turn has come, first in document order first (R22). Nodes of a scope that has closed meanwhile are
 * passed over when their turn comes: closing a scope costs nothing for what waits elsewhere.
 */
export class ReadyQueue {
  readonly #heap = new Heap<Ready>(firstInDocument);
  readonly #isOpen: (frame: string) => boolean;

  constructor(ready: readonly Ready[], isOpen: (frame: string) => boolean) {
    this.#isOpen = isOpen;
    for (const item of ready) this.#heap.push(item);
  }

  push(item: Ready): void {
    this.#heap.push(item);
  }

  peek(): Ready | undefined {
    for (let first = this.#heap.peek(); first !== undefined; first = this.#heap.peek()) {
      if (this.#isOpen(first.frame)) return first;
      this.#heap.pop();
    }
    return undefined;
  }

  pop(): Ready | undefined {
    const first = this.peek();
    if (first !== undefined) this.#heap.pop();
    return first;
  }

  /** Takes the first that passes a test, wherever it stands: used only while the run is stepped. */
  take(test: (item: Ready) => boolean): Ready | undefined {
    const first = this.toSorted().find(test);
    if (first !== undefined) this.#heap.reset(this.#heap.items.filter((item) => item !== first));
    return first;
  }

  /** Forgets the nodes of a scope that has other ones from now on. */
  drop(frame: string): void {
    this.#heap.reset(this.#heap.items.filter((item) => item.frame !== frame));
  }

  has({ frame, node }: NodeRef): boolean {
    return this.#heap.items.some((item) => item.frame === frame && item.node === node);
  }

  /** Takes nodes out that were cancelled before their turn came (R16). */
  remove(test: (item: Ready) => boolean): void {
    if (this.#heap.items.some(test)) this.#heap.reset(this.#heap.items.filter((item) => !test(item)));
  }

  clear(): void {
    this.#heap.reset([]);
  }

  toSorted(): readonly Ready[] {
    if (this.peek() === undefined) return [];
    const open = this.#heap.items.filter(({ frame }) => this.#isOpen(frame));
    return open.length === 1 ? open : open.sort(firstInDocument);
  }
}

function firstInDocument(one: Ready, other: Ready): number {
  return compareOrder(one.order, other.order);
}
