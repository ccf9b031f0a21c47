/** A binary heap: `push` and `pop` cost the logarithm of what waits. Equal items leave in no order of their own. */
export class Heap<Item> {
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
