import { describe, expect, test } from 'vitest';
import { compileMachine, possibleEvents } from '#compile';
import { compiled, machinePlan, Walk } from './notation';

const W1 = {
  variables: [{ id: 'score', scope: 'IN', schema: { type: 'number' } }],
  initial: 'start',
  states: [
    { id: 'start', on: [{ event: 'go', target: 'end', when: 'score > 1' }] },
    { id: 'end', type: 'final' },
  ],
};

describe('state machines', () => {
  test('W1, M1 the machine of the contract: a condition decides, a final state ends it', () => {
    const low = new Walk(compiled(W1), { score: 1 }).send('go');
    expect([low.value, low.turn.handled]).toEqual(['start', false]);
    const high = new Walk(compiled(W1), { score: 2 });
    expect(high.lines).toEqual(['entered start']);
    high.send('go');
    expect(high.lines).toEqual([
      'left start',
      'taken start /on/0',
      'entered end',
      'left end',
      'result final null',
      'done end completed null',
    ]);
    expect(high.turn.standing.status).toBe('done');
  });

  test('C1, C4 the configuration is plain JSON, the same each time; user events are named ev.', () => {
    const config = compiled(W1).config;
    expect(JSON.parse(JSON.stringify(config))).toEqual({
      id: 'plan:flow',
      initial: { target: 'start' },
      states: {
        start: {
          id: 'start',
          on: {
            'ev.go': [
              {
                target: '#end',
                guard: { type: 'when', params: { when: 'score > 1' } },
                meta: { path: '/on/0' },
              },
            ],
          },
        },
        end: { id: 'end', type: 'final' },
      },
      options: { maxIterations: 1000 },
    });
    expect(JSON.stringify(compiled(W1).config)).toBe(JSON.stringify(config));
  });

  test('M1 the order in the list is the priority, of wildcards too', () => {
    const on = (events: readonly string[]) => ({
      initial: 'a',
      states: [
        { id: 'a', on: events.map((event, index) => ({ event, target: `t${index}` })) },
        ...events.map((_, index) => ({ id: `t${index}` })),
      ],
    });
    expect(new Walk(compiled(on(['*', 'go']))).send('go').value).toBe('t0');
    expect(new Walk(compiled(on(['go', '*']))).send('go').value).toBe('t0');
    expect(new Walk(compiled(on(['go', '*']))).send('other').value).toBe('t1');
    expect(new Walk(compiled(on(['order.*', 'order.paid', '*']))).send('order.paid').value).toBe('t0');
    expect(new Walk(compiled(on(['x', 'order.*']))).send('order').value).toBe('t1');
  });

  test('M1 delays are timers, invocations are asked for on entry and stopped on exit', () => {
    const machine = compiled({
      initial: 'work',
      states: [
        {
          id: 'work',
          after: [{ delayMs: 500, target: 'late' }],
          invoke: [
            {
              id: 'job',
              capability: 'echo',
              input: { n: '{{ 1 + 1 }}' },
              onDone: [{ target: 'ready', when: 'event.data.text == "yes"' }],
              onError: [{ target: 'late' }],
            },
          ],
        },
        { id: 'late' },
        { id: 'ready' },
      ],
    });
    const walk = new Walk(machine);
    expect(walk.lines).toEqual([
      'entered work',
      'timer work!after-0 500',
      'invoke work job echo null {"n":2}',
    ]);
    expect(walk.send({ kind: 'timer', id: 'work!after-0' }).value).toBe('late');
    const done = new Walk(machine).send({ kind: 'done', state: 'work', id: 'job', output: { text: 'yes' } });
    expect(done.lines).toEqual([
      'result work {"text":"yes"}',
      'untimer work!after-0',
      'stop work job',
      'left work',
      'taken work /invoke/0/onDone/0',
      'entered ready',
    ]);
    expect(possibleEvents(machine, new Walk(machine).turn.standing)).toEqual([
      {
        event: 'work!after-0',
        kind: 'timer',
        state: 'work',
        path: '/after/0',
        targets: ['late'],
        enabled: true,
      },
      {
        event: 'job',
        kind: 'done',
        state: 'work',
        path: '/invoke/0/onDone/0',
        targets: ['ready'],
        enabled: 'asked',
      },
      {
        event: 'job',
        kind: 'failed',
        state: 'work',
        path: '/invoke/0/onError/0',
        targets: ['late'],
        enabled: true,
      },
    ]);
  });

  test('case D1 eventless transitions that never come to rest end with a code, and change nothing', () => {
    const machine = compiled({
      variables: [{ id: 'on', scope: 'INTERNAL', default: false }],
      initial: 'a',
      states: [
        {
          id: 'a',
          on: [{ event: 'go', actions: [{ type: 'assign', values: { on: 'true' } }] }],
          always: [{ target: 'b', when: 'on' }],
        },
        { id: 'b', always: [{ target: 'a', when: 'on' }] },
      ],
    });
    const walk = new Walk(machine).send('go');
    expect(walk.turn.error?.code).toBe('EVENTLESS_CYCLE');
    expect([walk.value, walk.variable('on')]).toEqual(['a', false]);
  });

  test('M2 publish, response, failure and defaultNext', () => {
    const machine = compiled({
      initial: 'search',
      states: [
        {
          id: 'search',
          action: {
            event: 'web.search.requested',
            response: 'web.search.completed',
            data: { q: '{{ goal_data.topic }}' },
          },
          on: [{ event: 'web.search.failed', target: 'retry' }],
          defaultNext: 'ready',
        },
        { id: 'retry' },
        { id: 'ready', isTerminal: true },
      ],
    });
    const start = () => new Walk(machine, {}, {}, { topic: 'tea' });
    expect(start().lines).toEqual([
      'entered search',
      'publish search web.search.requested {"q":"tea"} web.search.completed web.search.failed',
    ]);
    const failed = start().send({
      kind: 'response',
      state: 'search',
      type: 'web.search.failed',
      data: 1,
      failed: true,
    });
    expect(failed.value).toBe('retry');
    const done = start().send('web.search.completed', ['a']);
    expect(done.lines).toEqual([
      'result search ["a"]',
      'left search',
      'taken search /defaultNext',
      'entered ready',
      'left ready',
      'result final null',
      'done ready completed null',
    ]);
    expect(done.turn.standing.results).toEqual({ search: ['a'], final: null });
  });

  test('C1 what cannot be compiled is refused with the code of check', () => {
    const refused = compileMachine(
      machinePlan({ initial: 'a', states: [{ id: 'a', on: [{ event: 'go', target: 'nowhere' }] }] }),
    );
    expect(refused.ok ? [] : refused.problem.map(({ code }) => code)).toEqual(['TARGET_UNKNOWN']);
  });
});
