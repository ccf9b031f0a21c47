import type { Diagnostic, Fuel } from '#base';
import { withPlansInside } from '../graph/subPlans';
import type { Body } from '../nodes/node';
import { type Catalogue, MESSAGE_CAPABILITY, withMessages } from '../schema/capabilityDescriptor';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';
import { cancelsReach } from './cancelsReach';
import { capabilitiesExist } from './capabilitiesExist';
import { choicesAreClear } from './choicesAreClear';
import { containersAreSound } from './containersAreSound';
import { edgesLead } from './edgesLead';
import { endsGiveObjects } from './endsGiveObjects';
import { errorsAreHandled } from './errorsAreHandled';
import { expressionsFitTypes } from './expressionsFitTypes';
import { featuresFit } from './featuresFit';
import { fieldsExist } from './fieldsExist';
import { structureOfBody } from './idsAreUnique';
import { inputsFit } from './inputsFit';

import { itemsDoNotShare } from './itemsDoNotShare';
import { joinsCanStart } from './joinsCanStart';
import { checkMachine } from './machine/checkMachine';
import { modelsAreThere } from './modelsAreThere';
import { mutexesDoNotNest } from './mutexesDoNotNest';
import { namesAreDeclared } from './namesAreDeclared';
import { noCycles } from './noCycles';
import { nodesAreSound } from './nodesAreSound';
import { outputsAreDeclared } from './outputsAreDeclared';
import { plannersAreComplete } from './plannersAreComplete';
import { policiesAllow } from './policiesAllow';
import { policyHosts } from './policyHosts';
import { resultIsAssigned } from './resultIsAssigned';
import { type BodyContext, freshFuel, type Rule, subjectOfBody, subjectOfPlan } from './rule';
import { schemasAreUsable } from './schemasAreUsable';
import { sequencesHaveNoEdges } from './sequencesHaveNoEdges';
import { sizesAreBounded } from './sizesAreBounded';
import { startsOnce } from './startsOnce';
import { stepsAreBefore } from './stepsAreBefore';

import { subPlansOpen } from './subPlansOpen';
import { textsAreReadable } from './textsAreReadable';
import { variablesAreSound } from './variablesAreSound';
import { waitsAreBounded } from './waitsAreBounded';
import { checkShared } from './workspace/checkShared';
import { writersDoNotRace } from './writersDoNotRace';

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
  return RULES.flatMap((rule) => rule(subject));
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
  return unique([...doubled, ...RULES.flatMap((rule) => rule(subject))]);
}

/** Plans share what is wrong with their workspace; it is listed once. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map(diagnostics.map((one) => [JSON.stringify(one), one]));
  return [...known.values()];
}
