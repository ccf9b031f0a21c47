import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { type Graph, graphOfPlan, graphOfRun, namesOf, placeOf, project } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';

const node = (graph: Graph, key: string) => graph.nodes.find((one) => one.key === key);

describe('the line of a card', () => {
  const graph = graphOfPlan(
    plan(`
      go: FORK
      meet: JOIN N_OF(2) {rest: cancel}
      all: JOIN
      each: ITERATOR items {concurrency: 3}
        a: CAPABILITY echo
      some: ITERATOR items {completion: "N_OF(2)"}
        b: CAPABILITY echo
      loop: LOOP {until: score > 3, maxIterations: 5}
        c: CAPABILITY echo
      again: RETRY {maxAttempts: 3, initialIntervalMs: 200}
        d: CAPABILITY echo
      guard: TRY_CATCH {errorVariable: problem}
        try: BODY
          e: CAPABILITY echo
        catch: BODY
          f: CAPABILITY echo
      both: GROUP ASYNC {completion: FIRST_SUCCESS, maxConcurrency: 2}
        g: CAPABILITY echo
      sub: SUB_PLAN enrich {maxDepth: 4}
      wait: EVENT_WAIT {events: {paid: {event: payment, when: "event.data.sum > 3"}, cancelled: stop}, timeoutMs: 90000}
      nap: DELAY {forMs: 2500}
      dawn: DELAY {until: "2031-05-01T08:00:00Z"}
      kill: CANCEL {nodes: [nap, sub]}
      go -> meet
      nap -> meet
      dawn -> meet
    `),
    [],
    null,
    { plans: [{ ...plan('a: CAPABILITY echo'), id: 'enrich', name: 'Enrich' }], models: [] },
  );

  test.each([
    ['/go', ''],
    ['/meet', 'first 2 of 3'],
    ['/all', 'all'],
    ['/each', 'for each of items, 3 at a time'],
    ['/some', 'for each of items · first 2'],
    ['/loop', 'until score > 3, at most 5 rounds'],
    ['/again', 'up to 3 attempts, first after 200 ms'],
    ['/guard', 'try, catch · error in problem'],
    ['/both', 'in parallel · first success · 2 at a time'],
    ['/sub', 'runs Enrich · at most 4 deep'],
    ['/wait', 'payment if event.data.sum > 3 or stop · at most 1 min 30 s'],
    ['/nap', '2.5 s'],
    ['/dawn', 'until 2031-05-01 08:00'],
    ['/kill', 'Delay, Sub-plan'],
  ])('%s says "%s"', (key, line) => {
    expect(node(graph, key)?.line).toBe(line);
  });

  test.each([
    ['{disabled: skip}', 'switched off · Echo it'],
    ['{disabled: pass}', 'switched off, passed through · Echo it'],
    ['{background: true}', 'Echo it · in the background'],
    ['{mutex: bench}', 'Echo it · one at a time: bench'],
    ['{cancelOn: stop}', 'Echo it · until stop'],
  ])('L2 %s says "%s"', (fields, line) => {
    const one = graphOfPlan(plan(`a: FILL_TEMPLATE ${fields.replace('{', '{template: "Echo it", ')}`));
    expect(node(one, '/a')?.line).toBe(line);
  });

  test('the bodies of a TRY_CATCH are lanes of their box, and their nodes lie in them', () => {
    const lanes = graph.nodes.filter(({ lane }) => lane !== null);
    expect(lanes.map(({ key, title, parent }) => [key, title, parent])).toEqual([
      ['/guard.try', 'Try', '/guard'],
      ['/guard.catch', 'Catch', '/guard'],
    ]);
    expect(node(graph, '/guard.catch/f')?.parent).toBe('/guard.catch');
  });
});

