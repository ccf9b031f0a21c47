import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { advance, asInterrupted, EMPTY_VIEW, project, type RunView, statusAt, timelineOf } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';
import { plainly } from './plainly';

const two = plan(`
  in question
  out answer
  look: CAPABILITY echo
  say: CAPABILITY echo
  look -> say
`);

const simple = ledger(
  two,
  `
  0 begin {"question": "hi"}
    start /look#1 {"text": "hi"}
    call /look#1 echo
  61 done /look#1 {"text": "ho"}
    ok /look#1 {"text": "ho"}
    set /look#1 answer "ho"
    start /say#1
    call /say#1 echo
  90 done /say#1 null
    ok /say#1 null
    completed {"answer": "ho"}
`,
);

describe('a view at a position', () => {
  test('D3 position n shows commits 0 … n-1', () => {
    expect(project(simple, 0)).toBe(EMPTY_VIEW);
    expect(statuses(project(simple, 1))).toEqual({ '/look': 'running' });
    expect(statuses(project(simple, 2))).toEqual({ '/look': 'succeeded', '/say': 'running' });
    expect(statuses(project(simple))).toEqual({ '/look': 'succeeded', '/say': 'succeeded' });
    expect(project(simple, 99).position).toBe(3);
  });

  test('K4 advancing commit by commit shows at every position what projecting shows', () => {
    let view = EMPTY_VIEW;
    for (const [index, commit] of simple.entries()) {
      const before = plainly(view);
      const next = advance(view, commit);
      expect(plainly(view)).toEqual(before);
      expect(plainly(next)).toEqual(plainly(project(simple, index + 1)));
      view = next;
    }
  });

  test('D6 the run reads pending, running, completed', () => {
    expect([0, 1, 3].map((at) => project(simple, at).status)).toEqual(['pending', 'running', 'completed']);
    expect(project(simple)).toMatchObject({ startedAt: 0, endedAt: 90, outputs: { answer: 'ho' } });
  });

  test('V2 a variable has its value and its writer at every position', () => {
    expect(project(simple, 1).variables.get('question')).toMatchObject({ value: 'hi', writtenBy: null });
    expect(project(simple, 1).variables.get('answer')).toBeUndefined();
    expect(project(simple, 2).variables.get('answer')).toMatchObject({
      value: 'ho',
      writtenBy: '/look',
      seq: 1,
    });
  });

  test('V1 a default stands until somebody writes', () => {
    const withDefault = plan('var limit = 3\n a: CAPABILITY echo');
    const commits = ledger(withDefault, '0 begin {}');
    expect(project(commits).variables.get('limit')).toMatchObject({ value: 3, writtenBy: null });
  });

  test('K12 every attempt has its own record', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        call /look#1 echo
      10 error /look#1 BUSY
        again /look#1 BUSY
        retry /look#1!retry 100
      110 timer /look#1!retry
        start /look#2
        call /look#2 echo
      120 done /look#2 1
        ok /look#2 1
    `,
    );
    expect(project(commits, 2).nodes.get('/look' as Address)).toMatchObject({ status: 'retrying' });
    expect(project(commits, 2).status).toBe('running');
    const record = project(commits).nodes.get('/look' as Address);
    expect(record).toMatchObject({ status: 'succeeded', calls: 2, startedAt: 0, endedAt: 120 });
    expect(record?.attempts.map((one) => [one.attempt, one.status, one.startedAt, one.endedAt])).toEqual([
      [1, 'failed', 0, 10],
      [2, 'succeeded', 110, 120],
    ]);
  });

  test('D6 a run that only waits for a person reads waiting, its timeout beside it', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        waits /look#1 Well?
        wait /look#1 Well?
        timeout /look#1!timeout 1000
      50 answer /look {"decision": "yes"}
        withdraw /look#1!timeout
        ok /look#1 {"decision": "yes"}
        start /say#1
        call /say#1 echo
    `,
    );
    const waiting = project(commits, 1);
    expect(waiting.status).toBe('waiting');
    expect(waiting.waiting).toMatchObject([{ address: '/look#1', kind: 'answer' }]);
    expect(waiting.nodes.get('/look' as Address)).toMatchObject({ status: 'waiting', message: 'Well?' });
    const after = project(commits);
    expect(after).toMatchObject({ status: 'running', waiting: [], inFlight: 1 });
    expect(after.nodes.get('/look' as Address)?.waits).toEqual([{ for: 'answer', from: 0, to: 50 }]);
    expect([...after.open.keys()]).toEqual(['/say#1']);
  });

  test('L9 a refused answer leaves the node waiting', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        waits /look#1 Well?
        wait /look#1 Well?
      50 answer /look "perhaps"
        refused /look#1
    `,
    );
    expect(project(commits)).toMatchObject({ status: 'waiting', inFlight: 0 });
  });

  test('R17 a late result changes nothing but the price', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        call /look#1 echo
      5 pause
        cancel /look#1
        withdraw /look#1
      9 paid /look#1 {"inputTokens": 7}
        late /look#1 effect.succeeded
    `,
    );
    const view = project(commits);
    expect(view.nodes.get('/look' as Address)).toMatchObject({ status: 'cancelled', result: undefined });
    expect(view.usage).toMatchObject({ inputTokens: 7 });
    expect(view.inFlight).toBe(0);
  });

  test('K6 an effect of which nobody knows makes the run uncertain until it is settled', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        call /look#1 echo
      5 unsure /look#1
        doubt /look#1
      9 settle /look#1
        start /look#1
        call /look#1 echo
    `,
    );
    expect(project(commits, 2).status).toBe('uncertain');
    expect(project(commits, 2).nodes.get('/look' as Address)?.status).toBe('uncertain');
    expect(project(commits, 2).waiting).toMatchObject([{ address: '/look#1', kind: 'uncertain' }]);
    expect(project(commits)).toMatchObject({ status: 'running', waiting: [], inFlight: 1 });
    expect(project(commits).nodes.get('/look' as Address)?.attempts).toHaveLength(1);
  });

  test('P6 every attempt of a planner is kept, and the steps of a refused call are not those of the next', () => {
    const commits = ledger(
      two,
      `
      0 begin {}
        start /look#1
        plan /look!1 1
      1 step /look!1 0 a: CAPABILITY echo
      2 step /look!1 1 - {"tool": "nope"}
      3 reply /look!1 refused
        plan /look!2 2
      4 step /look!2 0 b: CAPABILITY echo
      5 reply /look!2 accepted b: CAPABILITY echo
    `,
    );
    const at = (position: number) => project(commits, position).planning.get('/look' as Address);
    expect(at(3)?.streamed.map((one) => one.node?.id ?? one.text)).toEqual(['a', '{"tool": "nope"}']);
    expect(at(4)).toMatchObject({ streaming: true, streamed: [], accepted: null });
    expect(at(5)?.streamed.map((one) => one.node?.id)).toEqual(['b']);
    expect(at(6)).toMatchObject({ streaming: false });
    expect(at(6)?.accepted?.nodes.map((one) => one.id)).toEqual(['b']);
    expect(at(6)?.attempts.map((one) => [one.call, one.verdict])).toEqual([
      ['/look!1', 'refused'],
      ['/look!2', 'accepted'],
    ]);
    expect(project(commits).calls).toBe(2);
  });
});

describe('statuses that no entry names', () => {
  const grouped = plan(`
    both: GROUP SYNC
      a: CAPABILITY echo
      b: CAPABILITY echo
    end: END
    both -> end
  `);

  test('R18 what never started in a closed scope reads skipped, and pending before', () => {
    const commits = ledger(
      grouped,
      `
      0 begin {}
        start /both
        start /both/a#1
      9 error /both/a#1 BAD
        fail /both/a#1 BAD
        fail /both BAD
        failed BAD
    `,
    );
    const b = '/both/b' as Address;
    expect(statusAt(project(commits, 1), b)).toBe('pending');
    expect(statusAt(project(commits), b)).toBe('skipped');
    expect(statusAt(project(commits), '/end' as Address)).toBe('skipped');
    expect(statusAt(project(commits), '/both/a' as Address)).toBe('failed');
  });

  test('K6 a run whose host is gone is shown paused (interrupted), with what was being worked at', () => {
    const view = asInterrupted(project(simple, 2));
    expect(view).toMatchObject({ status: 'paused', pausedBecause: 'interrupted' });
    expect(statuses(view)).toEqual({ '/look': 'succeeded', '/say': 'paused' });
    const paused = { ...project(simple, 2), status: 'paused', pausedBecause: 'user' } as const;
    expect(statuses(asInterrupted(paused))).toEqual({ '/look': 'succeeded', '/say': 'paused' });
    expect(asInterrupted(paused).pausedBecause).toBe('user');
    expect(timelineOf(view).rows.at(-1)).toMatchObject({ status: 'paused', bars: [{ kind: 'waiting' }] });
    expect(asInterrupted(project(simple)).status).toBe('completed');
    expect(asInterrupted(EMPTY_VIEW)).toBe(EMPTY_VIEW);
  });

  test('R19 pause and resume', () => {
    const commits = ledger(two, '0 begin {}\n1 pause\n  paused\n2 resume\n  resumed');
    expect([1, 2, 3].map((at) => project(commits, at).status)).toEqual(['running', 'paused', 'running']);
    expect(project(commits, 2).pausedBecause).toBe('user');
  });
});

function statuses(view: RunView): Record<string, string> {
  return Object.fromEntries([...view.nodes].map(([address, record]) => [address, record.status]));
}
