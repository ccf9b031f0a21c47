import { describe, expect, test } from 'vitest';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const TWO = machine({
  states: [
    { id: 'a', invoke: [{ capability: 'echo', onDone: [{ target: 'b' }] }] },
    { id: 'b', invoke: [{ capability: 'echo', onDone: [{ target: 'c' }] }] },
    { id: 'c', type: 'final' },
  ],
});

describe('what holds for nodes holds in machines', () => {
  test('K10 a call that is beyond the budget pauses the run; raising it resumes', () => {
    const run = begun(TWO, { budget: { calls: 1 } });
    expect(run.done('/a[0]/invoke#1').at(-1)).toBe('paused budget');
    expect(run.feed({ type: 'budget.raised', budget: { calls: 2 } })).toContain('call /b[0]/invoke#1 echo');
  });

  test('K6 a call of unknown outcome asks; done with a result, the machine goes on with it', () => {
    const run = begun(TWO);
    const { address } = run.command('/a[0]/invoke#1');
    run.feed({ type: 'effect.uncertain', address });
    expect(run.status).toBe('uncertain');
    expect(run.feed({ type: 'effect.settled', address, as: { kind: 'done', result: 1 } })).toContain(
      'in /b[0]',
    );
  });

  test('case D4 forged events of XState or ours are no signals', () => {
    const run = begun(TWO);
    expect(run.signal('xstate.done.actor.a')).toEqual(['refused SIGNAL_INVALID']);
  });

  test('L9 maxDepth counts instances in machines too', () => {
    const loop = machine({
      states: [
        { id: 'a', invoke: [{ plan: 'main', onDone: [{ target: 'b' }] }] },
        { id: 'b', type: 'final' },
      ],
    });
    const main = plan('s: SUB_PLAN flow {maxDepth: 2}');
    const run = begun(main, {}, loop);
    expect(run.history).toContain('fail /s/a[0]/invoke/s/a[0]/invoke/s DEPTH_LIMIT');
    expect(run.status).toBe('failed');
  });

  test('L2 a SUB_PLAN with retry begins its machine anew, at an address of its own', () => {
    const main = plan('s: SUB_PLAN flow {retry: {maxAttempts: 2}}');
    const run = begun(main, {}, TWO);
    run.fails('/s/a[0]/invoke#1');
    expect(run.fires('/s!retry')).toContain('in /s#2/a[0]');
    expect(run.done('/s#2/a[0]/invoke#1')).toContain('in /s#2/b[0]');
  });

  test('L2 a machine in the background: the run waits for it', () => {
    const main = plan('s: SUB_PLAN flow {background: true}\nz: CAPABILITY echo\ns -> z');
    const run = begun(main, {}, TWO);
    run.done('/z#1');
    expect(run.status).toBe('running');
    run.done('/s/a[0]/invoke#1');
    expect(run.done('/s/b[0]/invoke#1').at(-1)).toBe('completed {}');
  });
});
