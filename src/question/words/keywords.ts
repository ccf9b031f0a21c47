import { stemsOf } from '../text/words';
import type { Keyword } from './keyword';
import { PHRASES } from './phrases';
import { VERBS } from './verbs';

/** The phrases by their first stem, longest first. */
export const KEYWORDS: ReadonlyMap<
  string,
  readonly { readonly stems: readonly string[]; readonly keyword: Keyword }[]
> = indexed();

function indexed() {
  const index = new Map<string, { stems: readonly string[]; keyword: Keyword }[]>();
  for (const [phrase, keyword] of [...PHRASES, ...VERBS]) {
    const stems = stemsOf(phrase);
    const [first] = stems;
    if (first === undefined) continue;
    const list = index.get(first) ?? [];
    if (!list.some((known) => isSame(known, { stems, keyword }))) list.push({ stems, keyword });
    index.set(first, list);
  }
  for (const list of index.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return index;
}

/** Of two phrases that are equal the first counts; a verb may be something else as well, which the table tells. */
function isSame(known: { stems: readonly string[]; keyword: Keyword }, other: typeof known): boolean {
  const isVerb = other.keyword.kind === 'verb' && known.keyword.kind !== 'verb';
  return !isVerb && known.stems.join(' ') === other.stems.join(' ');
}
