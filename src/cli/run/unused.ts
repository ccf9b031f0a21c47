import { absentIn } from '#capabilities';
import type { Commit } from '#kernel';
import type { Plan, Workspace } from '#plan';
import type { Capabilities } from '#runtime';
import type { Given } from '../command';
import { type Answer, withoutAttempts } from './answers';

/** For people: names that were given, and that nothing has. A slip of the pen would else look like success. */
export function unusedNames(
  workspace: Workspace,
  plan: Plan | undefined,
  given: Given,
  input: object,
): readonly string[] {
  const called = new Set(absentIn(workspace.plans, workspace, NOTHING).map(({ id }) => id));
  const bound = given.all('bind').map((binding) => binding.split('=')[0] ?? '');
  return [
    ...bound
      .filter((name) => !called.has(name))
      .map((name) => `--bind ${name}: nothing in this workspace calls "${name}".`),
    ...undeclared(plan, input).map((name) => `--input: "${plan?.id}" has no input variable "${name}".`),
  ];
}

/** The same, of what can only be told when the run is at rest. */
export function unusedAddresses(
  answers: readonly Answer[],
  given: Given,
  commits: readonly Commit[],
): readonly string[] {
  const reached = new Set(
    commits.flatMap(({ entries }) => entries.flatMap(({ address }) => [address, withoutAttempts(address)])),
  );
  const pinned = given.all('output').map((one) => one.split('=')[0] ?? '');
  return [
    ...answers.map(({ address }) => `--answer ${address}: nothing there has asked.`),
    ...pinned
      .filter((address) => !reached.has(address))
      .map((address) => `--output ${address}: the run has come by no such step.`),
  ];
}

const NOTHING: Capabilities = { catalogue: new Map(), find: () => undefined };

/** A machine is begun with the data of its goal, whatever they are called (M3). */
function undeclared(plan: Plan | undefined, input: object): readonly string[] {
  if (plan === undefined || plan.kind === 'state-machine' || plan.variables === 'open') return [];
  const declared = plan.variables.filter(({ scope }) => scope === 'IN').map(({ id }) => id);
  return Object.keys(input).filter((name) => !declared.includes(name));
}
