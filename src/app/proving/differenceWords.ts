import type { Plan } from '#plan';
import { planDifference } from '#projection';

const TOLD = ['dropped', 'changed', 'added'] as const;

/** How many steps of a plan differ from another; what a single plan is, where there is no other. */
export function differenceWords(plan: Plan, against: Plan | null): string {
  if (plan.kind !== 'capability') return 'It is a state machine.';
  if (against === null) return '';
  if (against.kind !== 'capability') return 'The other is a state machine.';
  const changes = [...planDifference(against, plan).values()];
  const parts = TOLD.flatMap((change) => {
    const count = changes.filter((one) => one === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return parts.length === 0 ? 'The same steps.' : parts.join(', ');
}
