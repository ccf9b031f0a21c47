import type { Parts } from '../reading/parts';
import type { Sentence } from '../reading/sentence';
import type { Column } from '../tables/tables';
import { isVerb } from '../words/verbs';

/** How many rows or groups a ranking keeps: the number that was said; one where one is asked for; else all. */
export function limitOf(sentence: Sentence, groups: readonly Column[], parts: Parts): number | null {
  if (parts.rank?.limit != null) return parts.rank.limit;
  const asksWho = /^who$/i.test(sentence.terms[0]?.text ?? '');
  const names = sentence.terms.filter(
    ({ meanings, text }) =>
      // "who sponsors the most members": a verb, and no sponsors.
      !(asksWho && isVerb(text)) &&
      meanings.some((meaning) =>
        groups.length === 0
          ? meaning.kind === 'row' || meaning.kind === 'table'
          : meaning.kind === 'column' && groups.includes(meaning.column),
      ),
  );
  const singular = names.length === 0 || names.every(({ plural }) => !plural);
  return singular ? 1 : null;
}
