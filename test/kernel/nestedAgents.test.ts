import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { persist, recordOf, replay, restore } from '#kernel';
import { graphOfRun, project } from '#projection';
import { ASKING, answers, promptAt } from '../notation/models';
import { plan } from '../notation/plan';
import { type RunSetup, runOf, startOf, TestRun } from '../notation/run';

const MAIN = plan(
  'out all\ns: SUB_PLAN counting {input: {rows: [oak, ash]}, output: {all: "result.counts"}}',
);
const COUNTING = plan(
  `
    in rows   out counts
    each: ITERATOR rows {itemVariable: row, collectInto: counts}
      a: AGENT Count {{ row }} {tools: [find, echo], maxIterations: 3}
    result {counts: "{{ counts }}"}
  `,
  'counting',
);
const SETUP: RunSetup = { closure: { ...ASKING.closure, plans: [MAIN, COUNTING] } };

function counting(more: RunSetup = {}): TestRun {
  return runOf(MAIN, { ...SETUP, ...more });
}

const at = (item: number, leaf: string): string => `/s/each[${item}]/a/${leaf}#1`;

/** One turn of the agent of an item: a thought, and the call that it wants. */
function turn(run: TestRun, item: number, number: number): void {
  run.done(
    at(item, `think-${number}`),
    answers({ thought: `Look ${number}.`, action: { tool: 'find', input: { number } } }),
  );
  run.done(at(item, `act-${number}`), `seen ${number}`);
}

function answer(run: TestRun, item: number, number: number, said: string): readonly string[] {
  return run.done(at(item, `think-${number}`), answers({ thought: 'Enough.', answer: said }));
}

describe('L11 an agent in an iterator in a sub-plan', () => {
  test('L11 K2 R1 each item has an agent of its own, whose leaves are those of the scopes around it', () => {
    const run = counting();
    expect(run.open).toEqual([at(0, 'think-1')]);
    expect(promptAt(run, at(0, 'think-1'))).toContain('Count oak');
    turn(run, 0, 1);
    answer(run, 0, 2, 'three');
    expect(run.open).toEqual([at(1, 'think-1')]);
    expect(promptAt(run, at(1, 'think-1'))).toContain('Count ash');
    expect(promptAt(run, at(1, 'think-1'))).not.toContain('seen 1');
    expect(answer(run, 1, 1, 'none').at(-1)).toMatch(
      /^completed .*"answer":"three","met":true,"iterations":2.*"answer":"none","met":true,"iterations":1/,
    );
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  test('D1 it is stepped call by call', () => {
    const run = counting({ paused: true });
    while (run.open.length === 0) run.step('into');
    expect(run.open).toEqual([at(0, 'think-1')]);
    const wants = answers({ thought: 'Look.', action: { tool: 'find', input: {} } });
    expect(run.done(at(0, 'think-1'), wants)).not.toContain(`call ${at(0, 'act-1')} find`);
    expect(run.open).toEqual([]);
    expect(run.step('into')).toContain(`call ${at(0, 'act-1')} find`);
    expect(run.lines.at(-1)).toBe('paused step');
    run.done(at(0, 'act-1'), 'seen');
    expect(run.open).toEqual([]);
    run.step('into');
    expect(run.open).toEqual([at(0, 'think-2')]);
  });

  test('K10 its thoughts and calls are of the budget of the run, which pauses before the first that is too many', () => {
    const run = counting({ budget: { calls: 3 } });
    turn(run, 0, 1);
    run.done(at(0, 'think-2'), answers({ thought: 'Again.', action: { tool: 'find', input: {} } }));
    expect(run.lines.at(-1)).toBe('paused budget');
    expect(run.open).toEqual([]);
    expect(run.feed({ type: 'budget.raised', budget: { calls: 4 } })).toContain(
      `call ${at(0, 'act-2')} find`,
    );
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('K8 a fork inside the third turn of its second item calls nothing that came before', () => {
    const run = counting();
    answer(run, 0, 1, 'three');
    turn(run, 1, 1);
    turn(run, 1, 2);
    const reuse = recordOf(run.commits, run.commits.length, {});
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    fork.feed({ ...startOf(MAIN, SETUP), runId: 'fork', reuse: reuse.value });
    expect(fork.open).toEqual([at(1, 'think-3')]);
    expect(answer(fork, 1, 3, 'two').at(-1)).toMatch(/^completed .*"three".*"two"/);
    expect(replay(fork.commits)).toMatchObject({ ok: true });
  });

  test('K4 put through JSON after every fact it goes on as it did', () => {
    const run = counting();
    const through = (): void => {
      if (run.state === null) throw new Error('no run');
      run.state = restore(JSON.parse(JSON.stringify(persist(run.state))));
    };
    for (const item of [0, 1])
      for (const go of [
        () => turn(run, item, 1),
        () => turn(run, item, 2),
        () => answer(run, item, 3, 'x'),
      ]) {
        go();
        through();
      }
    expect(run.status).toBe('completed');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L11 R10 at its limit it fails AGENT_LIMIT, and when the other items have ended so does what is around it', () => {
    const run = counting();
    for (const number of [1, 2, 3]) turn(run, 0, number);
    expect(run.lines).toContain('fail /s/each[0]/a AGENT_LIMIT');
    expect(answer(run, 1, 1, 'none').slice(1)).toEqual([
      expect.stringMatching(/^ok .*each\[1\]/),
      'fail /s/each AGENT_LIMIT',
      'fail /s AGENT_LIMIT',
      'failed AGENT_LIMIT',
    ]);
  });

  test('L11 D4 the item that runs is drawn with the turns of its agent; an earlier one, when it is chosen', () => {
    const run = counting();
    turn(run, 0, 1);
    answer(run, 0, 2, 'three');
    turn(run, 1, 1);
    expect(turnsDrawn(run)).toEqual(['Look 1.', 'find number: 1', '"seen 1"', 'thinking…']);
    expect(turnsDrawn(run, new Map([['/s/each' as Address, 0]]))).toEqual([
      'Look 1.',
      'find number: 1',
      '"seen 1"',
      'Enough.',
      '"three"',
    ]);
  });
});

function turnsDrawn(run: TestRun, rounds: ReadonlyMap<Address, number> = new Map()) {
  const { nodes } = graphOfRun(MAIN, project(run.commits), { rounds });
  const drawn = nodes.find(({ type }) => type === 'AGENT');
  return drawn?.type === 'AGENT' ? drawn.agent?.lines.map(({ text }) => text) : undefined;
}
