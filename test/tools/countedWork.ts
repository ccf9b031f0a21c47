/**
 * How much the texts, lists and maps that a piece of work goes over are gone over, counted: characters that are looked at or
 * copied, items that are visited, keys that are looked up. What a clock shows depends on the machine, and this does not. A
 * pattern counts for what it finds: `test/house/linearPatterns` holds each to its text.
 *
 * @example expect(countedWork(() => read(text + text))).toBeLessThan(3 * countedWork(() => read(text)));
 */
export function countedWork(work: () => void): number {
  const counter = { count: 0 };
  const undo = COUNTED.map(([owner, name, weigh]) => counting(owner, name, weigh, counter));
  try {
    work();
    return counter.count;
  } finally {
    for (const restore of undo) restore();
  }
}

/** What a call weighs, by what it is called on, what it is given and what it gives. */
type Weigh = (self: unknown, given: readonly unknown[], gives: unknown) => number;
type Counted = readonly [owner: object, name: string | symbol, weigh: Weigh];

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

const one: Weigh = () => 1;
const whole: Weigh = (self) => 1 + lengthOf(self);
const made: Weigh = (_self, _given, gives) => 1 + lengthOf(gives);
/** As far as it looked: to what it found, from where it was told to begin. */
const scanned: Weigh = (self, [, from], gives) => {
  const start = typeof from === 'number' ? from : 0;
  return (
    1 + (typeof gives === 'number' && gives >= 0 ? gives : lengthOf(self)) - Math.min(start, lengthOf(self))
  );
};

const COUNTED: readonly Counted[] = [
  ...['charAt', 'charCodeAt', 'codePointAt', 'startsWith', 'endsWith'].map(of(String.prototype, one)),
  ...['slice', 'substring', 'padEnd', 'repeat'].map(of(String.prototype, made)),
  ...['indexOf'].map(of(String.prototype, scanned)),
  ...['includes', 'split', 'replace', 'replaceAll', 'toLowerCase', 'trim', 'trimEnd', 'trimStart'].map(
    of(String.prototype, whole),
  ),
  ...['exec', 'test'].map(of(RegExp.prototype, one)),
  ...['map', 'filter', 'flatMap', 'forEach', 'reduce', 'toSorted', 'toReversed', 'sort', 'join', 'flat'].map(
    of(Array.prototype, whole),
  ),
  ...['some', 'every', 'find', 'findIndex', 'findLast', 'includes', 'indexOf', 'lastIndexOf'].map(
    of(Array.prototype, whole),
  ),
  ...['slice', 'concat'].map(of(Array.prototype, whole)),
  [Object.getPrototypeOf([].values()), 'next', one],
  ...['has', 'get', 'set'].map(of(Map.prototype, one)),
  ...['has', 'add'].map(of(Set.prototype, one)),
  ...['entries', 'keys', 'values', 'fromEntries'].map(of(Object, made)),
];

function of(owner: object, weigh: Weigh): (name: string | symbol) => Counted {
  return (name) => [owner, name, weigh];
}

function counting(
  owner: object,
  name: string | symbol,
  weigh: Weigh,
  counter: { count: number },
): () => void {
  const plain = Object.getOwnPropertyDescriptor(owner, name);
  const call: unknown = plain?.value;
  if (plain === undefined || typeof call !== 'function')
    throw new RangeError(`nothing is called ${String(name)}`);
  Object.defineProperty(owner, name, {
    ...plain,
    value: function counted(this: unknown, ...given: unknown[]): unknown {
      const gives: unknown = Reflect.apply(call, this, given);
      counter.count += weigh(this, given, gives);
      return gives;
    },
  });
  return () => Object.defineProperty(owner, name, plain);
}
