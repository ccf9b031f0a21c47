import type { Address } from '#base';
import type { Entry } from '#kernel';
import type { OpenedPlans } from './names';
import type { OpenedPlan } from './runView';

/** What an executor has opened, after what it had open before: nodes that were kept stay where they ran (R13). */
export function openedPlan(
  { address, data }: Extract<Entry, { kind: 'plan.opened' }>,
  before: OpenedPlans,
): OpenedPlan {
  const executor = executorOf(address);
  const { plan, machine, planHash, revision, kept = [] } = data;
  const last = before.opened.get(executor);
  const began = new Map(last === undefined ? [] : kept.map((id) => [id, last.began.get(id) ?? last.scope]));
  const opened = {
    ...{ executor, scope: address, began, plan, planHash, revision },
    before: last ?? null,
    doubt: null,
  };
  return machine === undefined ? opened : { ...opened, machine };
}

/** `plan.opened` stands under the scope, whose revision is the last thing in its address. */
function executorOf(scope: Address): Address {
  const at = scope.lastIndexOf('@');
  return at > scope.lastIndexOf('/') ? (scope.slice(0, at) as Address) : scope;
}
