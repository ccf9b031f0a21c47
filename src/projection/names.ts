import { type Address, within, withoutAttempt } from '#base';
import { type Body, bodiesOf, isContainer, type PlanNode } from '#plan';
import { callInside } from './callsInside';
import { nameInMachine } from './namesInMachines';
import { cardTitle } from './planLine';
import { roundWord } from './rounds';
import type { OpenedPlan, RunView } from './runView';

/** Where opened plans are looked up: a view, or one that is being made. */
export interface OpenedPlans extends Partial<Pick<RunView, 'started'>> {
  readonly opened: { get(executor: Address): OpenedPlan | undefined };
}

/** What the node at an address is called on the screen; its id when the plan does not know it. */
export type Names = (address: Address) => string;

/**
 * The names of a run, from the plan in its closure and from the plans that its executors opened (K5). What runs once
 * for each round or item is told apart by its number.
 */
export function namesOf(view: OpenedPlans & Pick<RunView, 'started'>): Names {
  const plans = view.started?.closure.plans ?? [];
  const [main] = plans;
  const hasMachines = plans.some(({ kind }) => kind === 'state-machine');
  const catalogue = new Map(view.started?.closure.capabilities.map((one) => [one.id, one]));
  return (address) => {
    const base = withoutAttempt(address);
    const inMachine = (hasMachines ? nameInMachine(base, plans) : null) ?? nameInMade(base, view);
    if (inMachine !== null) return inMachine;
    const plan = main?.kind === 'capability' ? main : null;
    const node = nodeAtAddress(withoutAttempt(address), plan, view);
    const name = node === null ? idOf(address) : cardTitle(node, catalogue);
    return `${name}${roundsIn(address, plan, view)}`;
  };
}

/** The same in a machine that a planner made, which its executor has opened (M5). */
function nameInMade(address: Address, view: OpenedPlans): string | null {
  for (let at = address.indexOf('@'); at >= 0; at = address.indexOf('@', at + 1)) {
    const opened = view.opened.get(address.slice(0, at) as Address);
    if (opened?.machine === undefined) continue;
    const place = within(opened.scope, opened.machine.id);
    if (address.startsWith(`${place}/`))
      return nameInMachine(address.slice(place.length) as Address, [opened.machine]);
  }
  return null;
}

/** Which rounds it lies in, counted from 1 as people do: ` · item 3`, in a loop of an iterator ` · item 3, round 1`. */
function roundsIn(address: Address, plan: Body | null, view: OpenedPlans): string {
  if (!address.includes('[')) return '';
  const rounds = [...address.matchAll(/\[(\d+)\]/g)].map(({ 1: number, index }) => {
    const container = nodeAtAddress(withoutAttempt(address.slice(0, index) as Address), plan, view);
    return `${(container && roundWord(container.type)) ?? 'round'} ${Number(number) + 1}`;
  });
  return ` · ${rounds.join(', ')}`;
}

/** Walks an address down through bodies and opened plans. */
export function nodeAtAddress(address: Address, plan: Body | null, view: OpenedPlans): PlanNode | null {
  let body: Body | null = plan;
  let node: PlanNode | null = null;
  let end = 0;
  while (end >= 0 && end < address.length) {
    const next = address.indexOf('/', end + 1);
    const stop = next < 0 ? address.length : next;
    const id = idOf(address.slice(end, stop) as Address);
    const around: PlanNode | null = node;
    node = body?.nodes.find((one) => one.id === id) ?? (around && callInside(around, id));
    if (node === null) return null;
    const scope = address.slice(0, stop) as Address;
    body = isContainer(node) ? bodyAt(node, scope) : planIn(node, scope, view);
    end = next;
  }
  return node;
}

/** The body of a container that a scope's address names: `.try`, `.catch` or `.finally`, else its only one. */
function bodyAt(container: PlanNode, scope: Address): Body | null {
  const part = /\.(try|catch|finally)/.exec(scope.slice(scope.lastIndexOf('/')))?.[1];
  return bodiesOf(container).find(({ name }) => name === (part ?? 'body'))?.body ?? null;
}

/** The plan that a SUB_PLAN runs, or that an executor has opened. */
function planIn(node: PlanNode, scope: Address, view: OpenedPlans): Body | null {
  if (node.type === 'SUB_PLAN') {
    const plan = view.started?.closure.plans.find(({ id }) => id === node.params.plan);
    return plan?.kind === 'capability' ? plan : null;
  }
  const slash = scope.lastIndexOf('/');
  const at = scope.indexOf('@', slash);
  const executor = (at < 0 ? scope : scope.slice(0, at)) as Address;
  return view.opened.get(executor)?.plan ?? null;
}

function idOf(address: Address): string {
  const last = address.slice(address.lastIndexOf('/') + 1);
  const end = last.search(/[.[@#!]/);
  return end < 0 ? last : last.slice(0, end);
}
