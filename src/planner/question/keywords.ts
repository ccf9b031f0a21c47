import type { Keyword } from './keyword';
import { PHRASES } from './phrases';
import { stemsOf } from './words';

/** The phrases by their first stem, longest first. */
export const KEYWORDS: ReadonlyMap<
  string,
  readonly { readonly stems: readonly string[]; readonly keyword: Keyword }[]
> = indexed();

function indexed() {
  const index = new Map<string, { stems: readonly string[]; keyword: Keyword }[]>();
  for (const [phrase, keyword] of PHRASES) {
    const stems = stemsOf(phrase);
    const [first] = stems;
    if (first === undefined) continue;
    const list = index.get(first) ?? [];
    if (!list.some((known) => known.stems.join(' ') === stems.join(' '))) list.push({ stems, keyword });
    index.set(first, list);
  }
  for (const list of index.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return index;
}
