import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '#base';
import {
  apply,
  type Edit,
  findState,
  type NewStateKind,
  newState,
  pasteStates,
  placedStates,
  read,
  type State,
  type StateMachinePlan,
  stateIds,
  statesOf,
  transitionsOf,
  type Workspace,
  write,
} from '#plan';

/** A machine with a box, a history state, labels that were moved, and references of every kind. */
function machine(): Workspace {
  const outcome = read(
    JSON.stringify({
      format: 'planloom/workspace',
      version: 1,
      id: 'demo',
      name: 'Demo',
      plans: [
        {
          id: 'flow',
          kind: 'state-machine',
          variables: [{ id: 'n', scope: 'IN', schema: { type: 'number' } }],
          initial: 'idle',
          on: [{ event: 'stop', target: 'end' }],
          states: [
            {
              id: 'idle',
              on: [
                { event: 'go', target: 'busy', when: 'n > 1' },
                { event: 'skip', target: ['end'] },
              ],
              defaultNext: 'busy',
            },
            {
              id: 'busy',
              initial: 'one',
              states: [
                { id: 'one', after: [{ delayMs: 10, target: 'two' }] },
                { id: 'two', always: [{ target: 'idle', when: "inState('one') && results.one.done" }] },
                { id: 'back', type: 'history', target: 'one' },
              ],
              onDone: [{ target: 'end' }],
            },
            { id: 'end', type: 'final', output: { was: '{{ results.busy }}' } },
          ],
        },
      ],
      layout: {
        flow: {
          idle: { x: 0, y: 0, labels: { '/on/0': { x: 4, y: 8 }, '/on/1': { x: 1, y: 1 } } },
          busy: { x: 300, y: 0 },
        },
      },
    }),
  );
  if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome));
  return outcome.workspace;
}

function flowOf(workspace: Workspace): StateMachinePlan {
  const [plan] = workspace.plans;
  if (plan?.kind !== 'state-machine') throw new Error('no machine');
  return plan;
}

function state(workspace: Workspace, id: string): State | undefined {
  return findState(flowOf(workspace), id)?.state;
}

/** Applies an edit that fits, and sees that its inverse gives the bytes again. */
function done(workspace: Workspace, edit: Edit): Workspace {
  const applied = apply(workspace, edit);
  if (!applied.ok) throw new Error(applied.problem.message);
  const back = apply(applied.value.workspace, applied.value.inverse);
  expect(back.ok && write(back.value.workspace)).toBe(write(workspace));
  return applied.value.workspace;
}

const plan = 'flow';

