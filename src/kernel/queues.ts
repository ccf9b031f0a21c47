import { compareOrder, type NodeRef } from './frame';
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

/** A binary heap: `push` and `pop` cost the logarithm of what waits. Equal items leave in no order of their own. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (one: Item, other: Item) => number;

  /** @param compare negative where `one` leaves before `other` */
  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || this.#compare(item, parent) >= 0) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.#sink(last);
    return first;
  }

  /** Replaces all that waits. */
  reset(items: readonly Item[]): void {
    this.#items.length = 0;
    for (const item of items) this.push(item);
  }

  /** Puts an item at the top and lets it down to its place. */
  #sink(item: Item): void {
    const items = this.#items;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const less = this.#lesser(child, child + 1);
      const below = items[less];
      if (below === undefined || this.#compare(item, below) <= 0) break;
      items[at] = below;
      at = less;
    }
    items[at] = item;
  }

  #lesser(left: number, right: number): number {
    const one = this.#items[left];
    const other = this.#items[right];
    return one !== undefined && other !== undefined && this.#compare(other, one) < 0 ? right : left;
  }
}
