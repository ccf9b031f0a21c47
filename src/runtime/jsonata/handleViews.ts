import { isHandle, isJsonObject, type Json } from '#base';
import { nameHandles } from '../madeHandles';

/** Handles as JSONata sees them (V6): what they say of themselves, until they are passed on whole. */
export class HandleViews {
  readonly #handles = new Map<object, Json>();
  /** What was undone before: a list may be in a value many times over, and a function holds what holds it. */
  readonly #undone = new Map<object, unknown>();

  /** A value with a view in the place of each handle; itself where it holds none. */
  of(value: Json): Json {
    nameHandles(value);
    return this.#viewed(value);
  }

  /** What came out, with the handles back in the places of their views. */
  undone(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.#handles.size === 0) return value;
    const handle = this.#handles.get(value);
    if (handle !== undefined) return handle;
    if (this.#undone.has(value)) return this.#undone.get(value);
    this.#undone.set(value, value);
    const undone = this.#undoneIn(value);
    this.#undone.set(value, undone);
    return undone;
  }

  #undoneIn(value: object): unknown {
    if (Array.isArray(value)) return this.#changed(value, (item) => this.undone(item));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, this.undone(inner)] as const);
    return entries.some(([key, inner]) => inner !== Reflect.get(value, key))
      ? Object.fromEntries(entries)
      : value;
  }

  #viewed(value: Json): Json {
    if (isJsonObject(value) && isHandle(value)) {
      const [said] = Object.values<Json>(value);
      const { hash: _, ...view } = isJsonObject(said) ? said : {};
      this.#handles.set(view, value);
      return view;
    }
    if (Array.isArray(value)) return this.#changed<Json>(value, (item) => this.#viewed(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, this.#viewed(inner)] as const);
    return entries.some(([key, inner]) => inner !== value[key]) ? Object.fromEntries(entries) : value;
  }

  #changed<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
    const after = items.map(change);
    return after.some((item, index) => item !== items[index]) ? after : items;
  }
}
