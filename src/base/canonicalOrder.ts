/**
 * The same JSON value with the keys of every object in the order of canonical JSON (RFC 8785).
 *
 * A ledger is written in canonical JSON, so what is read back has its keys in that order. Whatever looks at keys in
 * turn (a comprehension over a map, the writes of a node) must meet them in the same order while the run is live:
 * facts pass through here before they are applied (K4).
 *
 * @param value JSON; anything else in it is left as it is
 * @example inCanonicalOrder({ b: 1, a: { d: 2, c: 3 } }) // keys a, b and c, d
 */
export function inCanonicalOrder<Value>(value: Value): Value {
  // Keys and values stay; only their order changes, which the type does not speak of.
  return ordered(value) as Value;
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    // `__proto__` can only be made an own key by definition; assignment would set the prototype (case C1).
    Object.defineProperty(sorted, key, {
      value: ordered(Reflect.get(value, key)),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return sorted;
}
