import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const WATCH = (more: object) =>
  machine({
    initial: 'a',
    after: [{ delayMs: 50, actions: [{ type: 'log', message: 'late' }] }],
    invoke: [{ id: 'work', capability: 'echo', onDone: [{ target: 'b' }] }],
    states: [
      { id: 'a', on: [{ event: 'again', restart: true, ...more }] },
      { id: 'b', on: [{ event: 'again', restart: true, ...more }] },
    ],
  });

describe('M1 a transition to the machine itself', () => {
  test('K11 that leaves it: its timer and its invocation are withdrawn, and begin under addresses of their own', () => {
    const run = begun(WATCH({ reenter: true }));
    expect(run.lines).toContain('delay /flow!after-0 50');
    expect(run.lines.some((line) => line.startsWith('call /work#1'))).toBe(true);
    const lines = run.signal('again');
    expect(lines).toContain('delay /flow[1]!after-0 50');
    expect(lines).toContain('withdraw /flow!after-0');
    expect(lines.some((line) => line.startsWith('call /work[1]#1'))).toBe(true);
    expect(run.fires('/flow[1]!after-0').join()).toContain('late');
  });

  test('K11 from a state: what it has begun goes on, as in XState, and begins once more', () => {
    const run = begun(WATCH({}));
    const lines = run.signal('again');
    expect(lines.some((line) => /^(cancel|withdraw) .*(after|work)/.test(line))).toBe(false);
    expect(lines).toContain('delay /flow[1]!after-0 50');
    expect(run.fires('/flow!after-0').join()).toContain('late');
    expect(run.fires('/flow[1]!after-0').join()).toContain('late');
  });
});

describe('M1 a state that is entered again without being left', () => {
  const RECALLED = machine({
    initial: 'on',
    states: [
      {
        id: 'on',
        initial: 'slow',
        states: [
          { id: 'slow', on: [{ event: 'back', target: 'past' }], after: [{ delayMs: 100, target: 'fast' }] },
          { id: 'fast', on: [{ event: 'brake', target: 'slow' }] },
          { id: 'past', type: 'history', target: 'slow' },
        ],
      },
    ],
  });

  test('its timers all run, as in XState: the first that is due is heard, and the others go with the state', () => {
    const run = begun(RECALLED);
    const again = run.signal('back');
    expect(again.filter((line) => line.startsWith('delay'))).toEqual(['delay /slow[1]!after-0 100']);
    const due = run.fires('/slow[0]!after-0');
    expect(due).toContain('in /fast[0]');
    expect(due).toContain('withdraw /slow[1]!after-0');
  });
});
