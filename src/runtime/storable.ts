import { err, escapePointer, isReservedKey, type Json, LIMITS, ok, type Result, utf8Length } from '#base';
import type { RunError } from '#kernel';
import { isMade } from './madeHandles';

/**
 * How deep a result may be. Commits wrap it in facts, entries and variables, and whoever reads the ledger again
 * refuses JSON deeper than `LIMITS.jsonDepth` as a whole.
 */
const RESULT_DEPTH = LIMITS.jsonDepth - 16;

/**
 * Makes what a capability returned into JSON of our own (V4, case F2): a deep copy that nobody else holds, or the
 * reason why it cannot be stored, with its path. Nothing that the value does while it is read, getters and proxies
 * included, escapes.
 *
 * @returns the copy, or the error `RESULT_INVALID`; `VALUE_RESERVED` where it has a key of handles and this host made none
 * @example storable({ when: new Date() }) // { ok: false, problem: { code: 'RESULT_INVALID', message: '… /when is a Date …' } }
 */
export function storable(value: unknown): Result<Json, RunError> {
  const copier = new Copier();
  try {
    return ok(copier.copy(value, '', RESULT_DEPTH));
  } catch (thrown) {
    if (thrown instanceof Reserved) return err(reserved(thrown.message));
    if (thrown instanceof Unstorable) return err(invalid(thrown.message));
    return err(invalid(`${copier.path || '/'} cannot be read`));
  }
}

class Unstorable extends Error {}

/** A key that only hosts write (V6); the message is its place. */
class Reserved extends Error {}

class Copier {
  /** Where it is reading: what a throwing getter is reported with. */
  path = '';
  #bytesLeft: number = LIMITS.toolOutputBytes;
  readonly #open = new Set<object>();

  copy(value: unknown, path: string, depthLeft: number): Json {
    this.path = path;
    if (value === null || typeof value === 'boolean') return this.#spend(value, 5);
    if (typeof value === 'string') return this.#spend(value, utf8Length(value) + 2);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object') throw new Unstorable(`${path || '/'} is ${nameOf(value)}`);
    if (isMade(value)) return value;
    if (this.#open.has(value)) throw new Unstorable(`${path || '/'} refers back to what holds it`);
    if (depthLeft === 0) throw new Unstorable(`${path} is nested more than ${RESULT_DEPTH} levels deep`);
    this.#open.add(value);
    this.#spend(null, 2);
    const copy = Array.isArray(value)
      ? this.#array(value, path, depthLeft)
      : this.#object(value, path, depthLeft);
    this.#open.delete(value);
    return copy;
  }

  #number(value: number): number {
    if (!Number.isFinite(value)) throw new Unstorable(`${this.path || '/'} is ${value}`);
    return this.#spend(Object.is(value, -0) ? 0 : value, 8);
  }

  #array(array: readonly unknown[], path: string, depthLeft: number): Json {
    const copy: Json[] = [];
    for (let index = 0; index < array.length; index++)
      copy.push(this.copy(array[index], `${path}/${index}`, depthLeft - 1));
    return copy;
  }

  #object(object: object, path: string, depthLeft: number): Json {
    if (!isPlain(object)) throw new Unstorable(`${path || '/'} is ${nameOf(object)}`);
    const copy: [string, Json][] = [];
    for (const key of Object.keys(object)) {
      const inner = `${path}/${escapePointer(key)}`;
      this.path = inner;
      if (isReservedKey(key)) throw new Reserved(inner);
      this.#spend(null, utf8Length(key) + 3);
      copy.push([key, this.copy(Reflect.get(object, key), inner, depthLeft - 1)]);
    }
    return Object.fromEntries(copy);
  }

  #spend<Value>(value: Value, bytes: number): Value {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0)
      throw new Unstorable(
        `it is larger than ${LIMITS.toolOutputBytes} bytes, reached at ${this.path || '/'}`,
      );
    return value;
  }
}

function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  // A value from another realm has another Object.prototype, whose own prototype is null.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'undefined' : `a ${typeof value}`;
  const maker: unknown = Reflect.get(value, 'constructor');
  return typeof maker === 'function' && maker.name !== '' ? `a ${maker.name}` : 'no plain object';
}

function invalid(reason: string): RunError {
  return {
    code: 'RESULT_INVALID',
    message: `The step returned something that cannot be stored: ${reason}.`,
    help: `Return plain JSON of at most ${LIMITS.toolOutputBytes} bytes: no functions, dates, class instances, NaN or cycles.`,
  };
}

function reserved(place: string): RunError {
  return {
    code: 'VALUE_RESERVED',
    message: `A value has the key ${place}, which only tables and files of a run's own have.`,
    help: 'Give the key another name. A large table is made by table.load out of a document.',
    retryable: false,
  };
}
