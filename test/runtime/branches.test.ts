import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import type { Workspace } from '#plan';
import {
  type Definition,
  foresee,
  isEdited,
  type RunHandle,
  retryOf,
  runFromOf,
  runOnlyOf,
  runUpToOf,
  startRun,
} from '#runtime';
import { SEARCH, search } from '../kernel/machine/search';
import { plan, workspace } from '../notation/plan';
import { eventually } from '../tools/eventually';
import { hostOf } from './notation';

const DESCRIPTORS = { read: { effect: 'read' }, write: { effect: 'write' } } as const;

/** An outside that fails at some nodes until it is mended, and counts what it is asked for. */
function world(text: string | Workspace, broken: readonly string[]) {
  const failing = new Set(broken);
  const answer = (input: object, { address }: { readonly address: string }) => {
    if (failing.has(address.replace(/#\d+$/, ''))) throw new Error('Not now.');
    return { ...input, at: address };
  };
  const host = hostOf({ read: answer, write: answer }, {}, DESCRIPTORS);
  const around = typeof text === 'string' ? workspace([plan(text)]) : text;
  const run = async (options: Partial<Parameters<typeof startRun>[1]> = {}): Promise<RunHandle> => {
    host.calls.length = 0;
    const started = startRun(host, { workspace: around, plan: 'main', input: {}, ...options });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.atRest();
    return started.value;
  };
  const foreseenOf = (kept: readonly Commit[], made: ReturnType<typeof retryOf>) => {
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const foreseen = foresee(made.value, kept, host.capabilities);
    if (!foreseen.ok) throw new Error(JSON.stringify(foreseen.problem));
    return { foreseen: foreseen.value, go: () => run(made.value) };
  };
  const branch = (commits: readonly Commit[], now = around, definition: Definition = 'current') => {
    const kept = reload(commits);
    return foreseenOf(kept, retryOf(kept, now, definition));
  };
  const going =
    (branchOf: typeof runFromOf) =>
    (commits: readonly Commit[], step: string, now = around) => {
      const kept = reload(commits);
      return foreseenOf(kept, branchOf(kept, now, 'current', step as Address));
    };
  return {
    ...{ host, run, branch, mend: () => failing.clear() },
    ...{ goFrom: going(runFromOf), goOnly: going(runOnlyOf), goUpTo: going(runUpToOf) },
  };
}

/** A ledger as it comes back after the page was lost. */
function reload(commits: readonly Commit[]): readonly Commit[] {
  const read = readLedger(writeLedger(commits));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

const statusOf = ({ commits }: RunHandle) => commits.at(-1)?.entries.at(-1)?.kind;

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CHAIN = `
  ${TEN.map((n) => `s${n}: CAPABILITY ${n % 2 === 0 ? 'write' : 'read'} {input: {n: ${n}}}`).join('\n  ')}
  ${TEN.map((n) => `s${n}`).join(' -> ')}
`;

describe('D1 retry from failed', () => {
  it('D10 has the pins that it is given: they are foreseen as they are served', async () => {
    const { run, host } = world(CHAIN, ['/s7']);
    const kept = reload((await run()).commits);
    const made = retryOf(kept, workspace([plan(CHAIN)]), 'current');
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const pinned = { ...made.value, pins: [{ node: 's7', output: 'as said' }] };
    expect(foresee(pinned, kept, host.capabilities)).toMatchObject({
      ok: true,
      value: { again: [{ address: '/s8', because: 'not run' }] },
    });
    expect(statusOf(await run(pinned))).toBe('run.completed');
    expect(host.calls).toHaveLength(3);
  });

  it('D1 step 7 of 10 fails: a run of its own calls 7 to 10, and the ledger of the first stays as it is', async () => {
    const { host, run, branch, mend } = world(CHAIN, ['/s7']);
    const first = await run();
    const text = writeLedger(first.commits);
    expect(statusOf(first)).toBe('run.failed');
    expect(host.calls).toHaveLength(7);
    mend();
    const { foreseen, go } = branch(first.commits);
    expect(foreseen.reused).toEqual(['/s1', '/s2', '/s3', '/s4', '/s5', '/s6']);
    expect(foreseen.again).toEqual([{ address: '/s7', because: 'failed' }]);
    expect([foreseen.asks, foreseen.later]).toEqual([[], []]);
    const second = await go();
    expect(host.calls).toEqual(['read /s7#1', 'write /s8#1', 'read /s9#1', 'write /s10#1']);
    expect(statusOf(second)).toBe('run.completed');
    expect(second.runId).not.toBe(first.runId);
    expect(second.commits.slice(0, 1)).toMatchObject([{ fact: { reuse: { from: { runId: first.runId } } } }]);
    expect(writeLedger(first.commits)).toBe(text);
    expect(replay(second.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('D1 a retry that fails again is retried: what either of them has done is not done again', async () => {
    const { host, run, branch, mend } = world(CHAIN, ['/s3', '/s8']);
    const first = await run();
    const failing = await branch(first.commits).go();
    expect(host.calls, 's3 fails again').toEqual(['read /s3#1']);
    mend();
    await branch(failing.commits).go();
    expect(host.calls).toEqual(TEN.slice(2).map((n) => `${n % 2 === 0 ? 'write' : 'read'} /s${n}#1`));
  });

  it('D1 works in sub-plans of depth 3, rounds and parallel groups: only what had failed there is called', async () => {
    const nested = workspace([
      plan('all: SUB_PLAN second'),
      plan('inner: SUB_PLAN third', 'second'),
      plan(
        `
        again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
          a: CAPABILITY write {input: {i: "{{ i }}"}}
          b: CAPABILITY read {input: {i: "{{ i }}"}}
          a -> b
        both: GROUP ASYNC {completion: ALL_SETTLED}
          w: CAPABILITY write
          x: CAPABILITY read
          y: CAPABILITY read
          z: CAPABILITY write
        end: CAPABILITY read
        again -> both -> end
      `,
        'third',
      ),
    ]);
    const { host, run, branch, mend } = world(nested, [
      '/all/inner/both/x',
      '/all/inner/both/z',
      '/all/inner/end',
    ]);
    const first = await run();
    expect(statusOf(first)).toBe('run.failed');
    mend();
    const { foreseen, go } = branch(first.commits);
    expect(foreseen.reused).toHaveLength(8);
    expect(foreseen.again.map(({ address }) => address)).toEqual(['/all/inner/both/x', '/all/inner/both/z']);
    const second = await go();
    expect(host.calls.toSorted()).toEqual([
      'read /all/inner/both/x#1',
      'read /all/inner/end#1',
      'write /all/inner/both/z#1',
    ]);
    expect(statusOf(second)).toBe('run.completed');
  });

  it('D1 a round in the middle fails: earlier rounds are served, it and later ones are called', async () => {
    const { host, run, branch, mend } = world(
      `again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
        a: CAPABILITY write {input: {i: "{{ i }}"}}
        b: CAPABILITY read {input: {i: "{{ i }}"}}
        a -> b`,
      ['/again[1]/b'],
    );
    const first = await run();
    mend();
    await branch(first.commits).go();
    expect(host.calls).toEqual(['read /again[1]/b#1', 'write /again[2]/a#1', 'read /again[2]/b#1']);
  });
});

describe('D11 what may have changed something outside', () => {
  const FLOW = `
    var seen = "none"
    look: CAPABILITY read {input: {text: "x"}, output: {seen: "result.at"}, onError: continue}
    send: CAPABILITY write {input: {text: "{{ seen }}"}}
    end: CAPABILITY read
    look -> send -> end
  `;

  const SEND = '/send#1' as Address;

  it('D11 a write that succeeded and would now be given another input asks before it is called again', async () => {
    const { host, run, branch, mend } = world(FLOW, ['/look', '/end']);
    const first = await run();
    mend();
    const { foreseen, go } = branch(first.commits);
    expect(foreseen.later, 'it is served where its input is the same').toEqual(['/send']);
    expect(foreseen.mayAsk, 'and asked about where it is not').toEqual(['/send']);
    const second = await go();
    expect(host.calls).toEqual(['read /look#1']);
    expect(second.commits.at(-1)?.entries.slice(-2)).toMatchObject([
      { kind: 'node.uncertain', address: '/send#1', data: { again: { capability: 'write' } } },
      { kind: 'run.uncertain' },
    ]);
    await second.settle(SEND, { kind: 'repeat' });
    await second.done;
    expect(host.calls).toEqual(['read /look#1', 'write /send#1', 'read /end#1']);
    expect(replay(second.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('D11 who says that it is done gives its result, and it is not called', async () => {
    const { host, run, branch, mend } = world(FLOW, ['/look', '/end']);
    const first = await run();
    mend();
    const second = await branch(first.commits).go();
    await second.settle(SEND, { kind: 'done', result: 'sent' });
    await second.done;
    expect(host.calls).toEqual(['read /look#1', 'read /end#1']);
    expect(statusOf(second)).toBe('run.completed');
  });

  it('K6 D11 a write that was in flight when the run was cancelled asks; a read is called again', async () => {
    const hang = () => new Promise(() => {});
    const host = hostOf({ read: hang, write: hang }, {}, DESCRIPTORS);
    const around = workspace([plan('both: GROUP ASYNC\n  a: CAPABILITY read\n  b: CAPABILITY write')]);
    const first = startRun(host, { workspace: around, plan: 'main', input: {} });
    if (!first.ok) throw new Error('not started');
    await eventually(() => expect(host.calls).toHaveLength(2));
    await first.value.cancel();
    const made = retryOf(reload(first.value.commits), around, 'current');
    if (!made.ok) throw new Error('no branch');
    const foreseen = foresee(made.value, first.value.commits, host.capabilities);
    expect(foreseen).toMatchObject({
      ok: true,
      value: { asks: ['/both/b'], again: [{ address: '/both/a', because: 'unfinished' }] },
    });
  });
});

describe('D1 run from here', () => {
  const PARTS = `
    first: CAPABILITY read
    both: GROUP ASYNC {completion: ALL_SETTLED}
      x: CAPABILITY read
      y: CAPABILITY write
    again: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
      a: CAPABILITY read {input: {i: "{{ i }}"}}
      b: CAPABILITY read {input: {i: "{{ i }}"}}
      a -> b
    first -> both -> again
  `;

  it('D1 a step in a round is called with all that was asked after it; what came before is served', async () => {
    const { host, run, goFrom } = world(PARTS, []);
    const first = await run();
    const { foreseen, go } = goFrom(first.commits, '/again[0]/b');
    expect(foreseen.reused).toEqual(['/first', '/both/x', '/both/y', '/again[0]/a']);
    expect(foreseen.again).toEqual([{ address: '/again[0]/b', because: 'chosen' }]);
    const second = await go();
    expect(host.calls).toEqual(['read /again[0]/b#1', 'read /again[1]/a#1', 'read /again[1]/b#1']);
    expect(statusOf(second)).toBe('run.completed');
    expect(replay(second.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('D11 a write behind the step asks; a step that had not begun says so', async () => {
    const { host, run, goFrom } = world(PARTS, []);
    const first = await run();
    const { foreseen, go } = goFrom(first.commits, '/both');
    expect([foreseen.reused, foreseen.asks]).toEqual([['/first'], ['/both/y']]);
    await go();
    expect(host.calls).not.toContain('write /both/y#1');
    expect(() => goFrom(first.commits, '/nobody')).toThrow('STEP_NOT_RUN');
  });
});

describe('D1 run only this, and run to here', () => {
  const NESTED = workspace([
    plan('all: SUB_PLAN second\nlast: CAPABILITY read\nall -> last'),
    plan('inner: SUB_PLAN third', 'second'),
    plan(
      `
      again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
        a: CAPABILITY write {input: {i: "{{ i }}"}}
        b: CAPABILITY read {input: {i: "{{ i }}"}}
        a -> b
      both: GROUP ASYNC {completion: ALL_SETTLED}
        w: CAPABILITY write
        x: CAPABILITY read
        y: CAPABILITY read
        z: CAPABILITY write
      end: CAPABILITY read
      again -> both -> end
    `,
      'third',
    ),
  ]);
  const broken = ['/all/inner/both/x', '/all/inner/both/z', '/all/inner/end'];
  const pauseOf = (run: RunHandle) => run.commits.at(-1)?.entries.at(-1);

  it.each([
    ['a round in the middle of a loop, three plans deep', '/all/inner/again[1]/b'],
    ['one that failed of a group of four', '/all/inner/both/x'],
    ['one that succeeded beside it', '/all/inner/both/y'],
  ])('D1 only this: %s is called alone, and the run is paused there', async (_, step) => {
    const { host, run, goOnly, mend } = world(NESTED, broken);
    const first = await run();
    mend();
    const { foreseen, go } = goOnly(first.commits, step);
    expect(foreseen.again.map(({ address }) => address)).toEqual([step]);
    expect(foreseen.asks).toEqual([]);
    const second = await go();
    expect(host.calls).toEqual([`read ${step}#1`]);
    expect(pauseOf(second)).toMatchObject({ kind: 'run.paused', data: { reason: 'reached' } });
    expect(replay(second.commits)).toMatchObject({ ok: true, effects: 0 });
    await second.resume();
    await second.done;
    expect(statusOf(second)).toBe('run.completed');
    expect(host.calls.filter((call) => call.includes('/again'), 'what is served stays served')).toHaveLength(
      step.includes('/again') ? 1 : 0,
    );
  });

  it('D1 D11 only this: a write is asked about before it is called a second time', async () => {
    const { host, run, goOnly } = world(NESTED, broken);
    const first = await run();
    const { foreseen, go } = goOnly(first.commits, '/all/inner/both/w');
    expect([foreseen.again, foreseen.asks]).toEqual([[], ['/all/inner/both/w']]);
    const second = await go();
    expect([host.calls, statusOf(second)]).toEqual([[], 'run.uncertain']);
    await second.settle('/all/inner/both/w#1' as Address, { kind: 'repeat' });
    await second.atRest();
    expect(host.calls).toEqual(['write /all/inner/both/w#1']);
    expect(pauseOf(second)).toMatchObject({ data: { reason: 'reached' } });
  });

  it('D1 only this: all of a loop, and a step that had not begun says so', async () => {
    const { host, run, goOnly } = world(
      'again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}\n  a: CAPABILITY read\nend: CAPABILITY read\nagain -> end',
      ['/again[2]/a'],
    );
    const first = await run();
    const second = await goOnly(first.commits, '/again').go();
    expect(host.calls, 'it fails in the third round again').toHaveLength(3);
    expect(statusOf(second)).toBe('run.failed');
    expect(() => goOnly(first.commits, '/end')).toThrow('STEP_NOT_RUN');
  });

  it('D1 D11 only this: what it needs and was edited since is called before it', async () => {
    const was = 'a: CAPABILITY read {input: {n: 1}}\nb: CAPABILITY read\nc: CAPABILITY read\na -> b -> c';
    const { host, run, goOnly } = world(was, []);
    const first = await run();
    const { foreseen, go } = goOnly(first.commits, '/b', workspace([plan(was.replace('n: 1', 'n: 2'))]));
    expect(foreseen.again).toEqual([{ address: '/a', because: 'changed' }]);
    const second = await go();
    expect(host.calls).toEqual(['read /a#1', 'read /b#1']);
    expect(pauseOf(second)).toMatchObject({ data: { reason: 'reached' } });
  });

  it('D1 to here: a retry that stops at a step beyond the failure, or stands within its record without a call', async () => {
    const { host, run, goUpTo, mend } = world(NESTED, broken);
    const first = await run();
    mend();
    const beyond = await goUpTo(first.commits, '/all/inner/end').go();
    expect(host.calls.toSorted()).toEqual([
      'read /all/inner/both/x#1',
      'read /all/inner/end#1',
      'write /all/inner/both/z#1',
    ]);
    expect(pauseOf(beyond)).toMatchObject({ data: { reason: 'reached' } });
    const within = goUpTo(first.commits, '/all/inner/again[0]/b');
    expect(within.foreseen.again).toEqual([]);
    const stands = await within.go();
    expect([host.calls, pauseOf(stands)?.kind]).toEqual([[], 'run.paused']);
    expect(stands.commits, 'nothing of the next round is there yet').toHaveLength(1);
    expect(JSON.stringify(stands.commits)).not.toContain('"/all/inner/again[1]/a#1","data":{"input"');
  });

  it('D1 to here: a fresh run from the plan goes up to a step that is named without its round', async () => {
    const { host, run } = world(NESTED, []);
    const first = await run({ stop: { after: '/all/inner/again/b' as Address } });
    expect(host.calls).toEqual(['write /all/inner/again[0]/a#1', 'read /all/inner/again[0]/b#1']);
    expect(pauseOf(first)).toMatchObject({ data: { reason: 'reached' } });
  });

  it('D1 from a state of a machine: what the states before it asked is served', async () => {
    const analyst = { id: 'analyst', request: 'content.analyze.requested', capability: 'read' };
    const { host, run, goFrom } = world(
      workspace([search([{ ...SEARCH, capability: 'read' }, analyst]) as never]),
      [],
    );
    const first = await run({ plan: 'research', input: { topic: 'bees' } });
    expect(host.calls).toEqual(['read /searching[0]#1', 'read /analyzing[0]#1']);
    const { foreseen, go } = goFrom(first.commits, '/analyzing[0]');
    expect(foreseen.reused).toEqual(['/searching[0]']);
    const second = await go();
    expect([statusOf(second), host.calls]).toEqual(['run.completed', ['read /analyzing[0]#1']]);
  });
});

describe('K10 what a branch may cost', () => {
  const price = { input: 1_000_000, output: 2_000_000, currency: 'EUR', date: '2026-01-01' };
  const model = { id: 'm', connection: 'c', model: 'x', maxOutputTokens: 100, price };
  const FLOW = 'a: CAPABILITY ask {input: {prompt: "x"}}\nb: CAPABILITY read\na -> b';

  it.each([
    ['each price and length is bounded', model, { kind: 'most', currency: 'EUR' }],
    ['nobody has bounded the reply', { ...model, maxOutputTokens: undefined }, { kind: 'open' }],
    ['no price is known', { ...model, price: undefined }, { kind: 'unknown' }],
  ])('K10 D1 %s: it says so, and whom it asks', async (_, spec, expected) => {
    const connections = [{ id: 'c', kind: 'openai-compatible' }];
    const around = workspace([plan(FLOW)], JSON.parse(JSON.stringify({ models: [spec], connections })));
    const host = hostOf({ ask: () => ({ text: 'y' }), read: () => 'z' }, {}, { ask: { tags: ['model'] } });
    const first = startRun(host, { workspace: around, plan: 'main', input: {} });
    if (!first.ok) throw new Error(JSON.stringify(first.problem));
    await first.value.done;
    const made = runFromOf(first.value.commits, around, 'current', '/a' as Address);
    const foreseen = made.ok && foresee(made.value, first.value.commits, host.capabilities);
    expect(foreseen).toMatchObject({
      ok: true,
      value: { price: expected, counts: { models: 1, planners: 0, tools: 0, people: 0, events: 0 } },
    });
    const after = runFromOf(first.value.commits, around, 'current', '/b' as Address);
    expect(after.ok && foresee(after.value, first.value.commits, host.capabilities)).toMatchObject({
      value: { price: { kind: 'none' }, counts: { models: 0, tools: 1 } },
    });
  });
});

describe('D1 the definition of a retry', () => {
  const was = workspace([plan(CHAIN)]);
  const edited = CHAIN.replace('input: {n: 3}', 'input: {n: 33}').replace('input: {n: 7}', 'input: {n: 77}');
  const now = workspace([plan(edited)]);

  it('D11 with that of now, a step whose input is another is called again, and says why', async () => {
    const { host, run, branch, mend } = world(was, ['/s7']);
    const first = await run();
    mend();
    const { foreseen, go } = branch(first.commits, now);
    expect(foreseen.again).toEqual([{ address: '/s3', because: 'changed' }]);
    expect(foreseen.later).toEqual(['/s4', '/s5', '/s6']);
    await go();
    expect(host.calls.map((call) => call.split(' ')[1])).toEqual([
      '/s3#1',
      '/s7#1',
      '/s8#1',
      '/s9#1',
      '/s10#1',
    ]);
    expect(first.commits[0]?.fact.type === 'run.started' && isEdited(first.commits[0].fact, now)).toBe(true);
  });

  it('D1 with that of then, an edit since does not count', async () => {
    const { host, run, branch, mend } = world(was, ['/s7']);
    const first = await run();
    mend();
    const { foreseen, go } = branch(first.commits, now, 'recorded');
    expect(foreseen.again).toEqual([{ address: '/s7', because: 'failed' }]);
    await go();
    expect(host.calls).toHaveLength(4);
  });

  it('D1 a plan that is not there any more has its definition of then alone', async () => {
    const { run, branch } = world(was, ['/s7']);
    const first = await run();
    const { fact } = first.commits[0] as Commit;
    const empty = workspace([plan('a: CAPABILITY read', 'other')]);
    expect(fact.type === 'run.started' && isEdited(fact, empty)).toBeNull();
    expect(branch(first.commits, empty, 'recorded').foreseen.again).toHaveLength(1);
    expect(() => branch(first.commits, empty, 'current')).toThrow('PLAN_UNKNOWN');
  });
});
