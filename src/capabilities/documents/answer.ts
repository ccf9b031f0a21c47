import { present } from '#base';
import { defineCapability } from '../defineCapability';
import { wordsOf } from '../text/measure';
import { z } from '../zod';
import { type Passage, passages, sourceOf } from './passage';
import { isFragment, likeness, type Statement, statementsOf } from './statements';
import { termsOf } from './terms';

/** Sentences of an answer, and of one source. */
const MOST = 5;
const MOST_OF_ONE = 2;
/** Sentences that are this alike are said once. */
const SAME = 0.6;
/** What a term counts that stands in the heading only, and how much more a sentence with a figure counts if asked. */
const HEADING_SHARE = 0.4;
const FIGURE_BONUS = 2;

const ASKS_FOR_FIGURE =
  /\b(?:how (?:much|many|long|far|old|often|large|high|fast)|cost|price|percent|share|number)\b/i;
/** Terms of a question that speak about the sources, not about what they say. */
const ABOUT_SOURCES = new Set(
  termsOf('source sources agree disagree differ difference compare document documents report reports say'),
);

export const answer = defineCapability({
  id: 'documents.answer',
  title: 'Answer from passages',
  description:
    'Answers a question with sentences quoted from the passages, each with a citation [1] that names document, heading and page. "comparison" (the text of documents.compare) is added below.',
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
        page: z.int().optional(),
        quote: z.string(),
      }),
    ),
  }),
  icon: 'text-quote',
  tags: ['documents', 'answer'],
  run({ question, passages: given, comparison }) {
    const chosen = choose(statementsOf(given), question);
    if (chosen.length === 0) return { text: nothingAbout(question), citations: [] };
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
        ...present({ page: passage.page }),
        quote: sentence,
      })),
    };
  },
});

/** What was looked for and is in no sentence: other words may well be, so nothing is said of what the documents say. */
function nothingAbout(question: string): string {
  const looked = [...new Set(wordsOf(question))].filter((word) => asked(word).length > 0).join(' ');
  const words = looked === '' ? 'this' : `“${looked}”`;
  return `I find no sentence about ${words} in the documents: ask in words that stand in them.`;
}

/** The terms of a text that speak about what the sources say. */
function asked(text: string): string[] {
  return termsOf(text).filter((term) => !ABOUT_SOURCES.has(term));
}

/**
 * The sentences that hold most of the question's terms, a rare term counting more than a common one (inverse
 * document frequency). Best first; sentences without any are never
 * taken, and fragments only where nothing fits better.
 */
function choose(statements: readonly Statement[], question: string): Statement[] {
  const weights = new Map(asked(question).map((term) => [term, rarity(statements, term)]));
  const wantsFigure = ASKS_FOR_FIGURE.test(question);
  const scored = statements
    .map((statement) => ({ statement, score: scoreOf(statement, weights, wantsFigure) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  const best = scored[0]?.score ?? 0;
  const chosen: Statement[] = [];
  for (const { statement, score } of scored) {
    if (chosen.length === MOST) break;
    if (isFragment(statement) && score < best) continue;
    const ofOne = chosen.filter(({ passage }) => passage === statement.passage).length;
    if (ofOne < MOST_OF_ONE && !chosen.some((one) => saysTheSame(one, statement))) chosen.push(statement);
  }
  return chosen;
}

/** Sentences with other figures are never the same, however alike their words are: that is where sources differ. */
function saysTheSame(one: Statement, other: Statement): boolean {
  return likeness(one.terms, other.terms) > SAME && one.figures.join() === other.figures.join();
}

function rarity(statements: readonly Statement[], term: string): number {
  const having = statements.filter(({ terms }) => terms.has(term)).length;
  return having === 0 ? 0 : Math.log(1 + statements.length / having);
}

function scoreOf(statement: Statement, weights: ReadonlyMap<string, number>, wantsFigure: boolean): number {
  const around = new Set(termsOf(`${statement.passage.name ?? ''} ${statement.passage.heading ?? ''}`));
  let score = 0;
  let beside = 0;
  for (const [term, weight] of weights) {
    if (statement.terms.has(term)) score += weight;
    else if (around.has(term)) beside += weight;
  }
  if (score === 0) return 0;
  const withHeading = score + HEADING_SHARE * beside;
  return wantsFigure && statement.figures.length > 0 ? withHeading * FIGURE_BONUS : withHeading;
}
