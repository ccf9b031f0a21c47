import type { Table } from '../tables/tables';
import { stemsOf } from '../text/words';
import { headNouns } from './headNouns';
import type { Term } from './meaning';
import { verbOf } from './verbs';

/** Words that ask for an answer at the head of a question, and say what somebody did behind "did". */
const DOINGS = /^(?:pick|return|keep)s?$/i;

/**
 * "how many did each courier return": what was done, and no command to return something. "per show", of a table of shows: a
 * row, and no command either. "did we walk": no part of the name “Ridge Walk”.
 */
export function withDoings(terms: readonly Term[], table: Table): readonly Term[] {
  const nouns = headNouns(table);
  return terms.map((term, index) => {
    const [meaning] = term.meanings;
    const isCommand = meaning?.kind === 'list';
    if (isCommand && isNoun(terms, index, nouns)) return { ...term, meanings: [{ kind: 'row' }] };
    const isDoing = isCommand ? DOINGS.test(term.text) : meaning?.kind === 'value' && meaning.isPart;
    if (!isDoing || !(isCommand ? isBehindDid(terms, index) : isWhatTheyDid(terms, index))) return term;
    return { ...term, meanings: [{ kind: 'verb', says: verbOf(term.text) ?? {} }] };
  });
}

function isNoun(terms: readonly Term[], index: number, nouns: ReadonlySet<string>): boolean {
  if (!nouns.has(stemsOf(terms[index]?.text ?? '').join(' '))) return false;
  const before = terms[index - 1];
  const kind = before?.meanings[0]?.kind ?? 'stop';
  const isIntroduced = ['by', 'rank', 'adjective', 'frequent', 'which', 'function'].includes(kind);
  return isIntroduced || /^(?:an?|the|this|each|every)$/i.test(before?.text ?? '');
}

/** "did we walk", "does she run": the verb stands behind its subject. */
function isWhatTheyDid(terms: readonly Term[], index: number): boolean {
  const isSubject = /^(?:i|we|you|they|he|she)$/i.test(terms[index - 1]?.text ?? '');
  return isSubject && terms.slice(0, index).some(({ text }) => /(?:^|\s)(?:do|does|did)$/i.test(text));
}

/** "did each courier return", with a doer between. */
function isBehindDid(terms: readonly Term[], index: number): boolean {
  const did = terms.findLastIndex(({ text }, at) => at < index && /^(?:do|does|did)$/i.test(text));
  return did >= 0 && did < index - 1;
}
