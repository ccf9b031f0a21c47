import { expect, test } from 'vitest';
import { measure } from '../measuring';
import { questions } from './questions';
import { textOf } from './raw';

test('a second hundred questions, asked blind', async () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(100);
  await measure(questions, textOf);
});
