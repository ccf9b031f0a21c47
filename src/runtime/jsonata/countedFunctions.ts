import { expressionError } from './expressionError';
import { priceOf } from './functionPrices';
import type { JsonataMeter } from './meter';

/** A function of the library's own: its types know nothing of them. */
interface Definition {
  readonly signature?: unknown;
  readonly implementation: (...given: readonly unknown[]) => unknown;
}

/** All functions of the library that read or make what may be large; the others take a number and give one. */
const NAMES =
  `sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains
  replace split join formatNumber formatBase formatInteger parseInteger number boolean not map zip filter single reduce sift keys
  lookup append spread merge reverse each error assert sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl
  decodeUrlComponent decodeUrl eval toMillis fromMillis clone floor ceil round abs sqrt power`.split(/\s+/);

let own: Promise<ReadonlyMap<string, Definition>> | undefined;

/**
 * The library's functions, each paid for before it works: it does so in one go, and nobody is asked in between (case C3).
 *
 * @returns what to assign under each name, for one evaluation
 */
export async function countedFunctions(meter: JsonataMeter): Promise<ReadonlyMap<string, Definition>> {
  own ??= definitions();
  const counted = new Map<string, Definition>();
  for (const [name, definition] of await own) counted.set(name, countedFunction(name, definition, meter));
  const fromMillis = counted.get('fromMillis');
  if (fromMillis) counted.set('now', nowOf(fromMillis));
  return counted;
}

/** A variable whose name is a function's has the library's definition as its value. */
async function definitions(): Promise<ReadonlyMap<string, Definition>> {
  const { default: jsonata } = await import('jsonata');
  const found = new Map<string, Definition>();
  for (const name of NAMES) {
    const definition: unknown = await jsonata(`$${name}`).evaluate(null);
    if (!isDefinition(definition)) throw expressionError(`the function $${name} cannot be counted`);
    found.set(name, definition);
  }
  return found;
}

function isDefinition(value: unknown): value is Definition {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'implementation') === 'function'
  );
}

function countedFunction(name: string, definition: Definition, meter: JsonataMeter): Definition {
  const { implementation } = definition;
  const price = priceOf(name);
  const works = function (this: unknown, ...given: unknown[]): unknown {
    const made: unknown = Reflect.apply(implementation, this, price(given, meter));
    return name === 'eval' && made instanceof Promise ? made.catch(rethrowInner) : made;
  };
  return { ...definition, implementation: likeThe(implementation, works) };
}

/** The library quotes what went wrong inside of `$eval` once more at each level, and each time the quotes double. */
function rethrowInner(thrown: unknown): never {
  const inner: unknown = memberOf(thrown, 'error');
  throw typeof inner === 'object' && inner !== null && 'message' in inner ? inner : thrown;
}

/** The library reads how many parameters a function has, and where it is given some of them, what they are called. */
function likeThe<Work extends object>(original: Definition['implementation'], works: Work): Work {
  Object.defineProperty(works, 'length', { value: original.length });
  return Object.assign(works, { toString: () => original.toString() });
}

/** The library would make `$now` itself, uncounted. Its time is the moment at which the evaluation began. */
function nowOf(fromMillis: Definition): Definition {
  return {
    ...fromMillis,
    // It takes no number first.
    signature: undefined,
    implementation: function (this: unknown, picture?: unknown, timezone?: unknown): unknown {
      return Reflect.apply(fromMillis.implementation, this, [startOf(this), picture, timezone]);
    },
  };
}

function startOf(focus: unknown): number {
  const environment: unknown = memberOf(focus, 'environment');
  const at: unknown = memberOf(environment, 'timestamp');
  return at instanceof Date ? at.getTime() : Date.now();
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
