import type { Diagnostic, Fuel } from '#base';
import { withPlansInside } from '../graph/bodies';
import type { Body } from '../nodes/node';
import { type Catalogue, MESSAGE_CAPABILITY, withMessages } from '../schema/capabilityDescriptor';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';
import { capabilitiesExist } from './capabilitiesExist';
import { checkShared } from './checkShared';
import { edgesLead, joinsCanStart, noCycles, sequencesHaveNoEdges, startsOnce } from './graph';
import { structureOfBody } from './idsAreUnique';
import { inputsFit } from './inputsFit';
import { checkMachine } from './machine/checkMachine';
import {
  containersAreSound,
  endsGiveObjects,
  errorsAreHandled,
  nodesAreSound,
  schemasAreUsable,
  sizesAreBounded,
  waitsAreBounded,
} from './nodes';
import { choicesAreClear, plannersAreComplete } from './planners';
import { policiesAllow, policyHosts } from './policies';
import { mutexesDoNotNest, stepsAreBefore, writersDoNotRace } from './races';
import { cancelsReach, featuresFit, modelsAreThere, subPlansOpen } from './references';
import { type BodyContext, freshFuel, type Rule, subjectOfBody, subjectOfPlan } from './rule';
import { textsAreReadable } from './texts';
import { expressionsFitTypes, fieldsExist } from './types';
import {
  itemsDoNotShare,
  namesAreDeclared,
  outputsAreDeclared,
  resultIsAssigned,
  variablesAreSound,
} from './variables';

/** Every rule for capability plans: the same for people and for planners. */
const RULES: readonly Rule[] = [
  sizesAreBounded,
  edgesLead,
  noCycles,
  startsOnce,
  sequencesHaveNoEdges,
  joinsCanStart,
  cancelsReach,
  capabilitiesExist,
  subPlansOpen,
  inputsFit,
  textsAreReadable,
  namesAreDeclared,
  outputsAreDeclared,
  variablesAreSound,
  schemasAreUsable,
  expressionsFitTypes,
  fieldsExist,
  resultIsAssigned,
  writersDoNotRace,
  errorsAreHandled,
  choicesAreClear,
  containersAreSound,
  itemsDoNotShare,
  waitsAreBounded,
  mutexesDoNotNest,
  featuresFit,
  plannersAreComplete,
  modelsAreThere,
  nodesAreSound,
  stepsAreBefore,
  endsGiveObjects,
  policiesAllow,
  policyHosts,
];

/**
 * Checks a whole workspace by all rules (E4): what its plans share, then the plans in their order. Errors block
 * running, warnings and notes do not.
 *
 * @param catalogue all capabilities that plans may call, built in and of the workspace
 */
export function check(workspace: Workspace, catalogue: Catalogue): readonly Diagnostic[] {
  const fuel = freshFuel();
  return unique([
    ...checkShared(workspace, catalogue),
    ...workspace.plans.flatMap((plan) => checkPlan(plan, workspace, catalogue, fuel)),
  ]);
}

/** Checks one plan: what must be free of errors before it is compiled and run (C1). */
export function checkPlan(
  plan: Plan,
  workspace: Workspace,
  catalogue: Catalogue,
  fuel: Fuel = freshFuel(),
): readonly Diagnostic[] {
  if (plan.kind === 'state-machine') return checkMachine(plan, workspace, catalogue);
  const subject = subjectOfPlan(plan, workspace, catalogue, fuel);
  return RULES.flatMap((rule) => [...rule(subject)]);
}

/** Checks a plan and all the plans that a run of it can open: whatever cannot be run is refused before (C1). */
export function checkForRun(plan: Plan, workspace: Workspace, catalogue: Catalogue): readonly Diagnostic[] {
  const fuel = freshFuel();
  return unique(
    withPlansInside(plan, workspace.plans).flatMap((one) => checkPlan(one, workspace, catalogue, fuel)),
  );
}

/** Checks a plan that a planner proposed, by the same rules and the bounds of its planner (P3). */
export function checkBody(body: Body, context: BodyContext): readonly Diagnostic[] {
  const { variables, catalogue, tools, ...bounds } = context;
  const doubled = structureOfBody(body);
  const subject = subjectOfBody(body, variables, withMessages(catalogue), {
    ...bounds,
    tools: tools && new Set([...tools, MESSAGE_CAPABILITY.id]),
  });
  return unique([...doubled, ...RULES.flatMap((rule) => [...rule(subject)])]);
}

/** Plans share what is wrong with their workspace; it is listed once. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map(diagnostics.map((one) => [JSON.stringify(one), one]));
  return [...known.values()];
}
