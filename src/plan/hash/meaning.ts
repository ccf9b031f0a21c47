import type { Json, JsonObject } from '#base';
import { bodiesOf } from '../graph/bodies';
import { type Body, edgeKey, type PlanNode } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type {
  DelayedTransition,
  EventTransition,
  Invocation,
  MachineAction,
  State,
  StateMachinePlan,
  Transition,
} from '../schema/stateMachine';
import type { Variable } from '../schema/variable';

/**
 * What a plan means, as JSON: ids, types, parameters, edges, variables and contracts; not names, descriptions,
 * notes, layout, foreign leftovers (W4). Edges are sorted, because their order never matters (R22), and an
 * empty object of parameters is the same as none.
 */
export function meaningOfPlan(plan: Plan): JsonObject {
  return plan.kind === 'capability' ? meaningOfCapabilityPlan(plan) : meaningOfMachine(plan);
}

/** The same for a body: what a planner proposed, or the inside of a container. */
export function meaningOfBody(body: Body): JsonObject {
  return {
    nodes: body.nodes.filter((node) => node.type !== 'NOTE').map(meaningOfNode),
    edges: body.edges.map(edgeKey).toSorted(),
  };
}

function meaningOfCapabilityPlan(plan: CapabilityPlan): JsonObject {
  return {
    id: plan.id,
    kind: plan.kind,
    variables: plan.variables === 'open' ? 'open' : plan.variables.map(meaningOfVariable),
    strict: plan.strict ?? false,
    ...(plan.result === undefined ? {} : { result: plan.result }),
    ...(plan.features === undefined ? {} : { features: plan.features }),
    ...meaningOfBody(plan),
  };
}

function meaningOfMachine(plan: StateMachinePlan): JsonObject {
  return { ...meaningOfStates(plan), variables: plan.variables.map(meaningOfVariable) };
}

function meaningOfVariable(variable: Variable): JsonObject {
  const { description: _description, ...meaning } = variable;
  return asJson(meaning);
}

function meaningOfNode(node: PlanNode): JsonObject {
  const inner = bodiesOf(node).map(({ name, body }) => [name, meaningOfBody(body)] as const);
  return { ...meaningOfNodeAlone(node), ...Object.fromEntries(inner) };
}

/** What a node means itself, without what lies in it. */
export function meaningOfNodeAlone(node: PlanNode): JsonObject {
  const { name: _name, source: _source, params, ...rest } = node;
  const withParams = params && Object.keys(params).length > 0 ? { params } : {};
  const bodies = new Set<string>(bodiesOf(node).map(({ name }) => name));
  const own = Object.entries(rest).filter(([key]) => !bodies.has(key));
  return asJson({ ...Object.fromEntries(own), ...withParams });
}

/** Optional keys of the schema's types may be undefined; canonical JSON leaves those out. */
function asJson(value: object): JsonObject {
  return value as { readonly [key: string]: Json };
}

/**
 * What a state machine means (W4): not names, descriptions, `meta` and foreign leftovers, wherever they stand; an empty
 * list is the same as none. Variables are the caller's.
 */
function meaningOfStates(plan: StateMachinePlan): JsonObject {
  const { name: _name, description: _description, source: _source, variables: _variables, ...rest } = plan;
  const { responders, guards, delays, ...machine } = rest;
  return dropEmpty({
    ...meaningOfShared(machine),
    responders: responders?.map(withoutSource),
    guards,
    delays,
    states: plan.states.map(meaningOfState),
  });
}

function meaningOfState(state: State): JsonObject {
  const { name: _name, description: _description, source: _source, states, ...rest } = state;
  return dropEmpty({ ...meaningOfShared(rest), states: states?.map(meaningOfState) });
}

/** What the machine itself and its states have in common. */
function meaningOfShared(
  node: Omit<State, 'id' | 'states' | 'type'> | Omit<StateMachinePlan, 'variables' | 'type'>,
): object {
  const { meta: _meta, on, always, after, onDone, entry, exit, initialActions, invoke, ...rest } = node;
  return {
    ...rest,
    on: on?.map(meaningOfTransition),
    always: always?.map(meaningOfTransition),
    after: after?.map(meaningOfTransition),
    onDone: onDone?.map(meaningOfTransition),
    entry: entry?.map(meaningOfAction),
    exit: exit?.map(meaningOfAction),
    initialActions: initialActions?.map(meaningOfAction),
    invoke: invoke?.map(meaningOfInvocation),
  };
}

function meaningOfTransition(transition: EventTransition | DelayedTransition | Transition): JsonObject {
  const { description: _description, source: _source, actions, ...rest } = transition;
  return dropEmpty({ ...rest, actions: actions?.map(meaningOfAction) });
}

function meaningOfInvocation(invocation: Invocation): JsonObject {
  const { source: _source, onDone, onError, ...rest } = invocation;
  return dropEmpty({
    ...rest,
    onDone: onDone?.map(meaningOfTransition),
    onError: onError?.map(meaningOfTransition),
  });
}

function meaningOfAction(action: MachineAction): JsonObject {
  return withoutSource(action);
}

function withoutSource({ source: _source, ...rest }: object & { readonly source?: unknown }): JsonObject {
  return dropEmpty(rest);
}

function dropEmpty(value: object): JsonObject {
  const entries: readonly (readonly [string, Json | undefined])[] = Object.entries(value);
  const kept = entries.flatMap(([key, item]) =>
    item === undefined || (LISTS.has(key) && Array.isArray(item) && item.length === 0)
      ? []
      : [[key, item] as const],
  );
  return Object.fromEntries(kept);
}

/** Lists of the language, as opposed to data, in which an empty list is something. */
const LISTS = new Set(
  'on always after onDone onError entry exit initialActions invoke actions tags responders guards delays'.split(
    ' ',
  ),
);
