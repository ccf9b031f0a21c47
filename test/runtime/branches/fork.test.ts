import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import { foreseeFork, forkOf, type RunHandle, retryOf, startRun } from '#runtime';
import { plan, workspace } from '../../notation/plan';
import { hostOf } from '../notation';

const DESCRIPTORS = { read: { effect: 'read' }, write: { effect: 'write' } } as const;
const SALES = workspace([
  plan(`
    var region: string = "East"   out report
    load: CAPABILITY read {input: {of: "sales"}}
    ask: CAPABILITY read {input: {of: "region"}, output: {region: "result.of"}}
    inform: CAPABILITY write {input: {of: "{{ region }}"}}
    each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
      sum: CAPABILITY read {input: {of: "{{ region }} {{ i }}"}}
      keep: CAPABILITY write {input: {of: "{{ i }}"}}
      sum -> keep
    end: CAPABILITY read {input: {of: "end"}, output: {report: "result.of"}}
    load -> ask -> inform -> each -> end
  `),
]);

function world() {
  const same = (input: object) => input;
  const host = hostOf({ read: same, write: same }, {}, DESCRIPTORS);
  const run = async (options: Partial<Parameters<typeof startRun>[1]> = {}): Promise<RunHandle> => {
    host.calls.length = 0;
    const started = startRun(host, { workspace: SALES, plan: 'main', input: {}, ...options });
    if (!started.ok) throw new Error(JSON.stringify(started.problem));
    await started.value.done;
    return started.value;
  };
  const fork = (commits: readonly Commit[], at: number, edits: Parameters<typeof forkOf>[4] = {}) => {
    const made = forkOf(reload(commits), SALES, 'current', at, edits);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const foreseen = foreseeFork(made.value, commits, host.capabilities);
    if (!foreseen.ok) throw new Error(JSON.stringify(foreseen.problem));
    return { foreseen: foreseen.value, go: () => run(made.value) };
  };
  return { host, run, fork };
}

