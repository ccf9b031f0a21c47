import { type Address, type JsonObject, ROOT } from '#base';
import { compileAlone, startMachine } from '#compile';
import type { StateMachinePlan } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { assignedBy } from '../planInterface';
import { createFrame, ROOT_FRAME } from '../scopes/scope';
import type { MachineRun } from '../work';
import { dispatchToMachine, readInbox } from './dispatch';
import { isOfRun } from './finish';
import { changeMachine, machineAt, nodeOfMachine, startedMachine } from './machine';
import { takeTurn } from './macrostep';

/**
 * An active node runs a machine: its input is the goal (M3). It begins in the commit that starts it, also while the run is
 * paused, because it settles by itself; what it asks for waits (R19).
 */
export function beginMachine(
  draft: Draft,
  ref: NodeRef,
  plan: StateMachinePlan,
  given: JsonObject,
  place: Address,
): void {
  const { machine } = startedMachine(draft, ref);
  const variables = assignedBy(plan, given);
  const turn = startMachine(machine, {
    goalData: given,
    handles: draft.has('handles'),
    variables: Object.fromEntries(variables),
  });
  const run: MachineRun = {
    plan: plan.id,
    place,
    standing: turn.standing,
    rounds: {},
    activities: [],
    timers: {},
    listens: null,
    heard: 0,
    told: 0,
    chosen: 0,
    choosing: [],
    assigned: [...variables.keys()].sort(),
    paused: null,
  };
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'machine', run } });
  draft.machines = [...draft.machines, { frame: ref.frame, node: ref.node }];
  takeTurn(draft, ref, turn, null);
  dispatchKept(draft, ref);
  if (machineAt(draft, ref) !== null) readInbox(draft, ref);
}

/** R16: signals that came before it began are kept, and it takes those that it has a use for, the oldest first. */
function dispatchKept(draft: Draft, ref: NodeRef): void {
  for (const signal of draft.signals) {
    if (draft.phase !== 'going' || machineAt(draft, ref) === null) return;
    if (dispatchToMachine(draft, ref, signal))
      draft.signals = draft.signals.filter((other) => other !== signal);
  }
}

/** A run whose plan is a machine: its root holds one node that no author wrote. */
export function beginMachineOfRun(draft: Draft, plan: StateMachinePlan): void {
  const turn = createFrame(draft, {
    kind: 'plan',
    id: ROOT_FRAME,
    address: ROOT,
    scope: compileAlone(nodeOfMachine(plan), 0),
    parent: null,
    order: [],
  });
  draft.change(ROOT_FRAME).position = turn.position;
  const ref = { frame: ROOT_FRAME, node: 0 };
  draft.setActive(ref, {
    node: 0,
    address: ROOT,
    attempt: 1,
    open: [],
    work: { kind: 'calling' },
    layer: null,
  });
  beginMachine(draft, ref, plan, draft.start.input, ROOT);
}

/** The point where a fork leaves its record (K8): the run's machine sees what was set, and hears the signals that were kept. */
export function goOnAt(draft: Draft, ref: NodeRef, set: JsonObject): void {
  const run = machineAt(draft, ref);
  if (run === null) return;
  if (isOfRun(run)) {
    let { variables } = run.standing;
    for (const [name, value] of Object.entries(set)) variables = variables.set(name, value);
    changeMachine(draft, ref, { standing: { ...run.standing, variables } });
  }
  dispatchKept(draft, ref);
}
