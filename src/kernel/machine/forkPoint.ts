import type { JsonObject } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { hearKept } from './beginMachine';
import { isOfRun } from './finish';
import { changeMachine, machineAt } from './machineAt';

/** The point where a fork leaves its record (K8): the run's machine sees what was set, and hears the signals that were kept. */
export function goOnAt(draft: Draft, ref: NodeRef, set: JsonObject): void {
  const run = machineAt(draft, ref);
  if (run === null) return;
  if (isOfRun(run)) {
    let { variables } = run.standing;
    for (const [name, value] of Object.entries(set)) variables = variables.set(name, value);
    changeMachine(draft, ref, { standing: { ...run.standing, variables } });
  }
  hearKept(draft, ref);
}