describe('E1 edits of a state machine', () => {
  test('E1 a state is put into another, with its place', () => {
    const next = done(machine(), {
      edit: 'add-state',
      plan,
      into: 'busy',
      index: 1,
      state: { id: 'new' },
      place: { x: 5, y: 6 },
    });
    expect(state(next, 'busy')?.states?.map(({ id }) => id)).toEqual(['one', 'new', 'two', 'back']);
    expect(next.layout.flow?.new).toEqual({ x: 5, y: 6 });
  });

  test('E1 removing a state takes away what names it, and leads nothing elsewhere', () => {
    const next = done(machine(), { edit: 'remove-states', plan, states: ['end'] });
    expect(state(next, 'idle')?.on).toEqual([{ event: 'go', target: 'busy', when: 'n > 1' }]);
    expect(state(next, 'busy')?.onDone).toBeUndefined();
    expect(flowOf(next).on).toBeUndefined();
    const busy = done(machine(), { edit: 'remove-states', plan, states: ['busy', 'one'] });
    expect([...stateIds(flowOf(busy))]).toEqual(['idle', 'end']);
    expect(state(busy, 'idle')?.defaultNext).toBeUndefined();
    expect(busy.layout.flow).toEqual({ idle: { x: 0, y: 0, labels: { '/on/0': { x: 1, y: 1 } } } });
  });

  test('E1 a history that leads to several states keeps those that are left', () => {
    const back: State = { id: 'back', type: 'history', target: ['one', 'two'] };
    const before = done(machine(), { edit: 'update-state', plan, state: 'back', to: back });
    const next = done(before, { edit: 'remove-states', plan, states: ['one'] });
    expect(state(next, 'back')?.target).toEqual(['two']);
  });

  test('E1 another id is followed by all that names the state', () => {
    const one = state(machine(), 'one');
    const renamed = done(machine(), {
      edit: 'update-state',
      plan,
      state: 'one',
      to: { ...one, id: 'first-step' },
    });
    expect(state(renamed, 'busy')?.initial).toBe('first-step');
    expect(state(renamed, 'back')?.target).toBe('first-step');
    expect(state(renamed, 'two')?.always?.[0]?.when).toBe(
      'inState(\'first-step\') && results["first-step"].done',
    );
    const idle = done(machine(), {
      edit: 'update-state',
      plan,
      state: 'idle',
      to: { ...state(machine(), 'idle'), id: 'rest' },
    });
    expect(flowOf(idle).initial).toBe('rest');
    expect(idle.layout.flow?.rest?.labels).toEqual({ '/on/0': { x: 4, y: 8 }, '/on/1': { x: 1, y: 1 } });
    const busy = done(machine(), {
      edit: 'update-state',
      plan,
      state: 'busy',
      to: { ...state(machine(), 'busy'), id: 'work' },
    });
    expect(state(busy, 'end')?.output).toEqual({ was: '{{ results.work }}' });
  });

  test('E1 a state moves into another, never into itself', () => {
    const next = done(machine(), { edit: 'move-state', plan, state: 'end', into: 'busy', index: 0 });
    expect(findState(flowOf(next), 'end')?.path).toEqual(['busy']);
    const refused = apply(machine(), { edit: 'move-state', plan, state: 'busy', into: 'two' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'EDIT_DOES_NOT_FIT' } });
  });

  test('M1 transitions change their priority, and their labels go with them', () => {
    const next = done(machine(), { edit: 'move-transition', plan, state: 'idle', path: '/on/1', index: 0 });
    expect(state(next, 'idle')?.on?.map(({ event }) => event)).toEqual(['skip', 'go']);
    expect(next.layout.flow?.idle?.labels).toEqual({ '/on/1': { x: 4, y: 8 }, '/on/0': { x: 1, y: 1 } });
    const fewer = done(machine(), {
      edit: 'remove-transitions',
      plan,
      transitions: [
        { state: 'idle', path: '/on/0' },
        { state: 'idle', path: '/defaultNext' },
        { state: null, path: '/on/0' },
      ],
    });
    expect(state(fewer, 'idle')).toEqual({ id: 'idle', on: [{ event: 'skip', target: ['end'] }] });
    expect(fewer.layout.flow?.idle?.labels).toEqual({ '/on/0': { x: 1, y: 1 } });
  });

  test("E1 a moved label of the machine's own transition stands with the state that it leads to, and follows it", () => {
    const next = done(machine(), {
      edit: 'place-nodes',
      plan,
      places: { end: { x: 600, y: 0, labels: { 'machine/on/0': { x: 2, y: 3 } } } },
    });
    const before = done(next, {
      edit: 'add-transition',
      plan,
      state: null,
      list: '/on',
      index: 0,
      transition: { event: 'halt', target: 'idle' },
    });
    expect(before.layout.flow?.end?.labels).toEqual({ 'machine/on/1': { x: 2, y: 3 } });
    const renamed = done(before, {
      edit: 'update-state',
      plan,
      state: 'end',
      to: { ...state(before, 'end'), id: 'over' },
    });
    expect(renamed.layout.flow?.over?.labels).toEqual({ 'machine/on/1': { x: 2, y: 3 } });
    // Of a state that goes the labels of others that lead to it go; those that remain count anew.
    const fewer = done(renamed, { edit: 'remove-states', plan, states: ['idle'] });
    expect(fewer.layout.flow?.over?.labels).toEqual({ 'machine/on/0': { x: 2, y: 3 } });
    const none = done(fewer, {
      edit: 'remove-transitions',
      plan,
      transitions: [{ state: null, path: '/on/0' }],
    });
    expect(none.layout.flow?.over).toEqual({ x: 600, y: 0 });
  });

  test('W3 what the document could not hold is refused, and nothing changes', () => {
    const before = machine();
    for (const edit of [
      { edit: 'add-state', plan, into: null, state: { id: 'idle' } },
      { edit: 'add-state', plan, into: null, state: { id: '__proto__' } },
      { edit: 'add-state', plan, into: 'nowhere', state: { id: 'x' } },
      { edit: 'add-state', plan, into: null, state: { id: 'x', states: [{ id: 'y' }, { id: 'y' }] } },
      {
        edit: 'add-transition',
        plan,
        state: 'idle',
        list: '/on',
        transition: { event: 'no event', target: 'end' },
      },
      { edit: 'add-transition', plan, state: 'idle', list: '/invoke/0/onDone', transition: {} },
      { edit: 'update-transition', plan, state: 'idle', path: '/on/7', to: { event: 'x' } },
      { edit: 'remove-transitions', plan, transitions: [{ state: 'end', path: '/on/0' }] },
      { edit: 'update-state', plan, state: 'idle', to: { id: 'end' } },
      { edit: 'remove-states', plan, states: ['nobody'] },
      { edit: 'add-state', plan: 'main', into: null, state: { id: 'x' } },
    ] as const satisfies readonly Edit[]) {
      expect(apply(before, edit).ok, JSON.stringify(edit)).toBe(false);
    }
    expect(write(before)).toBe(write(machine()));
  });

  test('W2 pasted states have fresh ids, and lead among themselves', () => {
    const flow = flowOf(machine());
    const pasted = pasteStates(flow, null, statesOf(flow, ['busy', 'one', 'idle']));
    const next = done(machine(), pasted.edit);
    expect(pasted.ids.get('busy')).toBe('busy-2');
    expect(state(next, 'idle-2')?.on?.[0]).toMatchObject({ target: 'busy-2' });
    expect(state(next, 'idle-2')?.on?.[1]).toMatchObject({ target: ['end'] });
    expect(state(next, 'busy-2')?.initial).toBe('one-2');
    expect(state(next, 'two-2')?.always?.[0]?.when).toBe('inState(\'one-2\') && results["one-2"].done');
  });
});

