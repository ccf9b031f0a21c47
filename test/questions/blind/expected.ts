import type { PlainAnswer, Question } from '../answers';

type Loose = Partial<
  Pick<PlainAnswer, 'tolerance' | 'eitherSign' | 'unit' | 'reading' | 'ordered' | 'extraBlankGroup'>
>;
const plain = { tolerance: 0, ordered: false, eitherSign: false };

/** One number. Money, shares and means may be rounded to the hundredth. `unit: 'duration'` is counted in seconds. */
export const value = (number: number, loose: Loose = {}): PlainAnswer => ({
  ...plain,
  tolerance: 0.011,
  value: number,
  ...loose,
});

/** How many: a whole number. */
export const count = (number: number, reading?: string): PlainAnswer => ({
  ...plain,
  count: number,
  reading,
});

/** These words and no other rows, in any order. */
export const values = (words: readonly string[], reading?: string): PlainAnswer => ({
  ...plain,
  values: [...words],
  reading,
});

/** These rows and no others: a name and its numbers. */
export const rows = (all: readonly (readonly [string, ...number[]])[], loose: Loose = {}): PlainAnswer => ({
  ...plain,
  tolerance: 0.011,
  rows: all.map(([name, ...numbers]) => [name, ...numbers]),
  ...loose,
});

export const yes = (is: boolean): PlainAnswer => ({ ...plain, yes: is });

export const refuse = (why: string): PlainAnswer => ({ ...plain, refuse: why });

/** Any of these readings is a right answer. */
export const anyOf = (...readings: PlainAnswer[]): Question['answer'] => ({ anyOf: readings });

/** In another language: the answer, or a refusal that says so. */
export const orRefuse = (answer: PlainAnswer): Question['answer'] =>
  anyOf(answer, refuse('the question is not in English'));

/** A function that makes the questions of one table. */
export const asker =
  (table: Question['table']) =>
  (
    id: string,
    kind: string,
    question: string,
    answer: Question['answer'],
    more: Pick<Question, 'mark' | 'note'> = {},
  ): Question => ({ id, table, kind, question, answer, ...more });
