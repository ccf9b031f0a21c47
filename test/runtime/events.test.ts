import { describe, expect, it } from 'vitest';
import type { Address, JsonObject } from '#base';
import { replay } from '#kernel';
import { CallError, CallResult, type Interceptor } from '#runtime';
import { gate, hostOf, settle, start, statusesOf, story, takeUp } from './notation';

const FEATURES: JsonObject = {
  features: [
    { id: 'may', capability: 'may', phase: 'pre', kind: 'guard' },
    { id: 'log', capability: 'log', phase: 'postSuccess', kind: 'observer', input: '{{ result }}' },
  ],
};

describe('signals', () => {
  it('R16 are sent through the handle, kept until somebody waits, and copied', async () => {
    const run = start(hostOf(), 'a: CAPABILITY echo\nw: EVENT_WAIT {events: {x: paid}}\na -> w');
    await run.signal('paid', { amount: 3 });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(story(run.commits)).toContain('signal.taken /w#1');
    expect(replay(run.commits).ok).toBe(true);
    await expect(run.signal('paid', (() => 1) as never)).rejects.toBeInstanceOf(CallError);
  });

  it('cases A11, H6 a secret in what a signal brings is masked before anything is written', async () => {
    const run = start(
      hostOf({}, { secrets: () => ['sk-canary-7f3a9c21'] }),
      'w: EVENT_WAIT {events: {x: paid}}',
    );
    await run.signal('paid', { key: 'sk-canary-7f3a9c21' });
    await run.done;
    expect(JSON.stringify(run.commits)).not.toContain('canary');
  });

  it('K6 a run that waits for one is taken up, and hears it after resume', async () => {
    const text = 'w: EVENT_WAIT {events: {x: paid}}';
    const first = start(hostOf(), text);
    await first.atRest();
    first.close();
    const second = takeUp(hostOf(), text, first.commits);
    await second.resume();
    await second.signal('paid');
    await second.done;
    expect(statusesOf(second.commits)).toBe('run.completed');
  });

  it('R17 cancelOn aborts the call, and its late result is recorded', async () => {
    const work = gate<string>();
    let aborted = false;
    const host = hostOf({
      slow: (_input, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return work.opened;
      },
    });
    const run = start(host, 'a: CAPABILITY slow {cancelOn: stop}');
    await settle();
    await run.signal('stop');
    await run.done;
    expect([aborted, statusesOf(run.commits)]).toEqual([true, 'run.completed']);
    expect(story(run.commits)).toContain('node.cancelled /a#1');
  });
});

describe('L7 waitFor', () => {
  it('a capability asks to wait, and is called again with what the signal brought, as another effect', async () => {
    const keys: string[] = [];
    const host = hostOf({
      pay: (_input, { payload, idempotencyKey }) => {
        keys.push(idempotencyKey);
        return payload ?? new CallResult(null, {}, { waitFor: { event: 'paid' } });
      },
    });
    const run = start(host, 'out got\na: CAPABILITY pay {output: {got: "result"}}');
    await run.atRest();
    await run.signal('paid', { amount: 12 });
    await run.done;
    expect(run.commits.at(-1)?.entries.at(-1)).toMatchObject({ data: { outputs: { got: { amount: 12 } } } });
    expect(keys).toEqual(['run-1:/a#1', 'run-1:/a#1:1']);
    expect(replay(run.commits).ok).toBe(true);
  });
});

describe('L7 break', () => {
  it('a capability ends the scope that it stands in', async () => {
    const host = hostOf({ stop: () => new CallResult('enough', {}, { break: 'scope' }) });
    const run = start(
      host,
      'out v\ng: GROUP SYNC {output: {v: "result"}}\n  a: CAPABILITY stop\n  b: CAPABILITY echo',
    );
    await run.done;
    expect(host.calls).toEqual(['stop /g/a#1']);
    expect(run.commits.at(-1)?.entries.at(-1)).toMatchObject({ data: { outputs: { v: 'enough' } } });
  });
});

describe('DELAY', () => {
  it('L1 waits on the clock of the host, for a while and until a time', async () => {
    const host = hostOf();
    const run = start(host, 'a: DELAY {forMs: 500}\nb: DELAY {until: "1970-01-01T00:00:02Z"}\na -> b');
    await settle();
    host.clock.advance(499);
    await settle();
    expect(story(run.commits)).not.toContain('node.succeeded /a#1');
    host.clock.advance(1);
    await settle();
    expect(story(run.commits)).toContain('node.started /b#1');
    host.clock.advance(500);
    await run.done;
    expect(host.clock.now()).toBe(2_000);
  });

  it('L1 a time that has passed is at once', async () => {
    const host = hostOf();
    const run = start(host, 'a: DELAY {until: "1970-01-01T00:00:00Z"}');
    await settle();
    host.clock.advance(0);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('K6, R19 its time goes on while nobody drives the run: it is overdue at resume', async () => {
    const text = 'a: DELAY {forMs: 500}';
    const first = start(hostOf(), text);
    await settle();
    first.close();
    const host = hostOf();
    host.clock.advance(10_000);
    const second = takeUp(host, text, first.commits);
    await settle();
    host.clock.advance(0);
    await settle();
    expect(statusesOf(second.commits)).toBe('run.paused');
    await second.resume();
    await second.done;
    expect(statusesOf(second.commits)).toBe('run.completed');
  });
});

describe('L4 features and interceptors', () => {
  const FEATURED = 'a: CAPABILITY echo {input: {n: 1}, features: [{feature: may}, {feature: log}]}';

  it('a guard is called, then the node; an observer is told, and what it throws changes nothing', async () => {
    const told: unknown[] = [];
    const host = hostOf({
      may: () => true,
      log: (input) => {
        told.push(input);
        throw new Error('not my day');
      },
    });
    const run = start(host, FEATURED, { rest: FEATURES });
    await run.done;
    await settle();
    expect(host.calls).toEqual(['may /a!pre-1', 'echo /a#1', 'log /a!observe-1']);
    expect(told).toEqual([{ n: 1 }]);
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(replay(run.commits).ok).toBe(true);
  });

  it('a guard that returns false refuses the node, which is not called', async () => {
    const host = hostOf({ may: () => false, log: () => null });
    const run = start(host, FEATURED, { rest: FEATURES });
    await run.done;
    expect(host.calls).toEqual(['may /a!pre-1']);
    expect(statusesOf(run.commits)).toBe('run.failed');
  });

  it('beforeNode, afterNode and onError are told of every node, in order; what throws disturbs nobody', async () => {
    const seen: string[] = [];
    const note = (word: string) => (moment: { readonly address: Address }) => {
      seen.push(`${word} ${moment.address}`);
      throw new Error('a hook of somebody');
    };
    const interceptor: Interceptor = {
      beforeNode: note('before'),
      afterNode: note('after'),
      onError: note('error'),
    };
    const broken = () => {
      throw new CallError({ code: 'BUSY', message: 'Busy.' });
    };
    const host = hostOf({ broken }, { interceptors: [interceptor] });
    const run = start(host, 'a: CAPABILITY echo\nb: CAPABILITY broken {onError: continue}\na -> b');
    await run.done;
    expect(seen).toEqual(['before /a#1', 'after /a#1', 'before /b#1', 'error /b#1', 'after /b#1']);
    expect(statusesOf(run.commits)).toBe('run.completed');
  });
});
