import { isUncounted } from '../words/rowNouns';
import type { Sentence } from './sentence';

/** What makes a name of a thing the name of something that it has: "member number". */
const PROPERTY = /^(?:numbers?|values?|figures?|amounts?|levels?)(?: of)?$/i;

/**
 * A word that is the table's name and nothing else in it stands for its rows; not so in "out of stock" and "member number",
 * which ask for something that the table then does not have, nor where it names no single things: "billable hours", "in stock".
 */
export function readTableName(sentence: Sentence): void {
  for (const [index, { meanings, text, plural }] of sentence.terms.entries()) {
    if (meanings[0]?.kind !== 'table') continue;
    const [before, after] = [sentence.terms[index - 1]?.text ?? '', sentence.terms[index + 1]?.text ?? ''];
    if (/^out of$/i.test(before)) refuse(sentence, `${before} ${text}`);
    else if (!plural && PROPERTY.test(after)) refuse(sentence, `${text} ${after}`);
    else if (isUncounted(text)) refuse(sentence, text);
  }
}

function refuse(sentence: Sentence, said: string): void {
  sentence.problem(`no column or value is called “${said}”; say “rows” for all that the table holds`);
}
