import type { Column } from '../tables/tables';
import { stemsOf } from '../text/words';

/** Words that join a name's words, and never stand for a column by themselves. */
const JOINTS = new Set('of per by in to and or the a for on at with from'.split(' '));

/** What a price is said of: “Unit cost” has no units. */
const MEASURED = new Set(['unit', 'piece']);

/** Every stretch of a name's words that is not the whole name and holds no joint, and no unit alone before what is told of it. */
export function partsOf(stems: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < stems.length; start++) {
    for (let end = start + 1; end <= stems.length; end++) {
      const part = stems.slice(start, end);
      const isUnit = start === 0 && part.length === 1 && MEASURED.has(part[0] ?? '');
      if (part.length < stems.length && !isUnit && !part.some((stem) => JOINTS.has(stem))) parts.push(part);
    }
  }
  return parts;
}

/** What a head of text says in brackets is another name of it: “Ship to (city)”. A unit or a notation is none. */
export function asidesOf({ name, type, derived }: Column): readonly (readonly string[])[] {
  const aside = /\(([^()]+)\)\s*$/.exec(name)?.[1] ?? '';
  if (type !== 'text' || derived || !/^\p{L}{3,}(?: \p{L}{2,})*$/u.test(aside)) return [];
  return [stemsOf(aside)];
}
