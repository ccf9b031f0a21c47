import type { Diagnostic } from '#base';
import { type CapabilityPlan, plansInside, type Workspace } from '#plan';
import { leftOutOf } from './leftOut';
import { givenType, type Parameters, parametersOf } from './moduleParameters';
import { structureOfPlan } from './moduleStructure';
import { comment, literal } from './moduleText';

/** A plan as a TypeScript module, and what of it the module does not hold. */
export interface TypeScriptModule {
  readonly text: string;
  readonly leftOut: readonly Diagnostic[];
}

/**
 * Writes a capability plan as a TypeScript module that runs with `xstate` alone (C3): `createPlanMachine(given)` is a
 * machine for `createActor(machine, { input })`. Structure, order, retries, timeouts, locks, signals, features, merging
 * come with it; activities, expressions (with their CEL as a comment) and the plans of PLAN_EXECUTORs are parameters.
 *
 * The text of the runtime is loaded when it is first asked for: it is for exports alone, and a bundler reads it (`?raw`).
 * The module visits the same nodes in the same order as a run here: it emits `visited` with each address.
 *
 * @example writeFile('plan.ts', (await toTypeScript(plan, workspace)).text)
 */
export async function toTypeScript(plan: CapabilityPlan, workspace: Workspace): Promise<TypeScriptModule> {
  const { moduleRuntime } = await import('./moduleRuntime');
  const inside = plansInside(plan, workspace.plans).filter((other) => other.kind === 'capability');
  const plans = [plan, ...inside.filter(({ id }) => id !== plan.id)];
  const parameters: Parameters = {
    activities: new Map(),
    expressions: new Map(),
    plans: new Map(),
    machines: new Map(),
  };
  parametersOf(plan, '', workspace, parameters);
  for (const other of inside) parametersOf(other, `${other.id}/`, workspace, parameters);
  const leftOut = plans.flatMap(leftOutOf);
  const text = [
    comment(`The plan "${plan.name ?? plan.id}", exported from Planloom: a machine of XState v5.`),
    '// Run it with createActor(createPlanMachine({ activities, expressions, plans }), { input }).',
    '// Inputs are judged where you give fits(schema, value). State machines that it runs hear the signals that nobody waits for.',
    "// What it waits for is sent to it: actor.send({ type: 'signal', event: 'approved', data: {} }).",
    '// An activity that wants more than to go on gives new Answer(value, { break }) or new Answer(null, { waitFor }).',
    ...leftOut.map(({ message }) => comment(`Not held: ${message}`)),
    "import { createActor, enqueueActions, fromPromise, setup } from 'xstate';",
    '',
    givenType(parameters),
    '',
    '/** The plan, and those that it runs: structure alone. */',
    `export const PLANS: readonly Plan[] = ${literal(plans.map((one) => structureOfPlan(one, workspace)))};`,
    '',
    '/** The machine. Its output is `{status, output, error, visited}`; it emits `visited` with each address. */',
    'export function createPlanMachine(given: Given) {',
    '  const { parse, now } = Date;',
    '  return machineOf(PLANS, { msUntil: (time) => parse(time) - now(), ...given });',
    '}',
    '',
    '// The runtime: the rules by which scopes, edges, branches, attempts and ends follow each other.',
    '',
    moduleRuntime(),
  ].join('\n');
  return { text, leftOut };
}
