import { describe, expect, test } from 'vitest';
import { problem } from '#base';
import { ledgerDamaged, NO_LETTERS, type RunDriver, type RunsOptions, type TakingUp } from '#hosting';
import type { Plan } from '#plan';
import { goalRunId, resumeRun, startOf, startRun } from '#runtime';
import { machine } from '../notation/machine';
import { plan } from '../notation/plan';
import { gate, statusesOf } from '../runtime/notation';
import { listed } from '../storage/notation';
import { browser } from './notation';

const WORK = plan('a: CAPABILITY work\nb: CAPABILITY work {input: {n: 2}}\na -> b');

/** Asks for the research of a topic, and goes on with what comes back. */
const ASKER = machine(
  {
    states: [
      {
        id: 'asking',
        action: { event: 'research.goal', response: 'research.completed', failure: 'research.failed' },
        on: [
          { event: 'research.completed', target: 'told' },
          { event: 'research.failed', target: 'lost' },
        ],
      },
      { id: 'told', type: 'final', output: '{{ results.asking }}' },
      { id: 'lost', type: 'final', output: { lost: '{{ results.asking }}' } },
    ],
  },
  'asker',
);

/** Researches by a capability. */
const RESEARCHER = machine(
  {
    onGoal: 'research.goal',
    responders: [{ id: 'web', request: 'search', response: 'found', capability: 'look' }],
    states: [
      { id: 'looking', action: { event: 'search', data: {}, response: 'found' }, defaultNext: 'done' },
      { id: 'done', isTerminal: true, output: { found: '{{ results.looking }}' } },
    ],
  },
  'researcher',
);
const ASKED = goalRunId('run-a/asking[0]');

type Tab = ReturnType<ReturnType<typeof browser>['tab']>;

async function started({ runs, workspace }: Tab, of: Plan = WORK, more: object = {}) {
  const run = await runs.start({ workspace, plan: of.id, input: {}, runId: 'run-a', ...more });
  if (!run.ok || run.value === null) throw new Error(JSON.stringify(run));
  return run.value;
}

async function resumed({ runs }: Tab, runId = 'run-a') {
  const taken = await runs.takeUp(runId);
  if (!taken.ok || taken.value === null) throw new Error(JSON.stringify(taken));
  await taken.value.handle.resume();
  return taken.value.handle;
}

async function opened({ runs }: Tab, how: TakingUp = {}) {
  const run = await runs.open('run-a', how);
  if (!run.ok || run.value === null) throw new Error(JSON.stringify(run));
  return run.value;
}

describe('the runs of two sessions in one page', () => {
  test('K7 know of their own runs alone, and end alone', async () => {
    const { tab } = browser();
    const hold = gate<number>();
    const [one, other] = [tab([WORK], { work: () => hold.opened }), tab([WORK], { work: () => 1 })];
    const mine = await started(one);
    const theirs = await started(other, WORK, { runId: 'run-b' });
    expect([one.runs.driven('run-b'), other.runs.driven('run-a')]).toEqual([null, null]);
    expect(one.runs.driven('run-a')).toBe(mine);
    await theirs.handle.done;
    one.runs.close();
    expect(statusesOf(theirs.handle.commits)).toBe('run.completed');
    expect([one.runs.driven('run-a'), other.runs.driven('run-b')]).toEqual([null, null]);
    expect(statusesOf(mine.handle.commits), 'its ledger stays as it is').toBe('run.started');
  });
});