describe('D5 rounds of a container', () => {
  const looping = plan(`
    each: ITERATOR items {concurrency: 2}
      look: CAPABILITY echo
      keep: CAPABILITY echo
      look -> keep
  `);
  const commits = ledger(
    looping,
    `
    0 begin
      start /each
      start /each[0]/look#1
      call /each[0]/look#1 echo
      start /each[1]/look#1
      call /each[1]/look#1 echo
    5 done /each[1]/look#1 "b"
      ok /each[1]/look#1 "b"
      start /each[1]/keep#1
      call /each[1]/keep#1 echo
    6 error /each[0]/look#1 BROKEN
      fail /each[0]/look#1 BROKEN
    7 done /each[1]/keep#1 "k"
      ok /each[1]/keep#1 "k"
      start /each[2]/look#1
      call /each[2]/look#1 echo
  `,
  );
  const at = (position: number, rounds = new Map<string, number>()) =>
    graphOfRun(looping, project(commits, position), { rounds });

  test('the one that began last is drawn, under keys without rounds', () => {
    const graph = at(4);
    expect(node(graph, '/each')?.rounds).toEqual({
      word: 'item',
      shown: 2,
      statuses: ['failed', 'succeeded', 'running'],
    });
    expect(node(graph, '/each/look')).toMatchObject({ address: '/each[2]/look', status: 'running' });
  });

  test('the reader may choose another', () => {
    const graph = at(4, new Map([['/each', 0]]));
    expect(node(graph, '/each')?.rounds?.shown).toBe(0);
    expect(node(graph, '/each/look')).toMatchObject({ address: '/each[0]/look', status: 'failed' });
  });

  test('earlier positions know fewer rounds', () => {
    expect(node(at(1), '/each')?.rounds?.statuses).toEqual(['running', 'running']);
    expect(node(at(0), '/each')?.rounds).toBeNull();
  });

  test('a run that is over shows the first round that failed', () => {
    const failed = [
      ...commits.slice(0, 3),
      ...ledger(looping, '8 error /each[0]/look#1 X\n  fail /each BROKEN\n  failed BROKEN'),
    ];
    expect(node(graphOfRun(looping, project(failed)), '/each')?.rounds?.shown).toBe(0);
  });

  test('L3 in lists each round is told apart', () => {
    const names = namesOf(project(commits));
    expect(names('/each[1]/keep#1' as Address)).toBe('echo · item 2');
    expect(names('/each' as Address)).toBe('Iterator');
  });

  test('K11 an address says where it is drawn and in which rounds', () => {
    const { key, rounds } = placeOf('/guard.try#2/each[3]#2/do@1/look#4' as Address);
    expect(key).toBe('/guard.try/each/do@1/look');
    expect([...rounds]).toEqual([['/guard.try#2/each', 3]]);
  });
});

test('L2 the last attempt of a container is drawn', () => {
  const tried = plan(`
    both: GROUP ASYNC {retry: {maxAttempts: 2}}
      a: CAPABILITY echo
  `);
  const commits = ledger(
    tried,
    `
    0 begin
      start /both
      start /both/a#1
    1 error /both/a#1 BROKEN
      fail /both/a#1 BROKEN
      start /both#2/a#1
  `,
  );
  expect(node(graphOfRun(tried, project(commits)), '/both/a')).toMatchObject({
    address: '/both#2/a',
    status: 'running',
  });
});

describe('a SUB_PLAN in a run', () => {
  const main = plan('sub: SUB_PLAN other');
  const other = plan('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b', 'other');
  const commits = ledger(main, '0 begin\n  start /sub\n  start /sub/a#1\n  call /sub/a#1 echo').map(
    (commit) =>
      commit.fact.type === 'run.started'
        ? { ...commit, fact: { ...commit.fact, closure: { ...commit.fact.closure, plans: [main, other] } } }
        : commit,
  );
  const view = project(commits);

  test('has the nodes of the plan that it runs inside, to be read and not edited', () => {
    const graph = graphOfRun(main, view);
    expect(node(graph, '/sub')).toMatchObject({ container: true, line: 'runs other' });
    expect(node(graph, '/sub/a')).toMatchObject({ status: 'running', dynamic: true, subPlan: 'other' });
    expect(node(graph, '/sub/b')?.status).toBe('pending');
  });

  test('names its nodes', () => {
    expect(namesOf(view)('/sub/a#1' as Address)).toBe('echo');
  });

  test('before it runs it is one card', () => {
    expect(graphOfRun(main, project(commits, 0)).nodes).toHaveLength(1);
  });
});

test('R6 what came too late is told on the card', () => {
  const joined = plan(
    'a: CAPABILITY echo\nb: CAPABILITY echo\nmeet: JOIN N_OF(1) {rest: ignore}\na -> meet\nb -> meet',
  );
  const commits = ledger(
    joined,
    `
    0 begin
      start /a#1
      start /b#1
    1 done /a#1 1
      ok /a#1 1
      start /meet
      ok /meet
    2 done /b#1 2
      ok /b#1 2
      late /meet
  `,
  );
  const graph = graphOfRun(joined, project(commits));
  expect(node(graph, '/meet')?.line).toBe('first 1 of 2 · 1 late');
});
