import type { JsonObject } from '#base';
import type { PlanChanges } from '../edits/edit';
import { changedOwner } from '../graph/fieldsOf';
import type { State } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';
import { sameIfEqual } from './changeNode';
import { inField, type Renaming } from './renameInTexts';

/**
 * What of a machine reads otherwise under the new name of a variable: conditions, expressions and templates of its
 * states, transitions, actions, invocations, guards, delays and responders, and what assigns it.
 */
export function machineRenamed(plan: StateMachinePlan, name: Renaming): PlanChanges {
  const before: JsonObject = JSON.parse(JSON.stringify(renamed(plan, name)));
  const { id: _id, kind: _kind, variables: _variables, ...after } = before;
  return {
    ...after,
    variables: plan.variables.map((one) => (one.id === name.from ? { ...one, id: name.to } : one)),
  } as PlanChanges;
}

/** A state, or the machine itself, with all that lies in it. */
function renamed(owner: State | StateMachinePlan, name: Renaming): object {
  const next = changedOwner(owner, (field) => sameIfEqual(field.value, inField(field, name)));
  return owner.states === undefined
    ? next
    : { ...next, states: owner.states.map((state) => renamed(state, name)) };
}
