import { describe, expect, test } from 'vitest';
import { body, plan } from '../notation/plan';
import { runOf } from '../notation/run';

const ALWAYS = plan(`
  var dynamicPlan
  think: PLANNER rules
  do: PLAN_EXECUTOR {approve: always}
  think -> do
`);

function waiting() {
  const run = runOf(ALWAYS);
  run.proposes('/think!1', body('a: CAPABILITY echo'));
  return run;
}

describe('approving a plan', () => {
  test('L10 approve: always waits at <node>!approve before anything of the plan runs', () => {
    const run = waiting();
    expect(run.lines.slice(-3)).toEqual(['start /do', 'waits /do approval', 'approval /do!approve']);
    expect(run.status).toBe('waiting');
    expect(run.answer('/do!approve', { decision: 'approve' })).toEqual([
      'open /do@1',
      'start /do@1/a#1',
      'call /do@1/a#1 echo',
    ]);
  });

  test('L10 reject fails the executor with the reason, and is not retried', () => {
    const run = waiting();
    expect(run.answer('/do', { decision: 'reject', reason: 'Too dear.' })).toEqual([
      'fail /do REJECTED',
      'failed REJECTED',
    ]);
    expect(run.state?.error?.message).toContain('Too dear.');
  });

  test('L10 another asks the planner that made the plan again; its calls go on counting (K11)', () => {
    const run = waiting();
    expect(run.answer('/do!approve', { decision: 'another' })).toEqual(['plan /think!2 rules']);
    const lines = run.proposes('/think!2', body('b: CAPABILITY echo'));
    expect(lines.slice(-2)).toEqual(['waits /do approval', 'approval /do!approve']);
    run.answer('/do!approve', { decision: 'approve' });
    expect(run.open).toEqual(['/do@1/b#1']);
  });

  test('L10 an edited plan passes P3 again: a wrong one is refused and the node goes on waiting', () => {
    const run = waiting();
    const wrong = JSON.parse(JSON.stringify(body('a: CAPABILITY no.such.tool')));
    expect(run.answer('/do!approve', { decision: 'approve', plan: wrong })).toEqual([
      'refused /do!approve UNKNOWN_TOOL',
    ]);
    expect(run.status).toBe('waiting');
    const right = JSON.parse(JSON.stringify(body('c: CAPABILITY echo')));
    expect(run.answer('/do!approve', { decision: 'approve', plan: right }).at(-1)).toBe(
      'call /do@1/c#1 echo',
    );
  });

  test('L10 an answer that is none of the decisions is refused and changes nothing', () => {
    const run = waiting();
    for (const value of [null, 'approve', {}, { decision: 'maybe' }, { decision: 1 }, []]) {
      const before = run.state;
      expect(run.answer('/do!approve', value)).toEqual(['refused /do!approve DECISION_UNKNOWN']);
      expect(run.state).toBe(before);
    }
  });

  test('R17 cancelling withdraws the approval; an answer afterwards is for nobody', () => {
    const run = waiting();
    expect(run.cancel()).toEqual(['cancel /do', 'withdraw /do!approve', 'cancelled']);
    expect(run.answer('/do!approve', { decision: 'approve' })).toEqual(['late /do!approve answer.given']);
  });
});
