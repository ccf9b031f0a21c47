import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import type { JsonObject } from '#base';
import { compileMachine, sendToMachine, startMachine } from '#compile';
import { importXState } from '#formats';
import type { StateMachinePlan } from '#plan';
import * as shapes from './shapes';

const SOURCE = readFileSync('test/formats/xstate/shapes.ts', 'utf8');

const imported = importXState(SOURCE);

async function planOf(id: string): Promise<StateMachinePlan> {
  const { workspace, diagnostics } = await imported;
  const plan = workspace?.plans.find((one) => one.id === id);
  if (plan?.kind !== 'state-machine') throw new Error(JSON.stringify(diagnostics, null, 1));
  return plan;
}

type Sent = JsonObject & { readonly type: string };
const sent = (...types: string[]): readonly Sent[] => types.map((type) => ({ type }));

/** Machines that are read whole, and events that lead through them. */
const WALKS: readonly (readonly [AnyStateMachine, readonly (readonly Sent[])[]])[] = [
  [
    shapes.door,
    [
      sent('door.open', 'door.shut', 'LOCK', 'door.open', 'UNLOCK'),
      sent('LOCK', 'RESET', 'door.open', 'RESET'),
    ],
  ],
  [
    shapes.basket,
    [
      [{ type: 'ADD', item: 'a' }, { type: 'NOTE' }, { type: 'ADD', item: 'b' }, { type: 'ADD', item: 'c' }],
      [
        { type: 'ADD', item: 'a' },
        { type: 'ADD', item: 'b' },
        { type: 'ADD', item: 'c' },
        { type: 'PAY', sum: 9 },
        { type: 'PAY', sum: 10 },
      ],
      [{ type: 'ADD', item: 'a' }, { type: 'NOTE' }, { type: 'CLEAR' }, { type: 'ADD', item: 'b' }],
    ],
  ],
  [shapes.light, [sent('NEXT', 'FAIL', 'NEXT', 'RETURN', 'NEXT', 'NEXT'), sent('RETURN', 'FAIL')]],
  [
    shapes.player,
    [
      sent('PLAY', 'MUTE', 'PAUSE', 'PLAY', 'key.down', 'PLAY', 'END'),
      sent('MUTE', 'PLAY', 'STOP'),
      sent('OTHER'),
    ],
  ],
  [
    shapes.attempts,
    [
      sent('TRY', 'TRY', 'TRY', 'AGAIN', 'TRY'),
      [{ type: 'TRY', ok: true }],
      [
        { type: 'TRY', ok: false },
        { type: 'TRY', ok: true },
      ],
    ],
  ],
  [shapes.relay, [sent('BACK', 'BACK'), sent('HOP')]],
  [
    shapes.gate,
    [
      [
        { type: 'PUSH' },
        { type: 'PUSH' },
        { type: 'COIN', value: 1 },
        { type: 'COIN', value: -1 },
        { type: 'COIN' },
        { type: 'COIN', value: 2 },
        { type: 'NAME', name: 'Ada' },
        { type: 'PUSH' },
      ],
    ],
  ],
];

describe('M6 modules as people write them', () => {
  test.each(WALKS.map(([machine, walks]) => [machine.id, machine, walks] as const))(
    '%s says after each event what it says in XState',
    async (id, machine, walks) => {
      const plan = await planOf(id);
      expect(plan.guards?.some(({ name }) => name.startsWith('inline'))).not.toBe(true);
      for (const walk of walks) expect(ours(plan, walk)).toEqual(theirs(machine, walk));
    },
  );

  test('what would have to be run is kept by name, each with its place', async () => {
    const { workspace, diagnostics } = await imported;
    expect(workspace?.plans).toHaveLength(WALKS.length + 1);
    const lines = SOURCE.split('\n');
    const told = diagnostics
      .filter(({ code }) => code === 'XSTATE_IMPLEMENTATION')
      .map(({ where }) =>
        lines[(where.line ?? 0) - 1]?.slice((where.column ?? 0) - 1, (where.column ?? 0) + 14),
      );
    expect(told.toSorted()).toEqual(
      [
        "spawnChild('loa",
        "stopChild('chil",
        'enqueueActions(',
        'fromPromise(() ',
        'fromPromise(asy',
        'fromCallback(({',
        '() => console.i',
        '({ context }: {',
      ].toSorted(),
    );
  });
});

interface Said {
  readonly value: unknown;
  readonly context: unknown;
  readonly tags: readonly string[];
  readonly isDone: boolean;
}

function theirs(machine: AnyStateMachine, walk: readonly Sent[]): readonly Said[] {
  const actor = createActor(machine, { logger: () => undefined }).start();
  const said = (): Said => {
    const { value, context, status, tags } = actor.getSnapshot();
    return { value, context: { ...context }, tags: [...tags], isDone: status === 'done' };
  };
  const all = [said()];
  for (const event of walk) {
    actor.send(event);
    all.push(said());
  }
  return all;
}

function ours(plan: StateMachinePlan, walk: readonly Sent[]): readonly Said[] {
  const machine = compileMachine(plan);
  if (!machine.ok) throw new Error(JSON.stringify(machine.problem));
  const variables = Object.fromEntries(plan.variables.map(({ id, default: value }) => [id, value ?? null]));
  let { standing } = startMachine(machine.value, { variables, goalData: null });
  const said = (): Said => ({
    value: standing.value,
    context: Object.fromEntries(standing.variables),
    tags: standing.tags,
    isDone: standing.status !== 'active',
  });
  const all = [said()];
  for (const { type, ...data } of walk) {
    if (standing.status === 'active') {
      const turn = sendToMachine(machine.value, standing, { kind: 'user', type, data });
      if (turn.error !== null) throw new Error(JSON.stringify(turn.error));
      ({ standing } = turn);
    }
    all.push(said());
  }
  return all;
}