const KINDS: readonly NewStateKind[] = ['atomic', 'compound', 'parallel', 'final', 'history'];

/** An edit that may fit a machine as it is, or null when the dice fell on nothing. */
function randomEdit(workspace: Workspace, random: Random): Edit | null {
  const flow = flowOf(workspace);
  const states = [...placedStates(flow.states)];
  const maker = pick(MAKERS, random);
  const some = pick(states, random)?.state;
  const other = pick(states, random)?.state;
  if (states.length === 0) return { edit: 'add-state', plan, into: null, state: { id: 'again' } };
  return maker === undefined || some === undefined || other === undefined
    ? null
    : maker({ flow, states: states.map(({ state }) => state), some, other, random });
}

interface Dice {
  readonly flow: StateMachinePlan;
  readonly states: readonly State[];
  readonly some: State;
  readonly other: State;
  readonly random: Random;
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random.below(Math.max(1, items.length))];
}

function randomTransition({ states, random }: Dice) {
  return pick(
    states.flatMap((one) => transitionsOf(one).map(({ path }) => ({ state: one.id, path }))),
    random,
  );
}

const adding = ({ flow, some, random }: Dice): Edit => ({
  edit: 'add-state',
  plan,
  into: random.below(2) === 0 ? null : some.id,
  state: newState(pick(KINDS, random) ?? 'atomic', stateIds(flow)),
  ...(random.below(2) === 0 ? { place: { x: random.below(900), y: random.below(900) } } : {}),
});

const MAKERS: readonly ((dice: Dice) => Edit | null)[] = [
  adding,
  adding,
  ({ states, some }) => (states.length < 4 ? null : { edit: 'remove-states', plan, states: [some.id] }),
  ({ flow, some }) => {
    const { id } = newState('atomic', stateIds(flow));
    return { edit: 'update-state', plan, state: some.id, to: { ...some, id } };
  },
  ({ some, other, random }) => {
    const into = random.below(3) === 0 ? null : other.id;
    return { edit: 'move-state', plan, state: some.id, into };
  },
  ({ some, other, random }) => ({
    edit: 'add-transition',
    plan,
    state: random.below(6) === 0 ? null : some.id,
    list: pick(['/on', '/on', '/always', '/onDone', '/after'], random) ?? '/on',
    transition: { event: `e${random.below(9)}`, target: other.id },
  }),
  (dice) => {
    const one = randomTransition(dice);
    return one === undefined ? null : { edit: 'remove-transitions', plan, transitions: [one] };
  },
  (dice) => {
    const one = randomTransition(dice);
    return one === undefined ? null : { edit: 'move-transition', plan, ...one, index: 0 };
  },
  (dice) => {
    const one = randomTransition(dice);
    const name = one?.state === null ? `machine${one.path}` : one?.path;
    const labels = name === undefined ? {} : { labels: { [name]: { x: 1, y: dice.random.below(9) } } };
    return { edit: 'place-nodes', plan, places: { [dice.some.id]: { x: 1, y: 0, ...labels } } };
  },
];

test('E2 200 random edits of a machine then 200 undos give the original bytes', () => {
  for (const seed of [1, 7, 42]) {
    const random = seededRandom(seed);
    const original = machine();
    let workspace = original;
    const undo: Edit[] = [];
    for (let tries = 0; undo.length < 200 && tries < 5000; tries++) {
      const edit = randomEdit(workspace, random);
      const applied = edit === null ? null : apply(workspace, edit);
      if (!applied?.ok) continue;
      workspace = applied.value.workspace;
      undo.push(applied.value.inverse);
    }
    expect(undo).toHaveLength(200);
    const written = write(workspace);
    const again = read(written);
    expect(again.kind === 'document' && write(again.workspace)).toBe(written);
    for (const inverse of undo.toReversed()) {
      const back = apply(workspace, inverse);
      if (!back.ok) throw new Error(back.problem.message);
      workspace = back.value.workspace;
    }
    expect(write(workspace)).toBe(write(original));
  }
});
