import { expect, test } from 'vitest';
import { measure } from '../measuring';
import { questions } from './questions';
import { textOf } from './raw';

test('questions about two more tables', async () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  await measure(questions, textOf);
});
