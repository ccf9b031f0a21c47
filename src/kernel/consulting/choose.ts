import type { Json } from '#base';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { choiceIn, textIn } from './answer';
import { askModel } from './consult';
import type { Consultation } from './consultation';
import { type Choice, choiceQuestion, repairQuestion } from './wording';

/** Asks a model for one of some ids. */
export function askForChoice(
  draft: Draft,
  ref: NodeRef,
  question: string,
  choices: readonly Choice[],
  material: Json | undefined,
): void {
  const ids = choices.map(({ id }) => id);
  const topic = { ids, kind: 'choice', repaired: false } as const;
  askModel(draft, ref, 'ask', choiceQuestion(question, choices, material), topic, null);
}

/**
 * A model has answered: the id that it chose, or null where it is asked once more because it named none of them.
 *
 * @returns an error when the repair names none of them either (L9)
 */
export function chosenBy(
  draft: Draft,
  ref: NodeRef,
  consultation: Consultation,
  result: Json,
): string | RunError | null {
  const { topic, question } = consultation;
  if (topic.kind !== 'choice' || question === null) return null;
  const { ids } = topic;
  const chosen = choiceIn(draft, result, ids);
  if (chosen !== null) return chosen;
  if (topic.repaired) return noChoice(ids);
  const repair = repairQuestion(question, textIn(result), ids);
  askModel(draft, ref, 'repair', repair, { ...topic, repaired: true }, consultation);
  return null;
}

/** L9: what names no choice fails the attempt. */
export function noChoice(ids: readonly string[]): RunError {
  return {
    code: 'RESULT_INVALID',
    message: `The answer names none of the choices: ${ids.join(', ')}.`,
    help: 'Word the question so that one of them fits, say when each is chosen, or ask another model.',
  };
}
