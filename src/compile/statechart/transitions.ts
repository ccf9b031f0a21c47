import type { DelayedTransition, EventTransition, MachineAction, Transition } from '#plan';
import type { ChartAction, ChartTransition, ChartTransitions } from './chartConfig';
import { compiledType, hears } from './eventTypes';

/** A transition as XState writes it; targets are named by id. */
export function transitionConfig(transition: Transition, path: string): ChartTransition {
  const { target, when, actions = [], reenter } = transition;
  return {
    ...(target === undefined ? {} : { target: targetConfig(target) }),
    ...(when === undefined ? {} : { guard: { type: 'when', params: { when } } }),
    ...(actions.length === 0 ? {} : { actions: actions.map(actionConfig) }),
    ...(reenter === true ? { reenter } : {}),
    meta: { path },
  };
}

/** A list of them, each with its own path; the order is the priority (M1). */
export function transitionConfigs(
  transitions: readonly Transition[] | undefined,
  path: string,
): readonly ChartTransition[] {
  return (transitions ?? []).map((transition, index) => transitionConfig(transition, `${path}/${index}`));
}

/** Ids, whatever the nesting; one alone is written without a list, as XState writes it. */
export function targetConfig(target: string | readonly string[]): string | readonly string[] {
  if (typeof target === 'string') return `#${target}`;
  const [only, ...others] = target;
  return only !== undefined && others.length === 0 ? `#${only}` : target.map((id) => `#${id}`);
}

/** An action as XState writes it: its type, and the rest as parameters. */
export function actionConfig(action: MachineAction): ChartAction {
  switch (action.type) {
    case 'assign':
      return { type: action.type, params: paramsOf(action) };
    case 'raise':
      return { type: action.type, params: { ...paramsOf(action), event: compiledType(action.event) } };
    case 'send':
      return { type: action.type, params: paramsOf(action) };
    case 'cancel':
      return { type: action.type, params: paramsOf(action) };
    case 'log':
      return { type: action.type, params: paramsOf(action) };
    case 'emit':
      return { type: action.type, params: paramsOf(action) };
    case 'call':
      return { type: action.type, params: paramsOf(action) };
  }
}

function paramsOf<Action extends MachineAction>({
  type: _type,
  source: _source,
  ...params
}: Action): Omit<Action, 'type' | 'source'> {
  return params;
}

/**
 * Transitions for events, by descriptor. The order of the list is the priority, of wildcards too (M1), whereas XState
 * asks the longest descriptor first: so each takes along what stands before it and hears the same event. What follows
 * the last transition of its own is found where XState looks next.
 */
export function eventTransitions(
  on: readonly EventTransition[],
  more: ChartTransitions = {},
): ChartTransitions {
  const descriptors = [...new Set(on.map(({ event }) => event))];
  const entries = descriptors.map((descriptor) => {
    const last = on.findLastIndex(({ event }) => event === descriptor);
    const list = on.flatMap((transition, index) =>
      index <= last && hears(transition.event, descriptor)
        ? [transitionConfig(transition, `/on/${index}`)]
        : [],
    );
    return [compiledType(descriptor), list] as const;
  });
  return { ...Object.fromEntries(entries), ...more };
}

/** Delayed transitions by delay: those of one delay share a timer, in the order of the list. */
export function delayedTransitions(after: readonly DelayedTransition[]): ChartTransitions {
  const byDelay = new Map<string, ChartTransition[]>();
  for (const [index, transition] of after.entries()) {
    const key = delayKey(transition);
    const list = byDelay.get(key) ?? [];
    list.push(transitionConfig(transition, `/after/${index}`));
    byDelay.set(key, list);
  }
  return Object.fromEntries(byDelay);
}

/** Never a number where it is a name. */
export function delayKey({ delayMs, delay }: Pick<DelayedTransition, 'delay' | 'delayMs'>): string {
  return delay === undefined ? String(delayMs ?? 0) : `delay.${delay}`;
}
