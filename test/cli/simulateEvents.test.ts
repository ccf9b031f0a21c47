import { describe, expect, it } from 'vitest';
import { planloom, scratch } from './notation';

const files = scratch();
const workspace = (plan: object): string =>
  JSON.stringify({
    format: 'planloom/workspace',
    version: 1,
    id: 'demo',
    name: 'Demo',
    plans: [{ id: 'flow', kind: 'state-machine', ...plan }],
  });

const DOOR = files.file(
  'door.json',
  workspace({
    variables: [
      { id: 'code', scope: 'IN', schema: { type: 'string' }, default: '1234' },
      { id: 'tries', scope: 'INTERNAL', default: 0 },
    ],
    initial: 'locked',
    states: [
      {
        id: 'locked',
        on: [
          { event: 'enter', target: 'open', when: 'event.data == code && guard("isDay")' },
          { event: 'enter', actions: [{ type: 'assign', values: { tries: 'tries + 1' } }] },
          { event: 'blow', target: 'broken' },
        ],
      },
      {
        id: 'open',
        after: [{ delayMs: 1000, target: 'locked' }],
        initial: 'empty',
        states: [{ id: 'empty', on: [{ event: 'walk', target: 'busy' }] }, { id: 'busy' }],
      },
      { id: 'broken', type: 'final' },
    ],
  }),
);

function simulate(events: readonly unknown[], ...more: readonly string[]) {
  return planloom(['simulate', DOOR, '--plan', 'flow', '--events', JSON.stringify(events), ...more]);
}

describe('H1 simulate FILE --plan ID --events JSON [--guards JSON]', () => {
  it('prints a step for each event, the first with event null, and nothing else', async () => {
    const ran = await simulate(
      ['enter', { type: 'enter', data: '1234' }, 'walk', { after: 999 }, { after: 1 }],
      '--guards',
      '{"isDay": true}',
    );
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    const inside = { code: '1234', tries: 1 };
    expect(ran.json).toEqual({
      ok: true,
      steps: [
        {
          event: null,
          handled: true,
          configuration: ['locked'],
          value: 'locked',
          context: { code: '1234', tries: 0 },
          status: 'active',
        },
        {
          event: 'enter',
          handled: true,
          configuration: ['locked'],
          value: 'locked',
          context: inside,
          status: 'active',
        },
        {
          event: { type: 'enter', data: '1234' },
          handled: true,
          configuration: ['open', 'empty'],
          value: { open: 'empty' },
          context: inside,
          status: 'active',
        },
        {
          event: 'walk',
          handled: true,
          configuration: ['open', 'busy'],
          value: { open: 'busy' },
          context: inside,
          status: 'active',
        },
        {
          event: { after: 999 },
          handled: false,
          configuration: ['open', 'busy'],
          value: { open: 'busy' },
          context: inside,
          status: 'active',
        },
        {
          event: { after: 1 },
          handled: true,
          configuration: ['locked'],
          value: 'locked',
          context: inside,
          status: 'active',
        },
      ],
    });
  });

  it('M7 a guard that is only a name is taken to say false, and named on stderr', async () => {
    const ran = await simulate([{ type: 'enter', data: '1234' }]);
    expect(ran.exit).toBe(0);
    expect(ran.json.steps[1].value).toBe('locked');
    expect(ran.stderr).toContain('"isDay"');
  });

  it('a final state is status done; events after it are not handled', async () => {
    const ran = await simulate(['blow', 'enter']);
    expect(
      ran.json.steps.map(({ status, handled }: { status: string; handled: boolean }) => [status, handled]),
    ).toEqual([
      ['active', true],
      ['done', true],
      ['done', false],
    ]);
  });

  it('--input is what the variables begin with; at an expression without a value nothing changes, it is told, and the next is taken', async () => {
    const file = files.file(
      'broken.json',
      workspace({
        variables: [{ id: 'n', scope: 'IN' }],
        initial: 'a',
        states: [
          {
            id: 'a',
            on: [
              { event: 'go', target: 'b', when: 'n > 1' },
              { event: 'on', target: 'b' },
            ],
          },
          { id: 'b' },
        ],
      }),
    );
    const call = ['simulate', file, '--events', '["go"]'];
    const good = await planloom([...call, '--input', '{"n": 2}']);
    expect(good).toMatchObject({
      exit: 0,
      json: { steps: [{ value: 'a' }, { value: 'b', context: { n: 2 } }] },
    });
    const bad = await planloom(['simulate', file, '--events', '["go", "on"]', '--input', '{"n": "x"}']);
    expect(bad).toMatchObject({
      exit: 0,
      json: {
        ok: true,
        steps: [{}, { value: 'a', handled: false, status: 'active' }, { value: 'b', handled: true }],
      },
    });
    expect(bad.stderr).toContain('EXPRESSION_ERROR (step 1)');
  });

  it('an invocation is ended by name; XState’s own word for it counts too', async () => {
    const file = files.file(
      'job.json',
      workspace({
        initial: 'work',
        states: [
          {
            id: 'work',
            invoke: [
              {
                id: 'job',
                capability: 'not.there',
                onDone: [{ target: 'ok', when: 'event.data == 3' }],
                onError: [{ target: 'bad' }],
              },
            ],
          },
          { id: 'ok' },
          { id: 'bad' },
        ],
      }),
    );
    const last = async (event: unknown) => {
      const ran = await planloom(['simulate', file, '--events', JSON.stringify([event])]);
      return ran.json.steps[1].value;
    };
    expect(await last({ done: 'job', output: 3 })).toBe('ok');
    expect(await last({ failed: 'job' })).toBe('bad');
    expect(await last({ type: 'xstate.done.actor.job', data: 3 })).toBe('ok');
  });

  it('M4 `resume`, or the event that its pause names, brings a paused machine its input', async () => {
    const file = files.file(
      'pause.json',
      workspace({
        variables: [{ id: 'said', scope: 'INTERNAL' }],
        states: [
          {
            id: 'hold',
            pause: { resumeOn: 'approved' },
            on: [
              {
                event: 'resume',
                target: 'end',
                actions: [{ type: 'assign', values: { said: 'results.user_input' } }],
              },
            ],
          },
          { id: 'end', type: 'final' },
        ],
      }),
    );
    for (const type of ['resume', 'approved']) {
      const ran = await planloom(['simulate', file, '--events', JSON.stringify([{ type, data: 7 }])]);
      expect(ran.json.steps[1]).toMatchObject({ handled: true, value: 'end', context: { said: 7 } });
    }
  });

  it('bad input is refused with 2: no list, no event, no guards, no machine', async () => {
    for (const args of [
      ['--events', '{"go": 1}'],
      ['--events', '[1]'],
      ['--events', '["xstate.init"]'],
      ['--events', '[{"type": "planloom.done"}]'],
      ['--events', '[{"type": "go", "dta": 1}]'],
      ['--events', '["go"', '--guards', '{}'],
      ['--events', '["go"]', '--guards', '{"a": "yes"}'],
      ['--events', '["go"]', '--plan', 'nothing'],
      ['--events', '["go"]', '--script', '{}'],
    ]) {
      const ran = await planloom(['simulate', DOOR, ...args]);
      expect(ran).toMatchObject({ exit: 2, json: { ok: false } });
      expect(ran.json.diagnostics.length).toBeGreaterThan(0);
    }
  });
});

