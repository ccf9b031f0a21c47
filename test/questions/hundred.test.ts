import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { hundredQuestions, type Outcome, outcomeOf } from './outcome';

/** How many were answered rightly, or rightly refused, when this was last raised. */
const RIGHT = 71;

let outcomes: readonly Outcome[] = [];

beforeAll(async () => {
  outcomes = await Promise.all(hundredQuestions().map(outcomeOf));
  const path = process.env.QUESTIONS_REPORT;
  if (path) writeFileSync(path, outcomes.map(inWords).join('\n'));
}, 60_000);

function inWords({ question, verdict, text }: Outcome): string {
  return `${verdict} ${question.id} ${question.question}\n    ${text.replaceAll('\n', '\n    ')}`;
}

const having = (verdict: Outcome['verdict']) => outcomes.filter((one) => one.verdict === verdict);

describe('A5 a hundred questions about nine tables, by somebody who has not seen the grammar', () => {
  test('none is answered wrongly', () => {
    expect(having('wrong').map(inWords)).toEqual([]);
  });

  test(`at least ${RIGHT} are answered rightly`, () => {
    expect(having('right').length).toBeGreaterThanOrEqual(RIGHT);
  });

  test('each refusal names a reason', () => {
    for (const { text } of having('refused')) expect(text).toMatch(/^I cannot plan this: \S.*[.?]$/su);
  });

  test('what a table cannot answer is refused', () => {
    const marked = outcomes.filter(({ question }) => question.mark === 'unanswerable');
    expect(marked.filter(({ verdict }) => verdict !== 'right').map(inWords)).toEqual([]);
  });

  test('a question in another language is told that the built-in planner reads English', () => {
    const marked = outcomes.filter(({ question }) => question.mark === 'language');
    for (const { text } of marked) expect(text).toMatch(/reads English/);
  });
});
