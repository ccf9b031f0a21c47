import { describe, expect, test } from 'vitest';
import { type Pin, type PinnedEnd, replay } from '#kernel';
import { machine } from '../../notation/machine';
import { startOf, TestRun } from '../../notation/run';
import { holdToTheLaws } from './lawful';

holdToTheLaws();

const FLOW = machine({
  responders: [{ id: 'says', request: 'say', response: 'said', capability: 'echo' }],
  states: [
    { id: 'asks', action: { event: 'say', data: { of: 1 } }, on: [{ event: 'said', target: 'calls' }] },
    {
      id: 'calls',
      invoke: [{ capability: 'echo', onDone: [{ target: 'end' }], onError: [{ target: 'lost' }] }],
    },
    { id: 'end', type: 'final', output: { said: '{{ results.asks }}' } },
    { id: 'lost', type: 'final', output: { said: 'lost' } },
  ],
});

function pinned(pin: PinnedEnd & Pick<Pin, 'when'>): TestRun {
  const run = new TestRun();
  run.feed({ ...startOf(FLOW), reuse: { pins: [{ capability: 'echo', ...pin }] } });
  expect(replay(run.commits)).toMatchObject({ ok: true });
  return run;
}

const calls = (run: TestRun) => run.history.filter((line) => line.startsWith('call '));

describe('D10 M2 a pin of every call of a capability, in a machine', () => {
  test('D10 M2 answers what its states ask a responder, and what they invoke', () => {
    const run = pinned({ output: 'pinned' });
    expect(calls(run)).toEqual([]);
    expect(run.lines.at(-1)).toBe('completed {"said":"pinned"}');
  });

  test('D10 a pinned error is one; where its condition does not hold the state calls', () => {
    const failing = pinned({ error: { code: 'DOWN', message: 'It is down.' }, when: 'input == {}' });
    expect(calls(failing)).toEqual(['call /asks[0]#1 echo']);
    expect(failing.done('/asks[0]#1', 'said').at(-1)).toBe('completed {"said":"lost"}');
    expect(calls(failing)).toHaveLength(1);
  });
});