describe('K7 a run is driven in one place', () => {
  test('another tab does not get it, unless it takes it over; then the first one lets go of it', async () => {
    const { tab } = browser();
    const hold = gate<number>();
    const [one, other] = [tab([WORK], { work: () => hold.opened }), tab([WORK], { work: () => 1 })];
    const mine = await started(one);
    await expect.poll(() => one.host.calls).toHaveLength(1);
    expect(await other.runs.takeUp('run-a')).toEqual({ ok: true, value: null });
    const taken = await other.runs.takeUp('run-a', { takeOver: true });
    await mine.lost;
    expect(one.runs.driven('run-a')).toBeNull();
    if (!taken.ok || taken.value === null) throw new Error(JSON.stringify(taken));
    expect(statusesOf(taken.value.handle.commits)).toBe('run.paused');
    await taken.value.handle.resume();
    await taken.value.handle.done;
    expect(other.host.calls).toEqual(['work /a#1', 'work /b#1']);
  });

  test('who comes second while it is taken up finds it driven here', async () => {
    const { tab } = browser();
    const before = tab([WORK], { work: () => gate<number>().opened });
    await started(before);
    before.runs.close();
    const { runs } = tab([WORK], { work: () => 1 });
    const both = await Promise.all([runs.takeUp('run-a'), runs.takeUp('run-a')]);
    expect(both[0]).toMatchObject({ ok: true, value: { handle: { runId: 'run-a' } } });
    expect(both[1]).toEqual(both[0]);
  });

  test('what is wanted no more when it is taken up is given back', async () => {
    const { tab } = browser();
    const before = tab([WORK], { work: () => gate<number>().opened });
    await started(before);
    before.runs.close();
    const { runs } = tab([WORK]);
    expect(await runs.takeUp('run-a', { left: AbortSignal.abort() })).toEqual({ ok: true, value: null });
    expect(runs.driven('run-a')).toBeNull();
    expect(await runs.takeUp('run-a')).toMatchObject({ ok: true, value: { handle: { runId: 'run-a' } } });
  });

  test('I9 of a run that does not begin nothing is left', async () => {
    const { tab, runs: kept } = browser();
    const { runs, workspace } = tab([WORK]);
    const refused = await runs.start({ workspace, plan: 'nowhere', input: {}, runId: 'run-a' });
    expect(refused.ok).toBe(false);
    const lost = tab([WORK], {}, { left: AbortSignal.abort() });
    const start = { workspace, plan: 'main', input: {}, runId: 'run-b' };
    expect(await lost.runs.start(start)).toEqual({ ok: true, value: null });
    const broken = tab([WORK], {}, { hostFor: () => Promise.reject(new Error('no models')) });
    await expect(broken.runs.start({ ...start, runId: 'run-c' })).rejects.toThrow('no models');
    expect(await listed({ runs: kept })).toEqual([]);
    expect(await Promise.all(['run-a', 'run-b', 'run-c'].map(kept.isOpen))).toEqual([false, false, false]);
  });
});

