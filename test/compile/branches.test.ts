import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, assign, createActor, createMachine } from 'xstate';
import { type BranchesScope, branchesOf, endBranch, openScope } from '#compile';
import { machineOf } from '../../src/compile/config';
import {
  type BranchCounts,
  type BranchOutcome,
  countBranch,
  slotsToOpen,
  verdictOf,
} from '../../src/compile/machine/graphCounts';
import { compiled } from './notation';

const ONE = compiled('a: CAPABILITY echo').scope;

const groups = fc
  .record({
    n: fc.nat(5),
    completion: fc.constantFrom('ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS', 'N_OF(2)'),
    maxConcurrency: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  .map(({ n, ...params }) =>
    branchesOf(
      '/g',
      Array.from({ length: n }, () => ONE),
      params,
    ),
  );

const outcomes = fc.array(fc.constantFrom<BranchOutcome>('ok', 'bad', 'skipped'), { maxLength: 5 });

describe('ASYNC containers', () => {
  test('R9 R10 the counters beside the lowered machine come to what they come to inside the canonical one', () => {
    fc.assert(
      fc.property(groups, outcomes, (scope, ends) => {
        expect(lowered(scope, ends)).toEqual(canonical(scope, ends));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test('R10 a container that has come to its end counts no more', () => {
    const scope = branchesOf('/g', [ONE, ONE], { completion: 'FIRST_SUCCESS' });
    const { position } = endBranch(openScope(scope).position, 'ok');
    expect(endBranch(position, 'bad')).toEqual({ position, effects: [], outcome: 'done' });
  });
});

/** What is open after each end, and how the container stands. */
type Standing = readonly [opened: number, standing: 'running' | 'done' | 'failed'];

function lowered(scope: BranchesScope, ends: readonly BranchOutcome[]): readonly Standing[] {
  let turn = openScope(scope);
  let opened = turn.effects.length;
  const log: Standing[] = [[opened, turn.outcome]];
  for (const end of ends) {
    turn = endBranch(turn.position, end);
    opened += turn.effects.length;
    log.push([opened, turn.outcome]);
  }
  return log;
}

/** The same by the machine that people see, with its named actions and guards given as whoever runs it would. */
function canonical(scope: BranchesScope, ends: readonly BranchOutcome[]): readonly Standing[] {
  const machine = createMachine(JSON.parse(JSON.stringify(machineOf(scope, 0).config)), {
    actions: {
      openBranches: assign(({ context }) => ({
        opened: context.opened + slotsToOpen(countsIn(context)).length,
      })),
      countBranch: assign(({ context, event }) => countBranch(countsIn(context), event.output)),
    },
    guards: {
      branchesDone: ({ context }) => verdictOf(countsIn(context)) === 'done',
      branchesFailed: ({ context }) => verdictOf(countsIn(context)) === 'failed',
    },
  });
  const actor = createActor(machine).start();
  const log = [standingOf(actor.getSnapshot())];
  for (const end of ends) {
    if (actor.getSnapshot().status === 'active') actor.send(ended(end));
    log.push(standingOf(actor.getSnapshot()));
  }
  return log;
}

function ended(output: BranchOutcome) {
  return { type: 'xstate.done.actor.branch', output };
}

function standingOf({ context, value }: AnyMachineSnapshot): Standing {
  return [context.opened, value === '_done' ? 'done' : value === '_failed' ? 'failed' : 'running'];
}

/** A context of XState may hold anything. */
function countsIn({
  n,
  rule,
  need,
  limit,
  opened,
  ok,
  bad,
  skipped,
}: AnyMachineSnapshot['context']): BranchCounts {
  return { n, rule, need, limit, opened, ok, bad, skipped };
}
