import { NODE_TYPES } from '../nodes';
import { capabilityInMerge } from '../nodes/branching';
import type { PlanNode } from '../nodes/node';
import type { MachineAction, Responder, State, StateAction, StateMachinePlan } from '../schema/stateMachine';
import type { ModelSpec } from '../schema/workspace';
import { fieldsOf, fieldsOfMachine, namesIn } from './fieldsOf';
import { allStates, transitionsOf } from './states';

/** The capability by which nodes other than planners ask a model (K2): what a host offers under that id is asked. */
export const MODEL_CAPABILITY = 'model.generate';

/** Whether a node decides, judges or improves by a model; planners and calls of capabilities say so themselves. */
export function asksModel(node: PlanNode): boolean {
  return NODE_TYPES[node.type].asksModel(node);
}

/** Ids of the models that a node names, the first choice first. */
export function modelsNamedBy(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'model');
}

/** A capability that a node names, and where it does. */
interface NamedCapability {
  readonly id: string;
  /** JSON Pointer into the node. */
  readonly field: string;
}

/** The capabilities that a node names to be called by itself; planners and agents name theirs by allow-lists. */
export function capabilitiesNamedBy(node: PlanNode): readonly NamedCapability[] {
  return fieldsOf(node).flatMap(({ is, value, path }) =>
    is === 'capability' ? [{ id: String(value), field: path }] : [],
  );
}

/** Those, and the ones that are called on its behalf: by the merge of its branches (R21), by its planner (P2, P13). */
export function capabilitiesUsedBy(node: PlanNode): readonly NamedCapability[] {
  const on = fieldsOf(node).flatMap(({ is, value, path }) => {
    if (is === 'merge') return [{ id: capabilityInMerge(value) ?? '', field: path }];
    return is === 'asked' ? [{ id: String(value), field: path }] : [];
  });
  return [...capabilitiesNamedBy(node), ...on];
}

/** Ids of all that a node may call by itself, the model's among them. */
export function capabilitiesCalledBy(node: PlanNode): readonly string[] {
  const named = capabilitiesNamedBy(node).map(({ id }) => id);
  return asksModel(node) ? [...named, MODEL_CAPABILITY] : named;
}

/** The allow-list of a node that chooses among capabilities while it runs (P8); null where it does not. */
export function toolsNamedBy(node: PlanNode): readonly string[] | null {
  return NODE_TYPES[node.type].chooses(node) === 'none' ? null : namesIn(fieldsOf(node), 'tool');
}

/** The patterns of what a node may choose while it runs (P8): its list, or anything where it may go without one. */
export function toolsOpenTo(node: PlanNode): readonly string[] {
  const params = node.params ?? {};
  const hasList = 'tools' in params && params.tools !== undefined;
  if (mayPropose(node) && !hasList) return ['*'];
  return toolsNamedBy(node) ?? [];
}

/** Whether plans that nobody has seen yet may come through a node: it asks for them, or runs them. */
export function mayPropose(node: PlanNode): boolean {
  return NODE_TYPES[node.type].chooses(node) === 'any';
}

/** The capability that merges the branches of a container (R21); null where none does. */
export function capabilityOfMerge(node: PlanNode): string | null {
  const merge = fieldsOf(node).find(({ is }) => is === 'merge');
  return capabilityInMerge(merge?.value);
}

/** What a machine can call: capabilities and plans by their ids, in document order, each once. */
interface MachineCalls {
  readonly capabilities: readonly string[];
  readonly plans: readonly string[];
  /** Models that choose the next event (M5); null where the host shall choose. */
  readonly models: readonly (string | null)[];
}

/** Names of invocations, of responders, of calls that are told, and of `onTransition`. */
export function machineCalls(plan: StateMachinePlan): MachineCalls {
  const fields = fieldsOfMachine(plan);
  const owners = allStates(plan.states);
  return {
    capabilities: [...new Set(namesIn(fields, 'capability'))],
    plans: [...new Set(namesIn(fields, 'plan'))],
    models: [...owners].flatMap(({ choose }) =>
      choose === undefined ? [] : choose.models === undefined ? [null] : choose.models,
    ),
  };
}

/** All actions of a state, or of the root of a machine: on the way in and out, and of its transitions. */
export function actionsOf(owner: State | StateMachinePlan): readonly MachineAction[] {
  return [
    ...(owner.initialActions ?? []),
    ...(owner.entry ?? []),
    ...(owner.exit ?? []),
    ...transitionsOf(owner).flatMap(({ transition }) => transition.actions ?? []),
  ];
}

/**
 * The model of that id, or, for `connection/name`, one that the workspace does not list.
 *
 * @returns undefined where there is none
 */
export function modelNamed(models: readonly ModelSpec[], name: string): ModelSpec | undefined {
  const listed = models.find(({ id }) => id === name);
  if (listed !== undefined) return listed;
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return undefined;
  const connection = name.slice(0, slash);
  return { id: connection, connection, model: name.slice(slash + 1) };
}

/** The events that end the waiting of a state for its action (M2). */
export interface Responses {
  readonly response: string;
  readonly failure: string;
}

/**
 * What an action awaits (M2): what it names itself goes before what the responder of its event names, and a failure that
 * nobody names is the response with its last segment replaced by `failed`.
 *
 * @returns null where no response is awaited
 * @example responsesOf({ event: 'ask', response: 'asked.well' }, []) // { response: 'asked.well', failure: 'asked.failed' }
 */
export function responsesOf(action: StateAction, responders: readonly Responder[] = []): Responses | null {
  const responder = responders.find(({ request }) => request === action.event);
  const response = action.response ?? responder?.response;
  if (response === undefined) return null;
  return { response, failure: action.failure ?? responder?.failure ?? failureOf(response) };
}

function failureOf(response: string): string {
  return `${response.slice(0, response.lastIndexOf('.') + 1)}failed`;
}