describe('a run that is opened', () => {
  test('K6 is taken up, paused until it is resumed; K7 one that another tab drives is followed', async () => {
    const { tab } = browser();
    const hold = gate<number>();
    const one = tab([WORK], { work: ({ n }) => (n === 2 ? hold.opened : 1) });
    const { handle } = await started(one);
    expect(await one.runs.open('run-a')).toMatchObject({ value: { standing: 'here', run: { handle } } });
    await expect.poll(() => one.host.calls).toHaveLength(2);
    const other = tab([WORK]);
    const seen = await opened(other);
    if (seen.standing !== 'elsewhere') throw new Error(seen.standing);
    const heard: number[] = [];
    other.runs.follow('run-a', 1, ({ seq }) => heard.push(seq));
    expect([seen.commits, heard]).toEqual([handle.commits, handle.commits.slice(1).map(({ seq }) => seq)]);
    one.runs.close();
    const here = await opened(other);
    if (here.standing !== 'here') throw new Error(here.standing);
    expect(statusesOf(here.run.handle.commits)).toBe('run.paused');
  });

  test('K3 that cannot be read is refused with what is wrong, and is absent where it is removed meanwhile', async () => {
    const { tab, runs: kept, book } = browser();
    await (await started(tab([WORK], { work: () => 1 }))).handle.done;
    const damaged = tab([WORK], {}, { book: { ...book, read: async () => ledgerDamaged('run-a', 1) } });
    const refused = await damaged.runs.open('run-a');
    expect(refused).toMatchObject({ ok: false, problem: [{ code: 'LEDGER_DAMAGED' }] });
    expect(await damaged.runs.read('run-a'), 'whoever waits for it is answered without').toEqual([]);
    const removing = async (runId: string): ReturnType<typeof book.line> => {
      const line = await book.line(runId);
      await kept.remove(runId);
      return line;
    };
    const gone = tab(
      [WORK],
      {},
      {
        book: {
          ...book,
          line: removing,
          read: (...asked) => kept.remove('run-a').then(() => book.read(...asked)),
        },
      },
    );
    expect(await gone.runs.open('run-a')).toEqual({ ok: true, value: { standing: 'absent' } });
  });

  test('K6 goes on by itself where it may, unless it was taken from another tab or a person had paused it', async () => {
    const { tab } = browser();
    const mayGoOn = () => Promise.resolve(true);
    const before = tab([WORK], { work: () => gate<number>().opened });
    const first = await started(before);
    const thief = tab([WORK], { work: () => gate<number>().opened }, { mayGoOn });
    const taken = await opened(thief, { takeOver: true });
    if (taken.standing !== 'here') throw new Error(taken.standing);
    await first.lost;
    expect(statusesOf(taken.run.handle.commits)).toBe('run.paused');
    await taken.run.handle.resume();
    await taken.run.handle.pause();
    thief.runs.close();
    const next = tab([WORK], { work: () => 1 }, { mayGoOn });
    const paused = await opened(next);
    expect(paused.standing === 'here' && statusesOf(paused.run.handle.commits)).toBe('run.paused');
    await next.runs.driven('run-a')?.handle.resume();
    next.runs.close();
    const last = await opened(tab([WORK], { work: () => 1 }, { mayGoOn }));
    if (last.standing !== 'here') throw new Error(last.standing);
    await last.run.handle.done;
    expect(statusesOf(last.run.handle.commits)).toBe('run.completed');
  });

  test('is a record where it is over or, case A14, was executed elsewhere, and absent where nothing is kept of it', async () => {
    const { tab, runs: kept } = browser();
    const one = tab([WORK], { work: () => 1 });
    const { handle } = await started(one);
    await handle.done;
    const commits = [...handle.commits];
    expect(await opened(one)).toEqual({ standing: 'record', commits, imported: false });
    await kept.remove('run-a');
    expect(await opened(one)).toEqual({ standing: 'absent' });
    await kept.import(commits.slice(0, 1), { workspace: 'demo', plan: 'main', planName: 'Main' });
    expect(await opened(one)).toMatchObject({ standing: 'record', imported: true });
    expect(await one.runs.open('run-a', { left: AbortSignal.abort() })).toEqual({ ok: true, value: null });
  });
});

test('K7 another engine executes the runs that are started, taken up or asked for where it takes the place of the runtime', async () => {
  const asked: string[] = [];
  const driver: RunDriver = {
    start: async (host, options) => {
      asked.push(`start ${options.runId}`);
      return startRun(host, options);
    },
    resume: async (host, commits, of) => {
      asked.push(`resume ${startOf(commits)?.runId}`);
      return resumeRun(host, commits, of);
    },
  };
  const { tab } = browser();
  const hold = gate<object>();
  const one = tab([ASKER, RESEARCHER], { look: () => hold.opened }, { driver });
  await started(one, ASKER);
  await expect.poll(() => one.host.calls).toHaveLength(1);
  one.runs.close();
  const next = tab([ASKER, RESEARCHER], { look: () => ({ text: 'All of it' }) }, { driver });
  const handle = await resumed(next);
  await handle.done;
  expect(statusesOf(handle.commits)).toBe('run.completed');
  expect(asked).toEqual(['start run-a', `start ${ASKED}`, 'resume run-a', `resume ${ASKED}`]);
});

