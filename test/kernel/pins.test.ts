import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { type Pin, recordOf, replay } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { body, plan } from '../notation/plan';
import { type RunSetup, startOf, TestRun, tool } from '../notation/run';

/** A run of a plan with pins; its ledger replays. */
function pinned(from: CapabilityPlan, pins: readonly Pin[], setup: RunSetup = {}): TestRun {
  const run = new TestRun();
  run.feed({ ...startOf(from, setup), reuse: { pins } });
  expect(replay(run.commits)).toMatchObject({ ok: true });
  return run;
}

const TWO = plan(`
  var seen   out answer
  look: CAPABILITY echo {input: {text: "hi"}, output: {seen: "result"}}
  say: CAPABILITY shout {input: {text: "{{ seen }}"}, output: {answer: "result"}}
  look -> say
`);

const output = (node: string, value: Json): Pin => ({ node, output: value });
const ERROR = { code: 'DOWN', message: 'It is down.' };

describe('D10 a pin', () => {
  test('D10 by node id is what comes of that node: nobody is called, and the entry says that it was a pin', () => {
    const run = pinned(TWO, [output('look', 'one')]);
    expect(run.lines).toEqual([
      'started',
      'start /look#1 {"text":"hi"}',
      'served /look#1',
      'ok /look#1 "one"',
      'set /look#1 seen "one"',
      'start /say#1 {"text":"one"}',
      'call /say#1 shout',
    ]);
    expect(run.commits[0]?.entries.find(({ kind }) => kind === 'served')?.data).toEqual({ pin: 0 });
    expect(run.commits[0]?.fact, 'K5 the ledger holds what was pinned').toMatchObject({
      reuse: { pins: [{ node: 'look', output: 'one' }] },
    });
  });

  test('D10 by capability is what comes of every call of it', () => {
    const run = pinned(TWO, [
      { capability: 'echo', output: 'one' },
      { capability: 'shout', output: 'two' },
    ]);
    expect(run.lines.at(-1)).toBe('completed {"answer":"two"}');
  });

  test('D10 by node goes before one by capability, wherever it stands in the list', () => {
    const run = pinned(TWO, [{ capability: 'echo', output: 'all' }, output('look', 'this')]);
    expect(run.lines).toContain('ok /look#1 "this"');
  });

  test('K10 counts nothing: a run that may call nothing does not pause for it', () => {
    const run = pinned(TWO, [output('look', 1), { capability: 'shout', output: 2 }], {
      budget: { calls: 0 },
    });
    expect(run.status).toBe('completed');
    expect(run.state?.calls).toBe(0);
  });

  test('D10 of a write performs none: no command leaves', () => {
    const run = pinned(TWO, [{ capability: 'shout', output: 2 }], {
      closure: { capabilities: [tool('echo')] },
    });
    run.done('/look#1', 'x');
    expect(
      run.commits.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'command')),
    ).toHaveLength(1);
  });

  test('D10 of one plan is not of a node of that id in another', () => {
    const inner = plan('look: CAPABILITY echo\nresult {}', 'inner');
    const outer = plan('look: CAPABILITY echo\nsub: SUB_PLAN {plan: inner}\nlook -> sub');
    const closure = { plans: [outer, inner] };
    const run = pinned(outer, [{ node: 'look', plan: 'inner', output: 1 }], { closure });
    expect(run.lines.at(-1)).toBe('call /look#1 echo');
    expect(run.done('/look#1')).toContain('served /sub/look#1');
  });

  test('R19 is served while the run is stepped, like a call that took no time', () => {
    const run = pinned(TWO, [output('look', 'one')], { paused: true });
    expect(run.lines).toEqual(['started', 'paused step']);
    expect(run.step().filter((line) => line.startsWith('served'))).toEqual(['served /look#1']);
  });

  test('L2 needs no clock', () => {
    const text = plan('a: CAPABILITY echo {timeoutMs: 50}');
    expect(pinned(text, [output('a', 1)]).lines).toEqual([
      'started',
      'start /a#1',
      'served /a#1',
      'ok /a#1 1',
      'completed {}',
    ]);
  });
});

