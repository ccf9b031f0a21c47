import { describe, expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, tool } from '../notation/run';

const INLINE = plan(`
  var dynamicPlan   out answer
  think: PLANNER rules
  do: PLAN_EXECUTOR
  think -> do
`);

/** A run whose planner has proposed this plan. */
function proposed(steps: string, from: CapabilityPlan = INLINE, setup: RunSetup = {}) {
  const run = runOf(from, setup);
  run.proposes('/think!1', body(steps));
  return run;
}

describe('a PLAN_EXECUTOR', () => {
  test('R13 opens one scope @1 for the plan of its variable: every step is a command of its own (K2)', () => {
    const run = proposed('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    expect(run.lines.slice(2)).toEqual(['start /do', 'open /do@1', 'start /do@1/a#1', 'call /do@1/a#1 echo']);
    expect(run.done('/do@1/a#1', 1)).toEqual(['ok /do@1/a#1 1', 'start /do@1/b#1', 'call /do@1/b#1 echo']);
    expect(run.done('/do@1/b#1', 2)).toEqual(['ok /do@1/b#1 2', 'ok /do 2', 'completed {}']);
  });

  test('R13 its expressions see steps["ID"], also from inside its containers, and write variables of the plan around', () => {
    const run = proposed(`
      a: CAPABILITY echo
      g: GROUP SYNC
        b: CAPABILITY echo {input: {rows: '{{ steps["a"].rows }}'}, output: {answer: "result"}}
      a -> g
    `);
    expect(run.done('/do@1/a#1', { rows: [1, 2] })).toContain('start /do@1/g/b#1 {"rows":[1,2]}');
    expect(run.done('/do@1/g/b#1', 'yes').slice(0, 2)).toEqual([
      'ok /do@1/g/b#1 "yes"',
      'set /do@1/g/b#1 answer "yes"',
    ]);
    expect(run.state?.outputs).toEqual({ answer: 'yes' });
  });

  test('P4 its messages are said although nobody allowed that tool', () => {
    const narrow = plan(
      'var dynamicPlan\nthink: PLANNER rules {tools: [echo]}\ndo: PLAN_EXECUTOR\nthink -> do',
    );
    const run = proposed('m: CAPABILITY text.say {input: {text: hi}}', narrow);
    expect(run.lines).toContain('call /do@1/m#1 text.say');
    const more = proposed('m: CAPABILITY text.join {input: {items: []}}', narrow);
    expect(more.lines).not.toContain('call /do@1/m#1 text.join');
  });

  test('L1 without a plan, or with a value that is none, it succeeds and says so', () => {
    for (const value of ['null', '7', '"text"', '{nodes: 3}']) {
      const run = runOf(plan(`var dynamicPlan = ${value}\ndo: PLAN_EXECUTOR`));
      expect(run.lines.slice(1), value).toEqual([
        'start /do',
        'plan.absent /do',
        'ok /do null',
        'completed {}',
      ]);
    }
  });

  test('L1 an inline PLANNER is a planner followed by an executor with the same id', () => {
    const run = runOf(
      plan('var dynamicPlan\nthink: PLANNER rules {execute: inline}\nz: CAPABILITY echo\nthink -> z'),
    );
    const lines = run.proposes('/think!1', body('a: CAPABILITY echo'));
    expect(lines.slice(-4)).toEqual([
      'start /think',
      'open /think@1',
      'start /think@1/a#1',
      'call /think@1/a#1 echo',
    ]);
    expect(run.done('/think@1/a#1', 1)).toEqual([
      'ok /think@1/a#1 1',
      'ok /think 1',
      'start /z#1',
      'call /z#1 echo',
    ]);
  });

  test('P3 a plan that is wrong when it is about to run fails the executor with its problems', () => {
    const run = proposed('a: CAPABILITY unknown.tool');
    expect(run.lines.slice(-4)).toEqual([
      'start /do',
      'plan.refused /do',
      'fail /do PLAN_REFUSED',
      'failed PLAN_REFUSED',
    ]);
    expect(run.state?.error?.message).toContain('unknown.tool');
  });

  test.each<[string, readonly number[], RegExp]>([
    ['its first error', BEHAVIOUR_FLAGS, /^The plan was refused: There is no tool "unknown\.tool"\.$/],
    ['K5 what stood first, where the ledger is older', [], /^The plan was refused: .*START/],
  ])('fault S5 a plan that is refused quotes %s', (_title, flags, message) => {
    const lost = 's: START\na: CAPABILITY echo\nb: CAPABILITY unknown.tool\ns -> a';
    const run = proposed(lost, undefined, { flags });
    expect(run.state?.error).toMatchObject({ code: 'PLAN_REFUSED', message: expect.stringMatching(message) });
    const [refused] = run.commits
      .flatMap(({ entries }) => entries)
      .flatMap((entry) => (entry.kind === 'plan.refused' ? [entry.data.problems] : []));
    const severities = refused?.map(({ severity }) => severity);
    expect(severities).toEqual(flags.length > 0 ? ['error', 'warning'] : ['warning', 'error']);
  });

  test('I7 P8 an executor gives its plan at most the tools of the planner', () => {
    const capabilities = [tool('echo', 'read'), tool('mail.send', 'read')];
    const text = (planner: string, executor: string) =>
      plan(`
        var dynamicPlan
        think: PLANNER rules {tools: ${planner}}
        do: PLAN_EXECUTOR {tools: ${executor}}
        think -> do
      `);
    const outcome = (planner: string, executor: string) =>
      proposed('a: CAPABILITY mail.send', text(planner, executor), { closure: { capabilities } }).lines.at(
        -1,
      );
    expect(outcome('["echo", "mail.send"]', '["mail.send"]')).toBe('call /do@1/a#1 mail.send');
    expect(outcome('["echo"]', '["mail.send"]')).toBe('failed PLAN_REFUSED');
    expect(outcome('["mail.send"]', '["echo"]')).toBe('failed PLAN_REFUSED');
  });

  test('fault S9 P8 a tool that is there and not allowed is told from one that is not there', () => {
    const closure = { capabilities: [tool('echo'), tool('mail.send')], otherCapabilities: ['disk.erase'] };
    const text = plan(
      'var dynamicPlan\nthink: PLANNER rules {tools: ["echo"]}\ndo: PLAN_EXECUTOR {tools: ["echo"]}\nthink -> do',
    );
    const told = (id: string) => proposed(`a: CAPABILITY ${id}`, text, { closure }).state?.error?.message;
    for (const id of ['mail.send', 'disk.erase']) expect(told(id)).toMatch(/allowed/);
    expect(told('no.such')).toMatch(/There is no tool/);
  });

  test('P8 a plan that nobody in this run proposed asks for approval, and may use no tool but the executor’s own', () => {
    const input = { dynamicPlan: JSON.parse(JSON.stringify(body('a: CAPABILITY echo'))) };
    const none = runOf(plan('in dynamicPlan\ndo: PLAN_EXECUTOR'), { input });
    expect(none.lines.at(-1)).toBe('failed PLAN_REFUSED');
    const own = runOf(plan('in dynamicPlan\ndo: PLAN_EXECUTOR {tools: ["echo"]}'), { input });
    expect(own.lines.at(-1)).toBe('approval /do!approve');
    expect(own.answer('/do!approve', { decision: 'approve' }).at(-1)).toBe('call /do@1/a#1 echo');
  });

  test('case E5 planners inside dynamic plans count their depth, which is refused with its numbers', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER rules {execute: inline, limits: {maxDepth: 2}}');
    const run = runOf(text);
    run.proposes('/think!1', body('deeper: PLANNER rules {goal: x, execute: inline}'));
    expect(run.command('/think@1/deeper!1')).toMatchObject({ depth: 1, limits: { maxDepth: 2 } });
    run.proposes('/think@1/deeper!1', body('deepest: PLANNER rules {goal: x, execute: inline}'));
    expect(run.status).toBe('failed');
    expect(run.state?.error?.message).toContain('3 > 2');
  });

  test('case E5 limits of a planner inside a dynamic plan only shrink', () => {
    const run = runOf(plan('var dynamicPlan\nthink: PLANNER rules {execute: inline, limits: {maxSteps: 5}}'));
    run.proposes('/think!1', body('deeper: PLANNER rules {goal: x, limits: {maxSteps: 500, maxDepth: 9}}'));
    expect(run.command('/think@1/deeper!1')).toMatchObject({ limits: { maxSteps: 5, maxDepth: 3 } });
  });

  test('K10 the plans of a run may have so many steps in all', () => {
    const steps = 'a: CAPABILITY echo\nb: CAPABILITY echo';
    expect(proposed(steps, INLINE, { limits: { dynamicSteps: 2 } }).status).toBe('running');
    const refused = proposed(steps, INLINE, { limits: { dynamicSteps: 1 } });
    expect(refused.state?.error?.message).toContain('2 > 1');
  });

  test('L4 L9 timeout and retry of an executor are defaults of its plan’s own leaves, not of the whole', () => {
    const text = plan(`
      var dynamicPlan
      think: PLANNER rules
      do: PLAN_EXECUTOR {timeoutMs: 40, retry: {maxAttempts: 2, initialIntervalMs: 5}}
      think -> do
    `);
    const run = proposed('a: CAPABILITY echo\ng: GROUP SYNC\n  b: CAPABILITY echo', text);
    expect(run.open).toEqual(['/do@1/a#1', '/do@1/a#1!timeout', '/do@1/g/b#1']);
    expect(run.fails('/do@1/a#1')).toEqual([
      'again /do@1/a#1 BROKEN 5',
      'withdraw /do@1/a#1!timeout',
      'retry /do@1/a#1!retry 5',
    ]);
    expect(run.fails('/do@1/g/b#1').slice(0, 3)).toEqual([
      'fail /do@1/g/b#1 BROKEN',
      'fail /do@1/g BROKEN',
      'cancel /do@1/a#1',
    ]);
  });

  test('R15 END with ends: plan in a dynamic plan ends that plan', () => {
    const run = proposed('g: GROUP ASYNC\n  e: END plan\n  a: CAPABILITY echo');
    expect(run.lines.slice(-4)).toEqual(['ok /do@1/g/e#1', 'cancel /do@1/g', 'ok /do null', 'completed {}']);
  });
});
