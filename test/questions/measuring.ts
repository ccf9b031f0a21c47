import { writeFileSync } from 'node:fs';
import type { WorkspaceDocument } from '#plan';
import { ask, planOf } from '../question/asking';
import type { Question } from './answers';
import { agrees } from './blind/judge';

type Verdict = 'right' | 'rightly refused' | 'refused' | 'wrong' | 'failed';

interface Outcome {
  readonly question: Question;
  readonly verdict: Verdict;
  /** The answer as it was given, or the reason for giving none. */
  readonly text: string;
}

const mayRefuse = ({ answer }: Question) =>
  ('anyOf' in answer ? answer.anyOf : [answer]).some(({ refuse }) => refuse !== undefined);

/** @returns the text of a table by the name of its file */
export type TextOf = (file: string) => string;

const documentOf =
  (textOf: TextOf) =>
  (file: string): WorkspaceDocument => ({ id: file.split('.')[0] ?? file, kind: 'csv', text: textOf(file) });

/** Plans a question over its own tables alone, without a model, carries the plan out and judges what came of it. */
async function outcomeOf(question: Question, textOf: TextOf): Promise<Outcome> {
  const documents = [question.table].flat().map(documentOf(textOf));
  const { plan, problems } = planOf(question.question, documents);
  if (plan === null) {
    return {
      question,
      verdict: mayRefuse(question) ? 'rightly refused' : 'refused',
      text: problems[0]?.message ?? '',
    };
  }
  try {
    const given = await ask(question.question, documents);
    return { question, verdict: agrees(question, given) ? 'right' : 'wrong', text: given.text };
  } catch (problem) {
    return { question, verdict: 'failed', text: String(problem) };
  }
}

const inWords = ({ question, verdict, text }: Outcome) =>
  `${verdict.toUpperCase()} ${question.id} (${question.kind}) ${question.question}\n    ${text.trim().replaceAll('\n', '\n    ')}${
    verdict === 'wrong' ? `\n    expected: ${JSON.stringify(question.answer)}` : ''
  }`;

const VERDICTS: readonly Verdict[] = ['right', 'rightly refused', 'refused', 'wrong', 'failed'];

/**
 * Asks each question, prints how many came out how, and writes how each came out to the file named by `QUESTIONS_REPORT`.
 * Holds nothing against the numbers: what they are is the finding.
 */
export async function measure(questions: readonly Question[], textOf: TextOf): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await outcomeOf(question, textOf));
  const numbers = VERDICTS.map(
    (verdict) => `${outcomes.filter((one) => one.verdict === verdict).length} ${verdict}`,
  ).join(', ');
  const report = [numbers, ...outcomes.map(inWords)].join('\n\n');
  if (process.env.QUESTIONS_REPORT) writeFileSync(process.env.QUESTIONS_REPORT, report);
  console.log(numbers);
}