describe('D10 every instance of a node', () => {
  test('D10 rounds and items are served alike', () => {
    const text = plan(
      'each: ITERATOR [1, 2] {itemVariable: n}\n  x: CAPABILITY echo {input: {n: "{{ n }}"}}',
    );
    expect(pinned(text, [output('x', 1)]).lines.filter((line) => line.startsWith('served'))).toEqual([
      'served /each[0]/x#1',
      'served /each[1]/x#1',
    ]);
  });

  test('D10 steps of a generated plan that did not exist before are, too', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER rules {execute: inline}');
    const run = pinned(text, [output('a', 1)]);
    expect(run.proposes('/think!1', body('a: CAPABILITY echo')).at(-1)).toBe('completed {}');
  });

  test('D10 a node that has more inside is answered whole', () => {
    const inner = plan('x: CAPABILITY echo', 'inner');
    const text = plan(`
      sub: SUB_PLAN {plan: inner}
      sort: LLM_DECISION Which? {choices: [up, down]}
      after: CAPABILITY echo
      sub -> sort
      sort.down -> after
    `);
    const run = pinned(text, [output('sub', { n: 1 }), output('sort', 'down')], {
      closure: { plans: [text, inner] },
    });
    expect(run.lines).toContain('ok /sub#1 {"n":1}');
    expect(run.lines.at(-1)).toBe('call /after#1 echo');
  });

  test('D10 of a PLANNER is a plan; what is none fails, and nobody is asked', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER llm {execute: inline, models: [m]}');
    const steps = JSON.parse(JSON.stringify(body('a: CAPABILITY echo')));
    expect(pinned(text, [output('think', steps)]).lines.at(-1)).toBe('call /think@1/a#1 echo');
    const none = pinned(text, [output('think', 'no plan')]);
    expect(none.status).toBe('failed');
    expect(none.lines.at(-1)).toContain('PIN_INVALID');
  });

  test('D10 of a HUMAN_INPUT is the answer; one that does not fit fails instead of waiting for ever', () => {
    const text = plan('ask: HUMAN_INPUT Right? {decisions: [yes, no]}\na: CAPABILITY echo\nask.no -> a');
    expect(pinned(text, [output('ask', { decision: 'no' })]).lines.at(-1)).toBe('call /a#1 echo');
    const none = pinned(text, [output('ask', { decision: 'perhaps' })]);
    expect(none.status).toBe('failed');
    expect(none.lines.at(-1)).toContain('PIN_INVALID');
  });

  test('T7 an approval is never pinned', () => {
    const text = plan(`
      in dynamicPlan
      run: PLAN_EXECUTOR {tools: [echo], approve: always}
    `);
    const steps = JSON.parse(JSON.stringify(body('a: CAPABILITY echo')));
    const run = pinned(text, [output('run', { decision: 'approve' })], { input: { dynamicPlan: steps } });
    expect(run.open).toEqual(['/run!approve']);
  });

  test('D10 L4 what observers and guards would call is not called where that capability is pinned', () => {
    const text = plan('a: CAPABILITY echo {features: [{feature: g}, {feature: o}]}');
    const features = [
      { id: 'g', kind: 'guard', phase: 'pre', capability: 'may' } as const,
      { id: 'o', kind: 'observer', phase: 'postSuccess', capability: 'log' } as const,
    ];
    const pins = [
      { capability: 'may', output: true },
      { capability: 'log', output: null },
    ];
    const run = pinned(text, pins, { closure: { features } });
    expect(run.lines.at(-1)).toBe('call /a#1 echo');
    expect(run.done('/a#1')).toEqual(['ok /a#1 null', 'completed {}']);
  });
});

describe('D10 a pinned error', () => {
  const pin: Pin = { node: 'a', error: ERROR };

  test('D10 takes the way of every failure: retry, then onError', () => {
    const text = plan(
      'a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 5}}\nb: CAPABILITY echo\na.error -> b',
    );
    const routed = {
      ...text,
      nodes: text.nodes.map((node) => (node.id === 'a' ? { ...node, onError: 'route' as const } : node)),
    };
    const run = pinned(routed, [pin]);
    expect(run.open).toEqual(['/a#1!retry']);
    expect(run.fires('/a#1!retry')).toEqual([
      'start /a#2',
      'served /a#2',
      expect.stringContaining('DOWN'),
      'start /b#1',
      'call /b#1 echo',
    ]);
  });

  test('D10 of a planner fails it: no other model is asked', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER llm {execute: inline, models: [m]}');
    const run = pinned(text, [{ node: 'think', error: ERROR }]);
    expect(run.status).toBe('failed');
    expect(run.open).toEqual([]);
  });
});

describe('D10 a condition', () => {
  const text = plan(`
    in who
    a: CAPABILITY echo {input: {n: 1}}
  `);
  const when = (source: string): readonly Pin[] => [{ node: 'a', output: 'pinned', when: source }];

  test('D10 sees the input and the variables; where it does not hold the node is called', () => {
    const setup = { input: { who: 'me' } };
    expect(pinned(text, when('input.n == 1 && who == "me"'), setup).status).toBe('completed');
    expect(pinned(text, when('input.n == 2'), setup).open).toEqual(['/a#1']);
  });

  test('D10 the first that holds counts', () => {
    const pins = [...when('input.n == 2'), { node: 'a', output: 'other' }];
    expect(pinned(text, pins, { input: { who: '' } }).lines).toContain('ok /a#1 "other"');
  });

  test('D10 one that cannot be decided fails the node: nobody is called by mistake', () => {
    const run = pinned(text, when('input.missing > 1'), { input: { who: '' } });
    expect(run.status).toBe('failed');
    expect(run.lines.at(-1)).toContain('EXPRESSION_ERROR');
    expect(run.open).toEqual([]);
  });

  test('K10 where it does not hold the budget counts', () => {
    const run = pinned(text, when('input.n == 2'), { input: { who: '' }, budget: { calls: 0 } });
    expect(run.status).toBe('paused');
  });
});

describe('D10 a fork of a run with pins', () => {
  test('K8 D10 begins as that run began, and stays pinned', () => {
    const run = pinned(TWO, [output('look', 'one'), { capability: 'shout', error: ERROR }]);
    expect(run.status).toBe('failed');
    const reuse = recordOf(run.commits);
    if (!reuse.ok) throw new Error(reuse.problem.message);
    expect(reuse.value.served).toEqual([{ address: '/look', output: 'one' }]);
    const fork = new TestRun();
    fork.feed({ ...startOf(TWO), runId: 'fork', reuse: reuse.value });
    expect(fork.lines).toContain('set /look#1 seen "one"');
    expect(fork.status, 'what failed by a pin fails by it again').toBe('failed');
    expect(fork.state?.calls).toBe(0);
  });

  test('K8 D10 the record goes before a pin: what had been answered there is not answered otherwise', () => {
    const run = new TestRun();
    run.feed(startOf(TWO));
    run.done('/look#1', 'real');
    const reuse = recordOf(run.commits);
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    const pins = [output('look', 'pinned'), output('say', 'also')];
    fork.feed({ ...startOf(TWO), runId: 'fork', reuse: { ...reuse.value, pins } });
    expect(fork.lines).toContain('ok /look#1 "real"');
    expect(fork.lines.at(-1)).toBe('completed {"answer":"also"}');
  });
});
