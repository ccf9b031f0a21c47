import { describe, expect, it } from 'vitest';
import { write } from '#plan';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { planloom, scratch } from './notation';

const files = scratch();

const FLOW = machine({
  variables: ['in score', 'out said', 'out approved'],
  states: [
    { id: 'idle', on: [{ event: 'go', target: 'work', when: 'score > 1' }] },
    {
      id: 'work',
      invoke: [
        {
          capability: 'echo',
          input: { text: '{{ event.data }}' },
          output: { said: 'result.text' },
          onDone: [{ target: 'paid' }],
        },
      ],
    },
    { id: 'paid', on: [{ event: 'paid', target: 'ask' }] },
    { id: 'ask', action: { event: 'please', response: 'said' }, defaultNext: 'hold' },
    {
      id: 'hold',
      pause: { reason: 'The budget', resumeOn: 'approved' },
      on: [
        { event: 'resume', target: 'end', actions: [{ type: 'assign', values: { approved: 'event.data' } }] },
      ],
    },
    { id: 'end', type: 'final' },
  ],
  responders: [{ id: 'person', request: 'please', message: 'Well?' }],
});
const FILE = files.file('flow.planloom.json', write(workspace([FLOW as never])));

const run = (...more: string[]) => planloom(['run', FILE, '--input', '{"score": 2}', ...more]);
const DRIVEN = ['--signal', 'go="hi"', '--signal', 'paid=12', '--answer', '/ask[0]={"text": "yes"}'];

describe('planloom run of a state machine', () => {
  it('H1 waits for its events with exit code 3, and names them', async () => {
    const ran = await run();
    expect(ran.exit).toBe(3);
    expect(ran.json).toMatchObject({
      status: 'waiting',
      waiting: [{ address: '/idle[0]!on-0', kind: 'signal', name: 'idle' }],
    });
  });

  it('R16 each signal is sent when the machine has come to rest; M4 a pause is a wait that an answer ends', async () => {
    const paused = await run(...DRIVEN);
    expect(paused.json).toMatchObject({
      status: 'paused',
      waiting: [
        { address: '/hold[0]!pause', kind: 'resume' },
        { address: '/hold[0]!on-2', kind: 'signal' },
      ],
    });
    expect(paused.exit).toBe(3);
    const ran = await run(...DRIVEN, '--answer', '/hold[0]!pause=7');
    expect([ran.exit, ran.json.outputs]).toEqual([0, { approved: 7, said: 'hi' }]);
  });

  it('K6 taken up it stays paused until its event or its input comes; K4 its ledger replays', async () => {
    const ledger = files.path('flow.ndjson');
    await run(...DRIVEN, '--ledger', ledger);
    const still = await planloom(['run', FILE, '--resume', ledger]);
    expect([still.exit, still.json.status], still.stdout).toEqual([3, 'paused']);
    const ran = await planloom(['run', FILE, '--resume', ledger, '--signal', 'approved=5']);
    expect([ran.exit, ran.json.outputs]).toEqual([0, { approved: 5, said: 'hi' }]);
    expect((await planloom(['replay', ledger])).json).toMatchObject({ effects: 0, ok: true });
  });

  it('V1 an input that it does not take is refused', async () => {
    const ran = await planloom(['run', FILE, '--input', '{}']);
    expect(ran).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'INPUT_INVALID' }] } });
  });

  it('H1, D6 a signal goes before the delay of the state that hears it, and a long delay is not sat out', async () => {
    const bounded = (delayMs: number): string =>
      files.file(
        `after-${delayMs}.json`,
        write(
          workspace([
            machine({
              states: [
                {
                  id: 'ask',
                  on: [{ event: 'go', target: 'answered' }],
                  after: [{ delayMs, target: 'late' }],
                },
                { id: 'answered', type: 'final', output: 'answered' },
                { id: 'late', type: 'final', output: 'late' },
              ],
              result: { how: '{{ results.final }}' },
            }) as never,
          ]),
        ),
      );
    const long = bounded(3_600_000);
    const waits = await planloom(['run', long]);
    expect(waits).toMatchObject({ exit: 3, json: { status: 'waiting', waiting: [{ name: 'ask' }] } });
    const heard = await planloom(['run', long, '--signal', 'go=1']);
    expect([heard.exit, heard.json.outputs]).toEqual([0, { how: 'answered' }]);
    const short = await planloom(['run', bounded(20)]);
    expect([short.exit, short.json.outputs]).toEqual([0, { how: 'late' }]);
  });

  it('H1 a signal waits a little for a state that hears it', async () => {
    const file = files.file(
      'later.json',
      write(
        workspace([
          machine({
            states: [
              { id: 'soon', after: [{ delayMs: 20, target: 'ask' }], on: [{ event: 'no', target: 'end' }] },
              { id: 'ask', on: [{ event: 'go', target: 'end' }] },
              { id: 'end', type: 'final' },
            ],
          }) as never,
        ]),
      ),
    );
    expect(await planloom(['run', file, '--signal', 'go=1'])).toMatchObject({ exit: 0 });
  });

  it('M1, M6 a machine without states, as XState has them, counts; K3, K11 its ledger has addresses and replays', async () => {
    const config = { id: 'counter', context: { count: 0 }, on: { INC: { actions: 'inc' } } };
    const imported = await planloom([
      'import',
      files.file('counter.json', JSON.stringify(config)),
      '--from',
      'xstate',
    ]);
    const file = files.file('counter.planloom.json', imported.stdout);
    const simulated = await planloom(['simulate', file, '--events', '["INC", "DEC"]']);
    expect(simulated.json.steps.map(({ handled, value }: never) => [handled, value])).toEqual([
      [true, {}],
      [true, {}],
      [false, {}],
    ]);
    const ledger = files.path('counter.ndjson');
    const ran = await planloom(['run', file, '--bind', 'inc=echo', '--signal', 'INC=1', '--ledger', ledger]);
    expect(ran.json.waiting).toEqual([{ address: '/counter!on-1', kind: 'signal', name: 'counter' }]);
    expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, effects: 0 });
  });
});