describe('M3 runs answer the goals of each other', () => {
  const both = [ASKER, RESEARCHER];
  const look = { look: () => ({ text: 'All of it' }) };

  test('M3 one is started for it, and told of as such', async () => {
    const told: string[] = [];
    const joined: RunsOptions['joined'] = ({ handle }, goal) =>
      void told.push(`${handle.runId} ${goal?.goal?.event ?? '-'}`);
    const { handle } = await started(browser().tab(both, look, { joined }), ASKER);
    await handle.done;
    expect(statusesOf(handle.commits)).toBe('run.completed');
    expect(told).toEqual(['run-a -', `${ASKED} research.goal`]);
  });

  test('K6 it is taken up and goes on with the run that asked, also when a person has opened it before', async () => {
    const { tab } = browser();
    const before = tab(both, { look: () => gate<number>().opened });
    await started(before, ASKER);
    await expect.poll(() => before.host.calls).toHaveLength(1);
    before.runs.close();
    const next = tab(both, { look: () => gate<number>().opened });
    await resumed(next);
    await expect.poll(() => statusesOf(next.runs.driven(ASKED)?.handle.commits ?? [])).toBe('run.resumed');
    next.runs.close();
    const last = tab(both, look);
    await last.runs.takeUp(ASKED);
    const asker = await resumed(last);
    await asker.done;
    expect(statusesOf(asker.commits)).toBe('run.completed');
  });

  test('T1 none is started where that is refused: the goal fails with the reason', async () => {
    const refusesGoals = () => problem('UNTRUSTED', 'It is not trusted.', 'Trust it.');
    const { handle } = await started(browser().tab(both, look, { refusesGoals }), ASKER);
    await handle.done;
    expect(handle.commits.at(-1)?.fact).toMatchObject({
      event: 'research.failed',
      data: { error: { code: 'UNTRUSTED' } },
    });
  });

  test('case H3 the run that asked is told by a child that another tab has taken over', async () => {
    const { tab } = browser();
    const one = tab(both, { look: () => gate<number>().opened });
    const asker = await started(one, ASKER);
    await expect.poll(() => one.host.calls).toHaveLength(1);
    const child = await tab(both, look).runs.takeUp(ASKED, { takeOver: true });
    if (!child.ok || child.value === null) throw new Error(JSON.stringify(child));
    await child.value.handle.resume();
    await asker.handle.done;
    expect(statusesOf(asker.handle.commits)).toBe('run.completed');
  });
});

describe('M2 an event is heard by the run of its session that waits for it', () => {
  const WAITS = plan('w: EVENT_WAIT {events: [{id: paid, event: paid}]}', 'waits');
  const PAYS = machine(
    {
      states: [
        { id: 'paying', action: { event: 'paid', data: 1 }, defaultNext: 'end' },
        { id: 'end', type: 'final' },
      ],
    },
    'pays',
  );
  const talk = { labels: { sessionId: 'talk' } };

  test.each(['here', 'in another tab'])('%s', async (where) => {
    const { tab } = browser();
    const one = tab([WAITS, PAYS]);
    const other = where === 'here' ? one : tab([WAITS, PAYS]);
    const waits = await started(one, WAITS, talk);
    await waits.handle.atRest();
    const pays = await started(other, PAYS, { runId: 'run-b', ...talk });
    await pays.handle.done;
    await waits.handle.done;
    expect(statusesOf(waits.handle.commits)).toBe('run.completed');
  });

  test('not outside of it, nor where nobody carries letters', async () => {
    const { tab } = browser();
    const one = tab([WAITS, PAYS]);
    const mute = tab([WAITS, PAYS], {}, { letters: NO_LETTERS });
    const waits = await started(one, WAITS, talk);
    await waits.handle.atRest();
    const stranger = await started(one, PAYS, { runId: 'run-b' });
    const silent = await started(mute, PAYS, { runId: 'run-c', ...talk });
    for (const { handle, goals } of [stranger, silent]) {
      await handle.done;
      await expect.poll(() => goals.isQuiet).toBe(true);
    }
    expect(statusesOf(waits.handle.commits)).toBe('run.started');
  });
});
