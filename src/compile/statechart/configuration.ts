import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';

/**
 * The configuration of a machine: all its active states, in the order in which XState asks them. XState's documentation does not
 * name the place where it keeps them (xstateFacts.test.ts): no other file looks there.
 */
export function configurationOf(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  return snapshot._nodes;
}

/** The same snapshot with other active states. */
export function withConfiguration(
  snapshot: AnyMachineSnapshot,
  states: readonly AnyStateNode[],
): AnyMachineSnapshot {
  return { ...snapshot, _nodes: [...states] };
}
