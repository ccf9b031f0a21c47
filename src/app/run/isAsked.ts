import type { Waiting } from '#projection';

/** Whether a person is asked in words, with evidence, a form and decisions (L9, M4): the rest is told in a sentence. */
export function isAsked({ kind }: Waiting): boolean {
  return kind === 'answer' || kind === 'resume';
}