/** A ledger as it comes back after the page was lost. */
function reload(commits: readonly Commit[]): readonly Commit[] {
  const read = readLedger(writeLedger(commits));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

/** The position right after the answer to a call. */
function answered(commits: readonly Commit[], address: string): number {
  return 1 + commits.findIndex(({ fact }) => 'address' in fact && fact.address === address);
}

const ALL = [
  'read /load#1',
  'read /ask#1',
  'write /inform#1',
  'read /each[0]/sum#1',
  'write /each[0]/keep#1',
  'read /each[1]/sum#1',
  'write /each[1]/keep#1',
  'read /end#1',
];
const WEST = { set: { region: 'West' } };

describe('D3 fork', () => {
  it('D3 K8 in the middle with a changed variable: nothing before is called, the rest reads the new value, the first run stays', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const text = writeLedger(first.commits);
    expect(host.calls).toEqual(ALL);
    const { foreseen, go } = fork(first.commits, answered(first.commits, '/ask#1'), WEST);
    expect(foreseen.reused).toEqual(['/load', '/ask']);
    expect(foreseen.called).toEqual([
      '/inform',
      '/each[0]/sum',
      '/each[0]/keep',
      '/each[1]/sum',
      '/each[1]/keep',
      '/end',
    ]);
    const second = await go();
    expect(host.calls).toEqual(ALL.slice(2));
    const inputs = second.commits.flatMap(({ fact }) =>
      fact.type === 'effect.succeeded' ? [fact.result] : [],
    );
    expect(inputs).toContainEqual({ of: 'West 1' });
    expect(second.commits[0]?.fact).toMatchObject({
      reuse: { from: { runId: first.runId, at: 3 }, ...WEST },
    });
    expect(writeLedger(first.commits)).toBe(text);
    expect(replay(second.commits)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  });

  it('D3 inside a round of a loop', async () => {
    const { host, run, fork } = world();
    const first = await run();
    await fork(first.commits, answered(first.commits, '/each[0]/sum#1'), WEST).go();
    expect(host.calls).toEqual(ALL.slice(4));
  });

  it('D3 at the first position everything is called again, at the last nothing', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const whole = fork(first.commits, first.commits.length);
    expect([whole.foreseen.called, whole.foreseen.repeated]).toEqual([[], []]);
    await whole.go();
    expect(host.calls).toEqual([]);
    await fork(first.commits, 1).go();
    expect(host.calls).toEqual(ALL);
  });

  it('D11 names what may have changed something outside and would be called again, and nothing that is served', async () => {
    const { run, fork } = world();
    const first = await run();
    const at = (address: string, edits = {}) =>
      fork(first.commits, answered(first.commits, address), edits).foreseen;
    expect(at('/ask#1', WEST).repeated).toEqual(['/inform', '/each[0]/keep', '/each[1]/keep']);
    expect(at('/each[0]/keep#1', WEST).repeated).toEqual(['/each[1]/keep']);
    const outputs = [{ address: '/ask' as Address, output: { of: 'West' } }];
    const { called, later, repeated } = at('/each[0]/keep#1', { outputs });
    expect(called, 'what read the output of before is called with the other one').toContain('/inform');
    expect(later, 'served where its input stays the same').toEqual(['/each[0]/sum', '/each[0]/keep']);
    expect(repeated, 'nobody knows before').toEqual(['/inform', '/each[0]/keep', '/each[1]/keep']);
  });

  it('D3 an output of a step is put in, with a variable at once', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const outputs = [{ address: '/load' as Address, output: { rows: 3 } }];
    const { foreseen, go } = fork(first.commits, answered(first.commits, '/ask#1'), { ...WEST, outputs });
    expect(foreseen.reused).toEqual(['/load', '/ask']);
    const second = await go();
    expect(host.calls).toEqual(ALL.slice(2));
    const results = second.commits.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'node.succeeded' ? [entry.data.result] : [])),
    );
    expect(results).toContainEqual({ rows: 3 });
  });

  it('K8 a fork of a fork has what that one had set, until a step writes it', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const second = await fork(first.commits, answered(first.commits, '/ask#1'), WEST).go();
    const third = fork(second.commits, answered(second.commits, '/inform#1'), { set: { report: 'none' } });
    expect(third.foreseen.reused).toEqual(['/load', '/ask', '/inform']);
    const { commits } = await third.go();
    expect(host.calls).toEqual(ALL.slice(3));
    expect(commits[0]?.fact).toMatchObject({
      reuse: { points: [{ served: 2, set: { region: 'West' } }], set: { report: 'none' } },
    });
    const written = await fork(first.commits, 1, { set: { region: 'North' } }).go();
    await fork(written.commits, written.commits.length - 1).go();
    expect(host.calls, 'a step has written it').toEqual(ALL.slice(7));
  });

  it('D3 K8 a fork of a fork sets the same variable again: what had read the first value is not called again', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const second = await fork(first.commits, answered(first.commits, '/ask#1'), WEST).go();
    const south = fork(second.commits, answered(second.commits, '/inform#1'), { set: { region: 'South' } });
    expect(south.foreseen.reused).toEqual(['/load', '/ask', '/inform']);
    const third = await south.go();
    expect(host.calls).toEqual(ALL.slice(3));
    const north = fork(third.commits, answered(third.commits, '/each[0]/keep#1'), {
      set: { region: 'North' },
    });
    const fourth = await north.go();
    expect(host.calls).toEqual(ALL.slice(5));
    const inputs = fourth.commits.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'node.started' ? [entry.data.input] : [])),
    );
    expect(inputs).toEqual(expect.arrayContaining([{ of: 'West' }, { of: 'South 0' }, { of: 'North 1' }]));
    expect(replay(reload(fourth.commits))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    expect(third.commits[0]?.fact).toMatchObject({ reuse: { points: [{ set: WEST.set }] } });
  });

  it('D1 D3 a retry of a fork sets what that had set where it had set it', async () => {
    const { host, run, fork } = world();
    const first = await run();
    const second = await fork(first.commits, answered(first.commits, '/ask#1'), WEST).go();
    const retried = retryOf(reload(second.commits), SALES, 'current');
    if (!retried.ok) throw new Error(JSON.stringify(retried.problem));
    await run(retried.value);
    expect(host.calls).toEqual([]);
  });

  it.each([
    [0, {}, 'POSITION_UNKNOWN'],
    [99, {}, 'POSITION_UNKNOWN'],
    [2, { set: { nobody: 1 } }, 'VARIABLE_UNKNOWN'],
    [2, { set: { region: 3 } }, 'INPUT_INVALID'],
  ])('D3 at %i with %j it says %s', async (at, edits, code) => {
    const { host, run } = world();
    const { commits } = await run();
    const made = forkOf(commits, SALES, 'current', at, edits);
    const outcome = made.ok ? foreseeFork(made.value, commits, host.capabilities) : made;
    expect(outcome).toMatchObject({ ok: false, problem: [{ code }] });
  });

  it('D3 of something that is no ledger of a run', () => {
    expect(forkOf([], SALES, 'current', 1)).toMatchObject({ ok: false });
  });
});
