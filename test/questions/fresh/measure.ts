import { expect, test } from 'vitest';
import { measure } from '../measuring';
import { questionsOf, tableOf } from './questions';

const FOLDER = import.meta.dirname;

test('questions by somebody who has not seen the grammar', async () => {
  const questions = questionsOf(FOLDER, 'fre');
  expect(questions).toHaveLength(200);
  await measure(questions, tableOf(FOLDER));
});
