import type { PlanAttempt } from '#kernel';
import type { Tone } from '../parts/Pill';

/** How each verdict looks. */
export const VERDICTS: Readonly<Record<PlanAttempt['verdict'], Tone>> = {
  accepted: 'ok',
  refused: 'bad',
  failed: 'bad',
};