describe('H1 compile FILE --plan ID, of a state machine', () => {
  it('C1 --to xstate: names only, keys are ids, events are ev.<type> (C4); spec adds the map and the hash', async () => {
    const xstate = await planloom(['compile', DOOR, '--to', 'xstate']);
    expect(xstate.json.states.open.after['1000'][0].target).toBe('#locked');
    const spec = await planloom(['compile', DOOR, '--to', 'spec']);
    expect(spec.json).toMatchObject({ planId: 'flow', spec: xstate.json });
    expect(spec.json.sourceMap[0]).toEqual({
      machine: 'plan:flow',
      state: 'locked',
      node: 'locked',
      path: [],
    });
  });

  it('C3 --to mermaid: a state diagram with nested states', async () => {
    const { stdout } = await planloom(['compile', DOOR, '--to', 'mermaid']);
    expect(stdout.split('\n')).toEqual([
      'stateDiagram-v2',
      '  state "locked" as s0',
      '  s0 : enter',
      '  state "open" as s1',
      '  state s1 {',
      '    state "empty" as s2',
      '    state "busy" as s3',
      '    [*] --> s2',
      '  }',
      '  state "broken" as s4',
      '  [*] --> s0',
      '  s4 --> [*]',
      '  s0 --> s1 : enter #91;event.data #61;#61; code #38;#38; guard(#34;isDay#34;)#93;',
      '  s0 --> s4 : blow',
      '  s1 --> s0 : after 1000 ms',
      '  s2 --> s3 : walk',
      '',
    ]);
  });
});

describe('fault S8 an event that a machine does not know is said, and one is heard by the name it was imported under', () => {
  it('on stderr, with what is meant and what is heard; the exit code stays', async () => {
    const ran = await simulate(['entr', 'enter'], '--guards', '{"isDay": true}');
    expect(ran.exit).toBe(0);
    expect(ran.json).toMatchObject({ ok: true, steps: [{}, { event: 'entr', handled: false }, {}] });
    expect(ran.stderr).toContain(
      'EVENT_UNKNOWN (step 1): "entr" is no event of "flow". Did you mean "enter"?',
    );
    expect(ran.stderr).toContain('It hears enter, blow, walk.');
    expect(ran.stderr).not.toContain('step 2');
  });

  it('minted names', async () => {
    const file = files.file(
      'walk.json',
      JSON.stringify({
        id: 'walk',
        initial: 'home',
        states: { home: { on: { 'go to dashboard': 'board' } }, board: { type: 'final' } },
      }),
    );
    const imported = await planloom(['import', file, '--from', 'xstate']);
    const machine = files.file('walk.planloom.json', imported.stdout);
    for (const event of ['go to dashboard', 'go-to-dashboard']) {
      const ran = await planloom(['simulate', machine, '--events', JSON.stringify([event])]);
      expect(ran).toMatchObject({ exit: 0, stderr: '' });
      expect(ran.json).toMatchObject({ steps: [{}, { event, handled: true, status: 'done' }] });
      const run = await planloom(['run', machine, '--yes', '--signal', `${event}={}`]);
      expect(run.json).toMatchObject({ status: 'completed' });
    }
  });
});
