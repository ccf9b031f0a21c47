import { expect, test } from 'vitest';
import { measure } from '../measuring';
import { questions, textOf } from './questions';

test('questions by somebody who has not seen the grammar', async () => {
  expect(questions).toHaveLength(200);
  await measure(questions, textOf);
});
