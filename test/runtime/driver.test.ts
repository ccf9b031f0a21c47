import { describe, expect, it } from 'vitest';
import { replay } from '#kernel';
import { CallError, CallResult, StorageError } from '#runtime';
import { at, factAt, facts, failingLedger, gate, hostOf, settle, start, statusesOf, story } from './notation';

const CHAIN = `
  a: CAPABILITY work {input: {n: 1}}
  b: CAPABILITY work {input: {n: 2}}
  a -> b
`;

describe('driving a run', () => {
  it('K3 runs to its end, and its ledger replays with no effect', async () => {
    const host = hostOf();
    const run = start(
      host,
      `
      in question   out answer
      look: CAPABILITY echo {input: {text: "{{ question }}"}, output: {answer: "result.text"}}
      `,
      { input: { question: 'hi' } },
    );
    await run.done;
    const end = replay(run.commits);
    expect(end).toMatchObject({ ok: true, status: 'completed', outputs: { answer: 'hi' }, effects: 0 });
    expect(await host.ledger.read(run.runId)).toEqual(run.commits);
  });

  it('K3 a command leaves only after the commit that holds it is durable', async () => {
    const written = gate<void>();
    const inner = hostOf().ledger;
    const ledger = {
      ...inner,
      append: async (...args: Parameters<typeof inner.append>) => {
        await written.opened;
        return inner.append(...args);
      },
    };
    const host = hostOf({ work: () => 1 }, { ledger });
    const run = start(host, CHAIN);
    await settle();
    expect(host.calls).toEqual([]);
    expect(run.commits).toEqual([]);
    written.open();
    await run.done;
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
  });

  it('K3 facts that arrive together share one transaction, one commit each', async () => {
    const batches: number[] = [];
    const inner = hostOf().ledger;
    const ledger = {
      ...inner,
      append: async (...args: Parameters<typeof inner.append>) => {
        batches.push(args[1].length);
        return inner.append(...args);
      },
    };
    const host = hostOf({ work: () => 1 }, { ledger });
    const run = start(
      host,
      `
      both: GROUP ASYNC
        a: CAPABILITY work
        b: CAPABILITY work
        c: CAPABILITY work
    `,
    );
    await run.done;
    expect(batches).toEqual([1, 3]);
    expect(run.commits.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  it('K9 tokens and progress go to the screen, never into the ledger', async () => {
    const host = hostOf({
      work: (_input, { progress }) => {
        progress('half way');
        return 1;
      },
    });
    const run = start(host, 'a: CAPABILITY work');
    const seen: unknown[] = [];
    run.onProgress((...told) => seen.push(told));
    await run.done;
    expect(seen).toEqual([['/a#1', { kind: 'text', text: 'half way' }]]);
    expect(JSON.stringify(run.commits)).not.toContain('half way');
  });

  it('A1 a listener that throws disturbs neither the run nor the others', async () => {
    const host = hostOf();
    const run = start(host, 'a: CAPABILITY echo');
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    process.on('uncaughtException', onError);
    const seen: number[] = [];
    run.subscribe(() => {
      throw new Error('a broken panel');
    });
    run.subscribe(({ seq }) => seen.push(seq));
    await run.done;
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtException', onError);
    expect(seen).toEqual([0, 1]);
    expect(errors).toHaveLength(2);
  });

  it('E4 a plan with errors is refused before anything is written', async () => {
    const host = hostOf();
    expect(() => start(host, 'a: CAPABILITY nobody')).toThrow('CAPABILITY_UNKNOWN');
    expect(await host.ledger.read('run-1')).toEqual([]);
  });

  it.each([
    ['a missing input', {}, 'is missing'],
    ['a wrong type', { question: 7 }, 'question'],
  ])('V1 %s is refused with INPUT_INVALID', (_title, input, message) => {
    const text = 'in question: string\na: CAPABILITY echo {input: {text: "{{ question }}"}}';
    expect(() => start(hostOf(), text, { input })).toThrow(message);
  });
});

describe('calls', () => {
  it('K6 the same attempt has the same idempotency key', async () => {
    const keys: string[] = [];
    const host = hostOf({ work: (_input, { idempotencyKey }) => keys.push(idempotencyKey) });
    await start(host, CHAIN).done;
    expect(keys).toEqual(['run-1:/a#1', 'run-1:/b#1']);
  });

  it('a result has its price, and what a CallError says is what the ledger says', async () => {
    const host = hostOf({
      paid: () => new CallResult({ ok: true }, { inputTokens: 3 }),
      broken: () => {
        throw new CallError({ code: 'NO_LUCK', message: 'None.', help: 'Try.' }, { retryAfterMs: 50 });
      },
    });
    const run = start(
      host,
      `
      a: CAPABILITY paid
      b: CAPABILITY broken
      a -> b
    `,
    );
    await run.done;
    expect(factAt(run.commits, '/a#1')).toMatchObject({ result: { ok: true }, usage: { inputTokens: 3 } });
    expect(factAt(run.commits, '/b#1')).toMatchObject({
      type: 'effect.failed',
      error: { code: 'NO_LUCK' },
      retryAfterMs: 50,
    });
    expect(statusesOf(run.commits)).toBe('run.failed');
  });

  it('INPUT_INVALID: an input that breaks the schema is not called, nor tried again', async () => {
    const schema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
    const host = hostOf({ work: () => 1 }, {}, { work: { input: schema } });
    const run = start(
      host,
      `
      in n
      a: CAPABILITY work {input: {n: "{{ n }}"}, retry: {maxAttempts: 3}}
    `,
      { input: { n: 'seven' } },
    );
    await run.done;
    expect(factAt(run.commits, '/a#1')).toMatchObject({ error: { code: 'INPUT_INVALID' } });
    expect(host.calls).toEqual([]);
    expect(facts(run.commits)).toHaveLength(2);
  });

  it('case F2 a result that is no JSON fails the step with the path', async () => {
    const host = hostOf({ work: () => ({ when: new Date() }) });
    const run = start(host, 'a: CAPABILITY work');
    await run.done;
    expect(factAt(run.commits, '/a#1')).toMatchObject({
      error: { code: 'RESULT_INVALID', message: expect.stringContaining('/when') },
    });
  });

  it('case F1 what hangs ends by its timeout, is aborted, and what it says later is late', async () => {
    const late = gate<number>();
    let aborted = false;
    const host = hostOf({
      work: (_input, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return late.opened;
      },
    });
    const run = start(host, 'a: CAPABILITY work {timeoutMs: 100}');
    await settle();
    host.clock.advance(100);
    await run.done;
    expect(aborted).toBe(true);
    expect(story(run.commits)).toContain('run.failed');
    late.open(1);
    await settle();
    expect(story(run.commits).at(-1)).toBe('late /a#1');
  });

  it('SECURITY limits: eight calls at once by default; the others follow, and their timers start then', async () => {
    const gates = Array.from({ length: 10 }, () => gate<number>());
    let left = 0;
    const host = hostOf({ work: () => gates[left++]?.opened });
    const nodes = gates.map((_, index) => `  n${index}: CAPABILITY work {timeoutMs: 1000}`).join('\n');
    const run = start(host, `all: GROUP ASYNC\n${nodes}`);
    await settle();
    expect(left).toBe(8);
    host.clock.advance(900);
    gates[0]?.open(1);
    await settle();
    expect(left).toBe(9);
    for (const one of gates.slice(1, 8)) one.open(1);
    await settle();
    host.clock.advance(900);
    for (const one of gates) one.open(1);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('L2 a retry waits on the clock of the host', async () => {
    let tries = 0;
    const host = hostOf({
      work: () => {
        if (++tries < 3) throw new CallError({ code: 'BUSY', message: 'Busy.' });
        return tries;
      },
    });
    const run = start(
      host,
      'a: CAPABILITY work {retry: {maxAttempts: 3, initialIntervalMs: 200, jitter: 0}}',
    );
    await settle();
    expect(tries).toBe(1);
    host.clock.advance(200);
    await settle();
    host.clock.advance(400);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(tries).toBe(3);
  });

  it('V3 TRANSFORM is evaluated outside of the kernel', async () => {
    const host = hostOf();
    const run = start(
      host,
      `
      in rows   out total
      sum: TRANSFORM $sum(rows.price) {output: {total: "result"}}
    `,
      { input: { rows: [{ price: 2 }, { price: 5 }] } },
    );
    await run.done;
    expect(replay(run.commits)).toMatchObject({ outputs: { total: 7 } });
  });
});

describe('pausing, stepping, cancelling', () => {
  it('R19 paused: what is in flight finishes, nothing else leaves; resumed, it goes on', async () => {
    const first = gate<number>();
    const host = hostOf({ work: ({ n }) => (n === 1 ? first.opened : 2) });
    const run = start(host, CHAIN);
    await settle();
    await run.pause();
    first.open(1);
    await run.atRest();
    expect(host.calls).toEqual(['work /a#1']);
    await run.resume();
    await run.done;
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
  });

  it('D1 started paused, a run is stepped node by node', async () => {
    const host = hostOf({ work: () => 1 });
    const run = start(host, CHAIN, { paused: true });
    await run.atRest();
    expect(host.calls).toEqual([]);
    await run.step();
    await run.atRest();
    expect(host.calls).toEqual(['work /a#1']);
    await run.step();
    await run.atRest();
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
  });

  it('R17 cancelled: calls are aborted, late results are recorded', async () => {
    const result = gate<number>();
    const signals: AbortSignal[] = [];
    const host = hostOf({
      work: (_input, { signal }) => {
        signals.push(signal);
        return result.opened;
      },
    });
    const run = start(host, CHAIN);
    await settle();
    await run.cancel('enough');
    await run.done;
    expect(signals[0]?.aborted).toBe(true);
    result.open(1);
    await settle();
    expect(story(run.commits)).toContain('late /a#1');
    expect(host.calls).toHaveLength(1);
  });

  it('L9 an answer ends a wait; one that fits nothing is refused, and the run goes on waiting', async () => {
    const host = hostOf();
    const run = start(host, 'ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}');
    await run.atRest();
    await run.answer(at('/ask'), { decision: 'maybe' });
    await run.atRest();
    expect(statusesOf(run.commits)).toBe('run.started');
    await run.answer(at('/ask'), { decision: 'yes' });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('K10 wall time: the run is paused with reason budget, and paused time does not count', async () => {
    const call = gate<number>();
    const host = hostOf({ work: () => call.opened });
    const run = start(host, CHAIN, { budget: { wallTimeMs: 1_000 } });
    await settle();
    host.clock.advance(400);
    await run.pause();
    host.clock.advance(60_000);
    await run.resume();
    host.clock.advance(500);
    await settle();
    expect(run.commits.at(-1)?.fact).toEqual({ type: 'run.resumed' });
    host.clock.advance(100);
    await settle();
    expect(run.commits.at(-1)?.fact).toEqual({ type: 'run.paused', reason: 'budget' });
    await run.send({ type: 'budget.raised', budget: { wallTimeMs: 9_000 } });
    call.open(1);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });
});

describe('case H2 storage that refuses', () => {
  it('holds the run before anything is lost: no command leaves, and trying again goes on', async () => {
    const ledger = failingLedger();
    const first = gate<number>();
    const host = hostOf({ work: ({ n }) => (n === 1 ? first.opened : 2) }, { ledger });
    const run = start(host, CHAIN);
    await settle();
    ledger.failing = new StorageError('STORAGE_FULL', 'The storage of this browser is full.');
    const troubles: (string | null)[] = [];
    run.onTrouble((trouble) => troubles.push(trouble?.code ?? null));
    first.open(1);
    await run.atRest();
    expect(run.trouble).toMatchObject({ code: 'STORAGE_FULL', retryable: true, help: expect.any(String) });
    expect(host.calls).toEqual(['work /a#1']);
    expect(run.commits).toHaveLength(1);
    await run.retryStorage();
    expect(run.trouble?.code).toBe('STORAGE_FULL');
    ledger.failing = null;
    await run.resume();
    await run.done;
    expect(host.calls).toEqual(['work /a#1', 'work /b#1']);
    expect(troubles).toEqual(['STORAGE_FULL', null, 'STORAGE_FULL', null]);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  it('case H3 another writer: what is in flight is aborted, and nothing is written any more', async () => {
    const ledger = failingLedger();
    const result = gate<number>();
    const signals: AbortSignal[] = [];
    const host = hostOf(
      {
        work: (_input, { signal }) => {
          signals.push(signal);
          return signals.length === 1 ? result.opened : gate<number>().opened;
        },
      },
      { ledger },
    );
    const run = start(
      host,
      `
      both: GROUP ASYNC
        a: CAPABILITY work
        b: CAPABILITY work
    `,
    );
    await settle();
    ledger.failing = new StorageError('STORAGE_STALE_WRITER', 'Another tab.');
    result.open(1);
    await run.atRest();
    expect(run.trouble).toMatchObject({ code: 'STORAGE_STALE_WRITER', retryable: false });
    expect(signals.at(1)?.aborted).toBe(true);
    ledger.failing = null;
    await run.retryStorage();
    expect(run.commits).toHaveLength(1);
  });
});

describe('cases A11 and H6 secrets', () => {
  it('are masked in results, errors and input before they are written', async () => {
    const secret = 'sk-canary-1234567890';
    const host = hostOf(
      {
        leak: () => ({ header: `Bearer ${secret}`, coded: Buffer.from(secret).toString('base64') }),
        fail: () => {
          throw new Error(`401 for ${secret}`);
        },
      },
      { secrets: () => [secret] },
    );
    const run = start(
      host,
      `
      in text
      a: CAPABILITY leak
      b: CAPABILITY fail
      a -> b
    `,
      { input: { text: `my key is ${secret}` } },
    );
    await run.done;
    const written = JSON.stringify(await host.ledger.read(run.runId));
    expect(written).toContain('[redacted]');
    expect(written).not.toContain(secret);
    expect(written).not.toContain(Buffer.from(secret).toString('base64'));
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });
});

describe('closing', () => {
  it('K6 lets go of the run: calls are aborted, nothing more is written', async () => {
    const result = gate<number>();
    const host = hostOf({ work: () => result.opened });
    const run = start(host, CHAIN);
    await settle();
    run.close();
    await run.done;
    result.open(1);
    await settle();
    expect(await host.ledger.read(run.runId)).toHaveLength(1);
  });
});
