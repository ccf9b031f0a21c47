import { type Diagnostic, LIMITS, problem } from '#base';
import { allStates } from '../../graph/states';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import type { StateMachinePlan } from '../../schema/stateMachine';
import type { Workspace } from '../../schema/workspace';
import type { BodyContext } from '../rule';
import {
  choicesAreAllowed,
  delaysAreGiven,
  eventsAreAnswered,
  machineInputsFit,
  machineIsBounded,
  machineReaches,
} from './machineReaches';
import { type MachineRule, machineSubject } from './machineSubject';
import { historiesEnd, namesAreUnique, statesNest } from './states';
import {
  guardsEnd,
  machineNamesAreAsked,
  machineNamesAreDeclared,
  machineTextsAreReadable,
  machineTypesFit,
} from './textsOfMachine';
import { eventlessCycles, raisedEventsAreHeard, statesAreReached, targetsLead } from './transitions';

/** What makes a machine one that can be entered and stepped, whatever its workspace holds. */
const ALONE: readonly MachineRule[] = [
  statesNest,
  targetsLead,
  historiesEnd,
  eventlessCycles,
  machineTextsAreReadable,
  guardsEnd,
];

const RULES: readonly MachineRule[] = [
  ...ALONE,
  namesAreUnique,
  delaysAreGiven,
  machineNamesAreDeclared,
  machineNamesAreAsked,
  machineTypesFit,
  machineReaches,
  statesAreReached,
  raisedEventsAreHeard,
  machineIsBounded,
  eventsAreAnswered,
  choicesAreAllowed,
  machineInputsFit,
];

/** Checks a state machine plan (M1, E4). */
export function checkMachine(
  plan: StateMachinePlan,
  workspace: Workspace | null,
  catalogue: Catalogue,
): readonly Diagnostic[] {
  const tooMany = statesAreBounded(plan);
  if (tooMany !== null) return [tooMany];
  const subject = machineSubject(plan, workspace, catalogue);
  return RULES.flatMap((rule) => rule(subject));
}

/** Checks a machine that a planner proposed, by the same rules and the bounds of its planner (P3, M5). */
export function checkProposedMachine(
  plan: StateMachinePlan,
  { catalogue, variables: _variables, ...bounds }: BodyContext,
): readonly Diagnostic[] {
  const subject = machineSubject(plan, null, catalogue, bounds);
  return RULES.flatMap((rule) => rule(subject));
}

/**
 * What `compileMachine` refuses (C1). Names that are still to be bound are none of it: capabilities, guards, delays and
 * variables refuse a run, and a machine can be simulated before they are there (M7).
 */
export function checkMachineAlone(plan: StateMachinePlan): readonly Diagnostic[] {
  const tooMany = statesAreBounded(plan);
  if (tooMany !== null) return [tooMany];
  const subject = machineSubject(plan, null, new Map());
  return ALONE.flatMap((rule) => rule(subject));
}

/** T4: counted before anything else looks at them. */
function statesAreBounded(plan: StateMachinePlan): Diagnostic | null {
  const most = LIMITS.nodesAccepted;
  let count = 0;
  for (const _ of allStates(plan.states)) count++;
  if (count <= most) return null;
  const message = `The machine has ${count} states: ${count} > ${most}.`;
  return problem('TOO_MANY_NODES', message, 'Split the machine.', { plan: plan.id });
}
