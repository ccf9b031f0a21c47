import type { State } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { DelayedTransition, EventTransition, Transition } from '../schema/transition';

/** What sets a transition off. */
export type TransitionCause =
  | 'event'
  | 'always'
  | 'after'
  | 'done'
  | 'invokeDone'
  | 'invokeError'
  | 'default';

/** A transition of a state, and where it is written in it: `/on/0`, `/invoke/0/onDone/1`, `/defaultNext`. */
export interface PlacedTransition {
  readonly path: string;
  readonly cause: TransitionCause;
  readonly transition: EventTransition | DelayedTransition | Transition;
}

/** The transitions of a state, or of the root of a machine, in document order. */
export function transitionsOf(state: State | StateMachinePlan): readonly PlacedTransition[] {
  const placed = (
    transitions: readonly PlacedTransition['transition'][] | undefined,
    cause: TransitionCause,
    path: string,
  ): readonly PlacedTransition[] =>
    (transitions ?? []).map((transition, index) => ({ path: `${path}/${index}`, cause, transition }));
  return [
    ...placed(state.on, 'event', '/on'),
    ...placed(state.always, 'always', '/always'),
    ...placed(state.after, 'after', '/after'),
    ...placed(state.onDone, 'done', '/onDone'),
    ...(state.invoke ?? []).flatMap((invocation, index) => [
      ...placed(invocation.onDone, 'invokeDone', `/invoke/${index}/onDone`),
      ...placed(invocation.onError, 'invokeError', `/invoke/${index}/onError`),
    ]),
    ...('defaultNext' in state && state.defaultNext !== undefined
      ? [{ path: '/defaultNext', cause: 'default' as const, transition: { target: state.defaultNext } }]
      : []),
  ];
}

/** The states that a transition leads to; none where it stays. */
export function targetsOf({
  target,
}: {
  readonly target?: string | string[] | undefined;
}): readonly string[] {
  if (target === undefined) return [];
  return typeof target === 'string' ? [target] : target;
}
