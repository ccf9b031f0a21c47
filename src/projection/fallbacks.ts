import type { Address, Diagnostic } from '#base';
import { namesOf } from './names';
import type { RunView } from './runView';

/** A plan that was made without a model, because the models that were to make it failed (P5). */
export interface Fallback {
  /** Of the planner. */
  readonly address: Address;
  /** What the planner is called. */
  readonly name: string;
  /** Who made the plan instead. */
  readonly madeBy: string;
  /** What the model that was asked last is called, and what was wrong with it. */
  readonly model: string;
  readonly problem: Diagnostic | null;
}

/** Planners whose last plan is not by the models that were asked for it: what a green end alone would hide. */
export function fallbacksOf(view: RunView): readonly Fallback[] {
  const names = namesOf(view);
  return [...view.planning.values()].flatMap(({ address, attempts }) => {
    const at = attempts.findLastIndex(({ verdict }) => verdict === 'accepted');
    const made = attempts[at];
    const asked = attempts[at - 1];
    if (!made || made.model !== null || !asked || asked.model === null || asked.verdict === 'accepted')
      return [];
    const [problem = null] = asked.problems;
    return [{ address, name: names(address), madeBy: made.madeBy, model: asked.madeBy, problem }];
  });
}
