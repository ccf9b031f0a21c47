import type { Json, JsonObject } from '#base';
import type { MachineAction } from '../schema/machineAction';
import type { Invocation, State } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { DelayedTransition, EventTransition, Transition } from '../schema/transition';

/**
 * What a state machine means (W4): not names, descriptions, `meta` and foreign leftovers, wherever they stand; an empty
 * list is the same as none. Variables are the caller's.
 */
export function meaningOfStates(plan: StateMachinePlan): JsonObject {
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
