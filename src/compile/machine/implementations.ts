import { assign, type EventObject, enqueueActions, type MachineContext } from 'xstate';
import { type BranchCounts, type BranchOutcome, countBranch, slotsToOpen, verdictOf } from './branchCounts';
import { beginGraph, type GraphCounts, type GraphWiring, type Propagation, settleNode } from './graphCounts';

/** What a machine tells its driver to do, in the order in which it says so. */
export type MachineEffect =
  | { readonly type: 'start'; readonly params: { readonly node: number } }
  | {
      readonly type: 'skip';
      readonly params: {
        readonly because: 'dead' | 'disabled' | 'unreachable';
        readonly nodes: readonly number[];
      };
    }
  | { readonly type: 'enter'; readonly params: { readonly ahead: number; readonly node: number } }
  | { readonly type: 'openBranch'; readonly params: { readonly slot: number } };

/** What an event says, however its flavour writes it down. */
export interface EventReader {
  settled(event: EventObject, context: MachineContext): { node: number; ports: readonly string[] };
  outcome(event: EventObject): BranchOutcome;
}

/** How a flavour makes an effect: as a plain action, or by spawning an actor. */
export type Perform = (
  enqueue: { (action: MachineEffect): void; readonly spawnChild: unknown },
  effect: MachineEffect,
  context: MachineContext,
) => void;

/**
 * The named actions and guards of all machines, given once (C1). The two flavours differ in how they start
 * something and in how they hear that it ended; what starts next is decided by the same functions.
 */
export function implementationsOf(reader: EventReader, perform: Perform) {
  return {
    guards: {
      port: ({ event, context }: { event: EventObject; context: MachineContext }, params: unknown) =>
        reader.settled(event, context).ports.includes(portIn(params)),
      at: ({ event }: { event: EventObject }, params: unknown) => nodeIn(event) === nodeIn(params),
      atRest: ({ context }: { context: MachineContext }) => {
        const { busy, ended } = countsIn(context);
        return ended || busy === 0;
      },
      branchesDone: ({ context }: { context: MachineContext }) => verdictOf(branchesIn(context)) === 'done',
      branchesFailed: ({ context }: { context: MachineContext }) =>
        verdictOf(branchesIn(context)) === 'failed',
    },
    actions: {
      begin: enqueueActions(({ context, enqueue }) => {
        const propagation = beginGraph(wiringIn(context));
        enqueue.assign({ counts: propagation.counts });
        for (const effect of effectsOf(propagation)) perform(enqueue, effect, context);
      }),
      propagate: enqueueActions(({ context, event, enqueue }) => {
        const { node, ports } = reader.settled(event, context);
        const propagation = settleNode(wiringIn(context), countsIn(context), node, ports);
        enqueue.assign({ counts: propagation.counts });
        for (const effect of effectsOf(propagation)) perform(enqueue, effect, context);
      }),
      openBranches: enqueueActions(({ context, enqueue }) => {
        const counts = branchesIn(context);
        const slots = slotsToOpen(counts);
        enqueue.assign({ opened: counts.opened + slots.length });
        for (const slot of slots) perform(enqueue, { type: 'openBranch', params: { slot } }, context);
      }),
      countBranch: assign(({ context, event }) => countBranch(branchesIn(context), reader.outcome(event))),
    },
  };
}

function effectsOf({ starts, skips }: Propagation): readonly MachineEffect[] {
  return [
    ...skips.map(
      ({ node, because }): MachineEffect => ({ type: 'skip', params: { because, nodes: [node] } }),
    ),
    ...starts.map((node): MachineEffect => ({ type: 'start', params: { node } })),
  ];
}

// XState types a context as a record of anything; these four readers are where it gets its shape back.

function wiringIn(context: MachineContext): GraphWiring {
  const { edges, unreachable, disabled, ends } = context;
  return { nodes: context.nodes ?? context.keys.length, edges, unreachable, disabled, ends };
}

function countsIn(context: MachineContext): GraphCounts {
  return context.counts;
}

function branchesIn(context: MachineContext): BranchCounts {
  const { n, rule, need, limit, opened, ok, bad, skipped } = context;
  return { n, rule, need, limit, opened, ok, bad, skipped };
}

function portIn(params: unknown): string {
  return typeof params === 'object' && params !== null && 'port' in params ? String(params.port) : '';
}

function nodeIn(holder: unknown): number {
  return typeof holder === 'object' && holder !== null && 'node' in holder ? Number(holder.node) : -1;
}
