import type { Random } from '#base';
import type { Plan } from '#plan';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';

export const EVENTS = ['go', 'stop', 'order.paid', 'order.lost', 'said', 'resume'] as const;

/** A graph that runs a machine which runs a graph: states, regions and what goes on in them drawn from a seed. */
export function randomPlans(random: Random): readonly Plan[] {
  const inner = plan(
    'in n = 1   out twice\na: CAPABILITY echo {output: {twice: "1.0"}}\nb: EVENT_WAIT {events: {said: "said"}}',
    'inner',
  );
  const child = machine({ ...randomMachine(random, false), variables: ['var count = 0'] }, 'child');
  const flow = machine({ ...randomMachine(random, true), variables: ['var count = 0', 'out last'] }, 'flow');
  const main = plan(`
    out got
    g: GROUP ASYNC {completion: ALL_SETTLED}
      s: SUB_PLAN flow {timeoutMs: 5000, cancelOn: "order.lost", retry: {maxAttempts: 2}}
      t: SUB_PLAN flow {onError: "continue"}
      w: EVENT_WAIT {events: {go: "go"}, timeoutMs: 100}
    z: CAPABILITY echo
    g -> z
  `);
  const alone = random.next() < 0.5;
  return alone ? [flow, child, inner] : [main, flow, child, inner];
}

type Shape = Parameters<typeof machine>[0];

function randomMachine(random: Random, mayInvoke: boolean): Shape {
  const ids = ['a', 'b', 'c', 'd', 'end', 'lost'];
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random.next() * items.length)] as Item;
  const maybe = (chance: number, fields: () => object): object => (random.next() < chance ? fields() : {});
  const target = () => pick(ids);
  const states = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    on: [
      ...Array.from({ length: Math.floor(random.next() * 3) }, () => ({
        event: pick([...EVENTS, 'order.*', '*']),
        ...maybe(0.85, () => ({ target: target() })),
        ...maybe(0.3, () => ({ when: 'count < 5.0' })),
        ...maybe(0.4, () => ({ actions: [{ type: 'assign', values: { count: 'count + 1.0' } }] })),
      })),
      { event: 'stop', target: 'end' },
    ],
    ...maybe(0.3, () => ({ after: [{ delayMs: 10, target: target() }] })),
    ...maybe(0.3, () => ({
      invoke: [{ capability: 'echo', onDone: [{ target: target() }], onError: [{ target: 'lost' }] }],
    })),
    ...maybe(mayInvoke ? 0.5 : 0, () => ({
      invoke: [
        { id: 'kid', plan: pick(['child', 'inner']), onDone: [{ target: target() }] },
        { id: 'call', capability: 'echo', timeoutMs: 20, retry: { maxAttempts: 2 } },
      ],
    })),
    ...maybe(0.4, () => ({
      action: { event: pick(['ask', 'other', 'plan']), response: 'said' },
      defaultNext: target(),
    })),
    ...maybe(0.15, () => ({ pause: { resumeOn: 'go' } })),
    ...maybe(0.3, () => ({
      entry: [
        { type: 'call', capability: 'echo' },
        { type: 'raise', event: pick(EVENTS) },
      ],
    })),
    ...maybe(0.2, () => ({
      type: 'parallel',
      states: ['left', 'right'].map((side) => ({
        id: `${id}_${side}`,
        initial: `${id}_${side}_1`,
        states: [
          {
            id: `${id}_${side}_1`,
            on: [{ event: 'go', target: `${id}_${side}_2` }],
            invoke: [{ capability: 'echo' }],
          },
          { id: `${id}_${side}_2`, type: 'final' },
        ],
      })),
      onDone: [{ target: target() }],
    })),
  }));
  return {
    initial: 'a',
    responders: [
      { id: 'answers', request: 'ask', capability: 'echo' },
      { id: 'person', request: 'other', timeoutMs: 50 },
      ...(mayInvoke ? [{ id: 'plans', request: 'plan', plan: 'inner' }] : []),
    ],
    states: [
      ...states,
      { id: 'end', type: 'final', output: { count: '{{ count }}' } },
      { id: 'lost', type: 'final', outcome: 'failed' },
    ],
  };
}
