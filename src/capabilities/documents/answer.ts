import { defineCapability } from '../defineCapability';
import { z } from '../zod';
import { type Passage, passages, sourceOf } from './passage';
import { likeness, type Statement, statementsOf } from './statements';
import { termsOf } from './terms';

/** Sentences of an answer, and of one source. */
const MOST = 5;
const MOST_OF_ONE = 2;
/** Sentences that say the same are said once. */
const SAME = 0.6;

export const answer = defineCapability({
  id: 'documents.answer',
  title: 'Answer from passages',
  description:
    'Answers a question with sentences quoted from the passages, each with a citation [1] that names document and heading. "comparison" (the text of documents.compare) is added below.',
  input: z.strictObject({
    question: z.string().min(1).meta({ title: 'Question' }),
    passages: passages.meta({ title: 'Passages' }),
    comparison: z.string().optional().meta({ title: 'Comparison', format: 'multiline' }),
  }),
  output: z.object({
    text: z.string(),
    citations: z.array(
      z.object({
        number: z.int(),
        document: z.string(),
        name: z.string(),
        heading: z.string(),
        quote: z.string(),
      }),
    ),
  }),
  icon: 'text-quote',
  tags: ['documents', 'answer'],
  run({ question, passages: given, comparison }) {
    const chosen = choose(statementsOf(given), termsOf(question));
    if (chosen.length === 0) return { text: 'The documents say nothing about this.', citations: [] };
    const sources = [...new Set(chosen.map(({ passage }) => passage))];
    const number = (passage: Passage) => sources.indexOf(passage) + 1;
    const sentences = chosen.map(({ sentence, passage }) => `${sentence} [${number(passage)}]`);
    const list = sources.map((passage) => `${number(passage)}. ${sourceOf(passage)}`);
    return {
      text: [sentences.join(' '), ...(comparison ? [comparison] : []), `Sources\n\n${list.join('\n')}`].join(
        '\n\n',
      ),
      citations: chosen.map(({ sentence, passage }) => ({
        number: number(passage),
        document: passage.document,
        name: passage.name ?? passage.document,
        heading: passage.heading ?? '',
        quote: sentence,
      })),
    };
  },
});

/**
 * The sentences that hold most of the question's terms, a rare term counting more than a common one (inverse
 * document frequency). Best first; sentences without any are never taken.
 */
function choose(statements: readonly Statement[], asked: readonly string[]): Statement[] {
  const weights = new Map([...new Set(asked)].map((term) => [term, rarity(statements, term)]));
  const scored = statements
    .map((statement) => ({ statement, score: scoreOf(statement, weights) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  const chosen: Statement[] = [];
  for (const { statement } of scored) {
    if (chosen.length === MOST) break;
    const ofOne = chosen.filter(({ passage }) => passage === statement.passage).length;
    if (ofOne < MOST_OF_ONE && !chosen.some((one) => likeness(one.terms, statement.terms) > SAME)) {
      chosen.push(statement);
    }
  }
  return chosen;
}

function rarity(statements: readonly Statement[], term: string): number {
  const having = statements.filter(({ terms }) => terms.has(term)).length;
  return having === 0 ? 0 : Math.log(1 + statements.length / having);
}

// The passage's own rank breaks near ties: a sentence of the best passage is likelier what was meant.
function scoreOf({ terms, passage }: Statement, weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [term, weight] of weights) if (terms.has(term)) score += weight;
  return score === 0 ? 0 : score + Math.min(1, (passage.score ?? 0) / 100);
}
