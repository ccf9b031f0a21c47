import { type Address, nodeOf, within, withoutAttempt } from '#base';
import {
  allNodes,
  allStates,
  type Body,
  bodiesOf,
  type Catalogue,
  invocationId,
  isContainer,
  type Plan,
  type PlanNode,
  placedStates,
  type StateMachinePlan,
} from '#plan';
import { callInside, ownerOf, scopeOf } from './addresses';
import { roundWord } from './rounds';
import type { OpenedPlan, RunView } from './runView';
import { cardTitle } from './shortText';

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
  const hasMachines = plans.some(({ kind }) => kind === 'state-machine');
  const catalogue = new Map(view.started?.closure.capabilities.map((one) => [one.id, one]));
  return (address) => {
    const base = withoutAttempt(address);
    const inMachine = (hasMachines ? nameInMachine(base, plans) : null) ?? nameInMade(base, view);
    if (inMachine !== null) return inMachine;
    const node = nodeInRun(base, view);
    const name = node === null ? idOf(address) : cardTitle(node, catalogue);
    return `${name}${roundsIn(address, view)}`;
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
function roundsIn(address: Address, view: OpenedPlans): string {
  if (!address.includes('[')) return '';
  const rounds = [...address.matchAll(/\[(\d+)\]/g)].map(({ 1: number, index }) => {
    const container = nodeInRun(withoutAttempt(address.slice(0, index) as Address), view);
    return `${(container && roundWord(container.type)) ?? 'round'} ${Number(number) + 1}`;
  });
  return ` · ${rounds.join(', ')}`;
}

/** The node at an address of a run, from the plan that it began with. */
export function nodeInRun(address: Address, view: OpenedPlans): PlanNode | null {
  const main = view.started?.closure.plans[0];
  return nodeAtAddress(address, main?.kind === 'capability' ? main : null, view);
}

/** Walks an address down through bodies and opened plans. */
export function nodeAtAddress(address: Address, plan: Body | null, view: OpenedPlans): PlanNode | null {
  let body: Body | null = plan;
  let node: PlanNode | null = null;
  let end = 0;
  while (end >= 0 && end < address.length) {
    const next = address.indexOf('/', end + 1);
    const stop = next < 0 ? address.length : next;
    const id = idOf(address.slice(end, stop));
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

/** The id in the last segment of an address. */
function idOf(address: string): string {
  const last = address.slice(address.lastIndexOf('/') + 1);
  const end = last.search(/[.[@#!]/);
  return end < 0 ? last : last.slice(0, end);
}

/**
 * What a place in a machine is called: a state by its name, with the number of its visit from the second on; what goes on
 * in it by its id. Null where no machine of the run has such a place.
 *
 * @param plans the run's plan first
 */
export function nameInMachine(address: Address, plans: readonly Plan[]): string | null {
  const bang = address.indexOf('!');
  const segments = (bang < 0 ? address : address.slice(0, bang)).split('/').slice(1);
  let plan: Plan | null = plans[0] ?? null;
  let name: string | null = null;
  for (let at = 0; at < segments.length && plan !== null; at++) {
    const id = idOf(segments[at] ?? '');
    if (plan.kind === 'capability') {
      name = null;
      plan = subPlanAt(plan, id, plans);
      continue;
    }
    const state = [...allStates(plan.states)].find((one) => one.id === id);
    name = state === undefined ? id : `${state.name ?? state.id}${visitIn(segments[at] ?? '')}`;
    const below = segments[at + 1];
    if (below === undefined) return name;
    plan = calledAt(plan, state?.id ?? null, idOf(below), plans);
    name = idOf(below);
    at++;
  }
  return name;
}

/** The plan that the next segment is of: of a SUB_PLAN its plan, of any other container the one that it stands in. */
function subPlanAt(
  plan: Extract<Plan, { kind: 'capability' }>,
  id: string,
  plans: readonly Plan[],
): Plan | null {
  const node = [...allNodes(plan)].find((one) => one.node.id === id)?.node;
  if (node === undefined) return null;
  if (node.type === 'SUB_PLAN') return plans.find((one) => one.id === node.params.plan) ?? null;
  return bodiesOf(node).length > 0 ? plan : null;
}

/** The plan that a state invokes, or that answers its event, under that id. */
function calledAt(
  plan: StateMachinePlan,
  state: string | null,
  id: string,
  plans: readonly Plan[],
): Plan | null {
  const owner = state === null ? plan : [...allStates(plan.states)].find((one) => one.id === state);
  const invoked = owner?.invoke?.find((one, index) => (one.id ?? invocationId(index)) === id);
  const called = invoked ?? plan.responders?.find((one) => one.id === id);
  return plans.find((one) => one.id === called?.plan) ?? null;
}

function visitIn(segment: string): string {
  const round = Number(/\[(\d+)\]/.exec(segment)?.[1] ?? 0);
  return round === 0 ? '' : ` · visit ${round + 1}`;
}

/** What each node, or state, of a plan is called, and with which catalogue. A plan that is edited is another one. */
const NAMES = new WeakMap<Plan, readonly [Catalogue | null, ReadonlyMap<string, string>]>();

/** What the nodes, or states, of a plan are called, by their ids: as their cards are. */
export function namesIn(plan: Plan, catalogue: Catalogue | null): ReadonlyMap<string, string> {
  const known = NAMES.get(plan);
  if (known !== undefined && known[0] === catalogue) return known[1];
  const names =
    plan.kind === 'state-machine'
      ? new Map([...placedStates(plan.states)].map(({ state }) => [state.id, state.name ?? state.id]))
      : new Map([...allNodes(plan)].map(({ node }) => [node.id, cardTitle(node, catalogue)]));
  NAMES.set(plan, [catalogue, names]);
  return names;
}

/** After these words stands the name of something else, even where a node has the same id. */
const OF_OTHERS =
  /\b(?:variable|document|table|column|tool|file|signal|capability|prompt|model|plan|port|id|input|uses|writes|reads|guard|delay|invocation|choice|case|route|parser|feature|connection|default of|parameters of|event of) $/;

/** A sentence about a plan with the names of its cards (T8) where it says the ids of nodes or states. */
export function inNames(text: string, plan: Plan | undefined, catalogue: Catalogue | null): string {
  if (plan === undefined || !text.includes('"')) return text;
  return text.replace(/"([^"]+)"/g, (quoted, id: string, at: number) => {
    const name = OF_OTHERS.test(text.slice(0, at)) ? undefined : namesIn(plan, catalogue).get(id);
    return name === undefined ? quoted : `“${name}”`;
  });
}

/**
 * A sentence about what happened at a place of a run, with the names that people gave (T8) where it says the id of that
 * node, or of one beside it.
 */
export function inNamesAt(text: string, address: Address, names: Names): string {
  const scope = scopeOf(withoutAttempt(address));
  const nameOf = (id: string) => (ID.test(id) ? names(within(scope, id)) : id);
  const first = /^[\w-]+(?= )/.exec(text)?.[0] ?? '';
  const said = first !== '' && address !== '' && within(scope, first) === withoutAttempt(address);
  const rest = said ? `"${first}"${text.slice(first.length)}` : text;
  return rest.replace(/"([^"]+)"/g, (quoted, id: string, at: number) => {
    const name = OF_OTHERS.test(rest.slice(0, at)) ? id : nameOf(id);
    return name === id ? quoted : `“${name}”`;
  });
}

/** What may be the id of a node: nothing that leads into, or out of, another scope. */
const ID = /^[A-Za-z][\w-]*$/;

/** The node that made a call inside it; null for an address of a node of a plan. */
export function callerOf(address: Address, view: OpenedPlans): Address | null {
  const owner = ownerOf(address);
  if (owner === null) return null;
  const node = nodeInRun(owner, view);
  return node !== null && callInside(node, nodeOf(address)) !== null ? owner : null;
}
