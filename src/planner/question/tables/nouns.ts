import { stemsOf } from '../words/words';

/** What a table is called, without the ending of its file. */
export function plainName(name: string): string {
  return name.replace(/\.\w{2,4}$/, '');
}

/** The words that a table is called by, each one of several. */
export function nounsOf({ name }: { readonly name: string }): readonly string[] {
  return stemsOf(plainName(name));
}
