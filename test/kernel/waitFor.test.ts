import { describe, expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS } from '#kernel';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const PAID = { event: 'paid', timeoutMs: 500 };

const asking = (params = '') =>
  runOf(plan(`out v\na: CAPABILITY echo {input: {n: 1}, output: {v: "result"}${params}}`));

describe('L7 waitFor', () => {
  test('the attempt goes on, without a status of its own, as a wait for that event', () => {
    const run = asking();
    expect(run.done('/a#1', null, { waitFor: PAID })).toEqual([
      'listen /a#1!wait paid',
      'timeout /a#1!wait-timeout 500',
    ]);
    expect(run.status).toBe('waiting');
    expect(run.history.filter((line) => line.startsWith('start /a'))).toHaveLength(1);
  });

  test('at the signal its call leaves again with the payload, and with the input of the attempt', () => {
    const run = asking();
    run.done('/a#1', null, { waitFor: PAID });
    expect(run.signal('other')).toEqual(['kept other']);
    expect(run.signal('paid', { amount: 3 })).toEqual([
      'taken /a#1 paid',
      'withdraw /a#1!wait-timeout',
      'call /a#1 echo',
    ]);
    const [command] =
      run.commits
        .at(-1)
        ?.entries.flatMap((entry) =>
          entry.kind === 'command' && entry.data.command.kind === 'call' ? [entry.data.command] : [],
        ) ?? [];
    expect(command).toMatchObject({ input: { n: 1 }, again: { payload: { amount: 3 }, turn: 1 } });
    expect(run.done('/a#1', 7)).toEqual(['ok /a#1 7', 'set /a#1 v 7', 'completed {"v":7}']);
  });

  test('it may wait again', () => {
    const run = asking();
    run.done('/a#1', null, { waitFor: PAID });
    run.signal('paid');
    expect(run.done('/a#1', null, { waitFor: { event: 'sent' } })).toEqual(['listen /a#1!wait sent']);
    expect(run.signal('sent')).toEqual(['taken /a#1 sent', 'call /a#1 echo']);
  });

  test('it is a persistent wait: the oldest kept signal is taken at once (R16)', () => {
    const run = asking();
    run.signal('paid', 1);
    run.signal('paid', 2);
    expect(run.done('/a#1', null, { waitFor: PAID })).toEqual(['taken /a#1 paid', 'call /a#1 echo']);
    expect(run.state?.signals).toEqual([{ event: 'paid', data: 2 }]);
  });

  test('at waitFor.timeoutMs the attempt fails TIMEOUT, and may be tried again (L2)', () => {
    const run = asking(', retry: {maxAttempts: 2, initialIntervalMs: 5}');
    run.done('/a#1', null, { waitFor: PAID });
    expect(run.fires('/a#1!wait-timeout')).toEqual([
      'again /a#1 TIMEOUT 5',
      'withdraw /a#1!wait',
      'retry /a#1!retry 5',
    ]);
    expect(run.fires('/a#1!retry')).toEqual(['start /a#2 {"n":1}', 'call /a#2 echo']);
  });

  test('within its timeoutMs: the timer of the attempt goes on', () => {
    const run = asking(', timeoutMs: 50');
    expect(run.done('/a#1', null, { waitFor: PAID })).not.toContain('withdraw /a#1!timeout');
    expect(run.fires('/a#1!timeout')).toEqual([
      'fail /a#1 TIMEOUT',
      'withdraw /a#1!wait',
      'withdraw /a#1!wait-timeout',
      'failed TIMEOUT',
    ]);
  });

  test('it counts on CAPABILITY only', () => {
    const run = runOf(plan('t: TRANSFORM 1'));
    expect(run.done('/t#1', 1, { waitFor: PAID })).toEqual(['ok /t#1 1', 'completed {}']);
  });

  test('case D4 a name that is none fails the attempt', () => {
    expect(asking().done('/a#1', null, { waitFor: { event: 'xstate.x' } })).toContain(
      'fail /a#1 RESULT_INVALID',
    );
  });

  test('R19, K10 paused, or with the budget used up, the call waits its turn', () => {
    const run = asking();
    run.done('/a#1', null, { waitFor: PAID });
    run.pause();
    expect(run.signal('paid', 1)).toEqual(['taken /a#1 paid', 'withdraw /a#1!wait-timeout']);
    expect(run.resume()).toEqual(['resumed', 'call /a#1 echo']);
    const poor = runOf(plan('a: CAPABILITY echo'), { budget: { calls: 1 } });
    poor.done('/a#1', null, { waitFor: PAID });
    expect(poor.signal('paid')).toContain('paused budget');
    expect(poor.feed({ type: 'budget.raised', budget: { calls: 2 } })).toEqual(['resumed', 'call /a#1 echo']);
  });

  test('D1 a step lets the call leave that its signal has come for; K5 in a run of before it waits for the resume', () => {
    const stepped = (flags?: readonly number[]) => {
      const run = runOf(plan('a: CAPABILITY echo'), flags === undefined ? {} : { flags });
      run.done('/a#1', null, { waitFor: PAID });
      run.pause();
      run.signal('paid', 1);
      return [run.step('into'), run.resume()];
    };
    expect(stepped()).toEqual([['resumed', 'call /a#1 echo', 'paused step'], ['resumed']]);
    const before = BEHAVIOUR_FLAGS.filter((flag) => flag !== 27);
    expect(stepped(before)).toEqual([
      ['resumed', 'paused step'],
      ['resumed', 'call /a#1 echo'],
    ]);
  });

  test('R16 the oldest of all waits takes the signal; cancelOn cancels it while it waits', () => {
    const run = runOf(plan('a: CAPABILITY echo {cancelOn: stop}\nw: EVENT_WAIT {events: {x: paid}}'));
    run.done('/a#1', null, { waitFor: PAID });
    expect(run.signal('paid', 1)).toEqual(['taken /w#1 paid', 'ok /w#1 x 1']);
    expect(run.signal('stop')).toEqual([
      'cancel /a#1',
      'withdraw /a#1!wait',
      'withdraw /a#1!wait-timeout',
      'kept stop',
      'completed {}',
    ]);
  });
});
