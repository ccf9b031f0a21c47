import { expect, test } from 'vitest';
import { questionsOf, tableOf } from '../fresh/questions';
import { measure } from '../measuring';

const FOLDER = import.meta.dirname;

test('questions of an outside audit', async () => {
  const questions = questionsOf(FOLDER, 'out');
  expect(questions).toHaveLength(172);
  await measure(questions, tableOf(FOLDER));
});
