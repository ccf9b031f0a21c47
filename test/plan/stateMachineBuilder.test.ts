import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check, StateMachineBuilder, type StateMachinePlan } from '#plan';
import { workspace } from '../notation/plan';

describe('L6 StateMachineBuilder', () => {
  it('the example of its door runs, and is a plan without a problem', () => {
    const plan = exampleOf('stateMachineBuilder.ts');
    expect(plan).toEqual({
      id: 'order',
      kind: 'state-machine',
      name: 'Order',
      variables: [
        { id: 'customer', scope: 'IN', schema: { type: 'string' } },
        { id: 'total', scope: 'INTERNAL', schema: { type: 'number' }, default: 0 },
      ],
      initial: 'open',
      states: [
        {
          id: 'open',
          on: [
            {
              event: 'item.added',
              when: 'event.data.price > 0',
              actions: [{ type: 'assign', values: { total: 'total + event.data.price' } }],
            },
            { event: 'order.sent', target: 'packing' },
          ],
          after: [{ delayMs: 60_000, target: 'late' }],
        },
        {
          id: 'packing',
          action: { event: 'pack.requested', response: 'pack.completed', data: { sum: '{{ total }}' } },
          on: [{ event: 'pack.failed', target: 'late' }],
          defaultNext: 'done',
        },
        { id: 'late', type: 'final', isTerminal: true, outcome: 'failed' },
        { id: 'done', type: 'final', isTerminal: true, outcome: 'completed', output: { sum: '{{ total }}' } },
      ],
    });
    const problems = check({ ...workspace([]), plans: [plan] }, new Map()).filter(
      ({ severity }) => severity === 'error',
    );
    expect(problems).toEqual([]);
  });

  it('M1 nested, parallel and history states, invocations, tags, named guards and delays', () => {
    const plan = built(
      new StateMachineBuilder('player')
        .guard('isLoud', 'volume > params.limit')
        .delay('SOON', 'volume * 10')
        .variable('volume', {}, 3)
        .on('stop', 'end', { when: 'guard("isLoud", {"limit": 2})' })
        .entry({ type: 'log', message: 'on' })
        .state('playing', (playing) =>
          playing
            .parallel()
            .tag('busy')
            .state('sound', (sound) =>
              sound
                .state('loud', (loud) => loud.on('mute', 'quiet'))
                .state('quiet')
                .state('last', (last) => last.history('deep', 'loud')),
            )
            .state('picture', (picture) =>
              picture.initial('wide', { type: 'log', message: 'wide' }).state('small').state('wide'),
            )
            .invoke({ capability: 'echo', input: { text: 'x' }, onDone: [{ target: 'end' }] })
            .after('SOON', ['quiet', 'small'])
            .always('end', { when: 'volume > 9' })
            .exit({ type: 'log', message: 'off' })
            .onDone('end'),
        )
        .state('end', (end) => end.final({ volume: '{{ volume }}' })),
    );
    expect(plan.initial).toBe('playing');
    const [playing] = plan.states;
    expect(playing).toMatchObject({
      type: 'parallel',
      tags: ['busy'],
      after: [{ delay: 'SOON', target: ['quiet', 'small'] }],
    });
    expect(playing?.initial).toBe(undefined);
    expect(playing?.states?.map(({ initial }) => initial)).toEqual(['loud', 'wide']);
    expect(playing?.states?.[0]?.states?.[2]).toEqual({
      id: 'last',
      type: 'history',
      history: 'deep',
      target: 'loud',
    });
    expect(plan.on).toEqual([{ event: 'stop', target: 'end', when: 'guard("isLoud", {"limit": 2})' }]);
  });

  it('M2–M4 responders, goals, pauses, transitions that are told', () => {
    const plan = built(
      new StateMachineBuilder('research')
        .onGoal('research.goal')
        .onTransition('echo')
        .respond({ id: 'people', request: 'ask', response: 'answered', message: 'Which one?' })
        .state('ask', (ask) =>
          ask.action({ event: 'ask', response: 'answered' }).pause('waiting', 'go.on').defaultNext('end'),
        )
        .state('end', (end) => end.terminal()),
    );
    expect(plan).toMatchObject({
      onGoal: 'research.goal',
      onTransition: 'echo',
      responders: [{ id: 'people' }],
    });
    expect(plan.states[0]).toMatchObject({
      pause: { reason: 'waiting', resumeOn: 'go.on' },
      defaultNext: 'end',
    });
  });

  it('W3 all that is wrong is told by build', () => {
    const wrong = new StateMachineBuilder('no id!')
      .on('xstate.stop', 'a')
      .state('a b')
      .variable('constructor')
      .build();
    const fields = wrong.ok ? [] : wrong.problem.map(({ where }) => where.field);
    expect(fields).toEqual(expect.arrayContaining(['/id', '/on/0/event', '/states/0/id', '/variables/0/id']));
  });

  it('a builder may be built more than once and go on', () => {
    const builder = new StateMachineBuilder('m').state('a');
    const first = built(builder);
    built(builder.state('b'));
    expect(first.states).toHaveLength(1);
  });
});

function built(builder: StateMachineBuilder): StateMachinePlan {
  const result = builder.build();
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** Runs the example that stands in the doc comment, which is the first thing that people copy. */
function exampleOf(file: string): StateMachinePlan {
  const source = readFileSync(new URL(`../../src/plan/builder/${file}`, import.meta.url), 'utf8');
  const example =
    source
      .split('@example')[1]
      ?.split('*/')[0]
      ?.replaceAll(/^ \* ?/gm, '') ?? '';
  const result = new Function('StateMachineBuilder', `${example}; return built;`)(StateMachineBuilder);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
