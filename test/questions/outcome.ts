import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { WorkspaceDocument } from '#plan';
import { ask, planOf } from '../question/asking';
import { type Question, questionSchema } from './answers';
import { isRight } from './judge';

const HUNDRED = `${import.meta.dirname}/hundred`;

/** How a question came out. */
export interface Outcome {
  readonly question: Question;
  readonly verdict: 'right' | 'refused' | 'wrong';
  /** The answer as it was given, or the reason for giving none. */
  readonly text: string;
}

export function hundredQuestions(): readonly Question[] {
  return z.array(questionSchema).parse(JSON.parse(readFileSync(`${HUNDRED}/questions.json`, 'utf8')));
}

/** Plans a question over its own tables alone, carries the plan out, and judges what came of it. */
export async function outcomeOf(question: Question): Promise<Outcome> {
  const documents = [question.table].flat().map(documentOf);
  const { plan, problems } = planOf(question.question, documents);
  if (plan === null) {
    const text = problems[0]?.message ?? '';
    const isUnanswerable = 'refuse' in question.answer && question.answer.refuse !== undefined;
    const isTold = question.mark === 'language' && text.includes('reads English');
    return { question, verdict: isUnanswerable || isTold ? 'right' : 'refused', text };
  }
  const given = await ask(question.question, documents);
  return { question, verdict: isRight(question, given) ? 'right' : 'wrong', text: given.text };
}

const read = new Map<string, WorkspaceDocument>();

function documentOf(file: string): WorkspaceDocument {
  const known = read.get(file);
  if (known) return known;
  const [name = file, ending] = file.split('.');
  const text = readFileSync(`${HUNDRED}/tables/${file}`, 'utf8');
  const document: WorkspaceDocument = { id: name, kind: ending === 'json' ? 'json' : 'csv', text };
  read.set(file, document);
  return document;
}
