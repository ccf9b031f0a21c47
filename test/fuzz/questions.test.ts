import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask, planOf } from '../question/asking';
import { agrees } from '../questions/blind/judge';
import { both, type Condition, conditions } from './questions/conditions';
import { type Asked, asking } from './questions/kind';
import { KINDS } from './questions/kinds';
import { type Table, table } from './questions/table';
import { fuzzTimeout, samples } from './samples';

/** A question about a table, and what the rows say of it. */
interface Sample {
  readonly table: Table;
  readonly asked: Asked;
  readonly kept: Condition;
}

const sample: fc.Arbitrary<Sample> = table.chain((one) => {
  const kinds = KINDS.flatMap((kind) => asking(one, kind));
  return fc.record({
    table: fc.constant(one),
    asked: fc.oneof(...kinds),
    kept: fc.oneof(
      { arbitrary: conditions(one), weight: 5 },
      {
        arbitrary: fc.tuple(conditions(one), conditions(one)).map(([left, right]) => both(left, right)),
        weight: 1,
      },
    ),
  });
});

const conditionOf = ({ asked, kept }: Sample) => (asked.kind.takesCondition ? kept : null);
const questionOf = (one: Sample) => one.asked.words + (conditionOf(one)?.words ?? '');

/** The readings of a question: what may be kept or not is, and is not. */
function answersOf(one: Sample) {
  const { asked, table: own } = one;
  const keeps = conditionOf(one)?.keeps ?? (() => true);
  const readings = [true, false].map((open) => own.rows.filter((row) => keeps(row) ?? open));
  return readings.flatMap((rows) => asked.kind.answer(rows, asked.places));
}

const documentsOf = ({ table: own, asked }: Sample) =>
  asked.kind.needs === 'second' && own.second ? [own, own.second] : [own];

type Verdict = 'right' | 'refused' | 'wrong';

async function outcomeOf(one: Sample): Promise<{ verdict: Verdict; text: string }> {
  const question = questionOf(one);
  const answers = answersOf(one).filter((answer) => answer !== null);
  const documents = documentsOf(one).map(({ document }) => document);
  const { plan, problems } = planOf(question, documents);
  if (plan === null) return { verdict: 'refused', text: problems[0]?.message ?? '' };
  const given = await ask(question, documents);
  const expected = { id: '', table: '', kind: one.asked.kind.name, question, answer: { anyOf: answers } };
  const text = `${given.text}\nexpected: ${JSON.stringify(answers)}\n${documentsOf(one)
    .map(({ text }) => text)
    .join('\n\n')}`;
  return { verdict: agrees(expected, given) ? 'right' : 'wrong', text };
}

/** Words that change what is asked wherever they stand, and that nothing at the end of a question can mean. */
const CHANGING = 'except|unless|until|than|without|twice|half|minus|instead|only if|nearly|again'.split('|');

describe('A5 random questions about random tables', () => {
  const { seed, numRuns } = samples(1_000);

  test(
    'an answer is the computed one, and most questions have one',
    async () => {
      const told: string[] = [];
      const count = { right: 0, refused: 0, wrong: 0 };
      await fc.assert(
        fc.asyncProperty(sample, async (one) => {
          fc.pre(!answersOf(one).includes(null));
          const { verdict, text } = await outcomeOf(one);
          count[verdict] += 1;
          told.push(
            `${verdict} (${one.asked.kind.name}) ${questionOf(one)}\n    ${text.replaceAll('\n', '\n    ')}`,
          );
          if (process.env.QUESTIONS_REPORT === undefined && verdict === 'wrong')
            throw new Error(`${questionOf(one)}\n${text}`);
        }),
        { seed, numRuns },
      );
      if (process.env.QUESTIONS_REPORT) writeFileSync(process.env.QUESTIONS_REPORT, told.join('\n\n'));
      if (process.env.FUZZ_RUNS !== undefined) console.log(count);
      expect(count.right).toBeGreaterThan(0.7 * (count.right + count.refused));
    },
    fuzzTimeout(),
  );

  test(
    'a word that changes a question is never passed over',
    () => {
      fc.assert(
        fc.property(sample, fc.constantFrom(...CHANGING), (one, word) => {
          const documents = documentsOf(one).map(({ document }) => document);
          expect(planOf(`${questionOf(one)} ${word}`, documents).plan).toBeNull();
        }),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});
