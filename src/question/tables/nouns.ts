import { isPlural, stemOf, stemsOf, tokensOf } from '../text/words';

/** What a table is called, without the ending of its file. */
export function plainName(name: string): string {
  return name.replace(/\.\w{2,4}$/, '');
}

/** The words that a table is called by, each one of several. */
export function nounsOf({ name }: { readonly name: string }): readonly string[] {
  return stemsOf(plainName(name));
}

/** What a name of several words ends in, where that is one of several things: repairs, of `bike_repairs.csv`. */
export function lastNounOf({ name }: { readonly name: string }): string | null {
  const tokens = tokensOf(plainName(name));
  const last = tokens.at(-1);
  return last !== undefined && tokens.length > 1 && isPlural(last) ? stemOf(last) : null;
}
