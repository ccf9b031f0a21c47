import { LIMITS } from '#base';
import { expressionError } from './expressionError';

/** How far into a value is looked, and what an item costs beside a character. */
export interface Reading {
  readonly levels: number;
  readonly item: number;
  readonly members: 'all' | 'names' | 'none';
  readonly isIndented?: true;
}

const ANY_DEPTH = Number.POSITIVE_INFINITY;

/** Every item at any depth, as comparing does. */
export const WHOLE: Reading = { levels: ANY_DEPTH, item: 5, members: 'all' };
/** The same to write it as text, which takes the library ten times as long. */
export const WRITTEN: Reading = { levels: ANY_DEPTH, item: 50, members: 'all' };
export const INDENTED: Reading = { ...WRITTEN, isIndented: true };
/** A list or a text, and not what the list holds. */
export const ITS_LENGTH: Reading = { levels: 1, item: 5, members: 'names' };
/** A list, and the texts or names of what it holds. */
export const TWO_LEVELS: Reading = { levels: 2, item: 5, members: 'names' };
/** Lists inside of lists: where a name is looked for. */
export const LISTS: Reading = { levels: ANY_DEPTH, item: 5, members: 'none' };
/** Lists inside of lists, and whether what they hold has members: what is asked for a truth. */
export const TRUTH: Reading = { levels: ANY_DEPTH, item: 5, members: 'names' };

/**
 * What it costs to go through a value, in characters. A part that is in it twice counts twice, because it is read twice: lists
 * that hold a list twice, which holds one twice, would never be read to their end.
 *
 * @throws CallError where it is larger or deeper than what is ever gone through in one go
 */
export function weightOf(value: unknown, reading: Reading): number {
  const scale = new Scale(reading);
  scale.weigh(value, 0);
  return scale.total;
}

class Scale {
  total = 0;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  weigh(value: unknown, level: number): void {
    const { levels, item } = this.#reading;
    this.#add(this.#reading.isIndented ? item + 2 * level : item);
    if (typeof value === 'string') this.#add(this.#reading === LISTS ? 0 : value.length);
    if (typeof value !== 'object' || value === null || level >= levels) return;
    if (level > LIMITS.jsonataDepth)
      throw expressionError(`a value of it is nested more than ${LIMITS.jsonataDepth} levels deep`);
    if (Array.isArray(value)) this.#weighList(value, level);
    else this.#weighMembers(value, level);
  }

  #weighList(list: readonly unknown[], level: number): void {
    if (this.#reading === ITS_LENGTH) this.#add(list.length * this.#reading.item);
    else for (const part of list) this.weigh(part, level + 1);
  }

  #weighMembers(value: object, level: number): void {
    const { members, item } = this.#reading;
    if (members === 'none') return;
    const names = Object.keys(value);
    this.#add(names.length * item);
    if (members === 'names') return;
    for (const name of names) {
      this.#add(name.length);
      this.weigh(Reflect.get(value, name), level + 1);
    }
  }

  #add(characters: number): void {
    this.total += characters;
    if (this.total > LIMITS.expressionSize) throw tooLarge();
  }
}

export function tooLarge(): Error {
  return expressionError(
    `a value of it is larger than ${LIMITS.expressionSize} characters, each item counted as at least 5`,
  );
}
