import type { Waiting } from '#projection';
import { callAsked } from './callAsked';

/** Whether a person is asked in words, with evidence, a form and decisions (L9, M4, K15): the rest is told in a sentence. */
export function isAsked(waiting: Waiting): boolean {
  return waiting.kind === 'answer' || waiting.kind === 'resume' || callAsked(waiting) !== null;
}
