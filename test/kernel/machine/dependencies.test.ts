import { describe, expect, test } from 'vitest';
import { plan } from '../../notation/plan';
import { startOf, TestRun } from '../../notation/run';
import { search } from './search';

function pending(of: Parameters<typeof startOf>[0] = plan('a: CAPABILITY echo')): TestRun {
  const run = new TestRun();
  run.feed({ ...startOf(of, { input: { topic: 'bees' } }), dependsOn: ['one', 'two'], parentRunId: 'zero' });
  return run;
}

const ended = (run: TestRun, runId: string, status: 'completed' | 'failed' | 'cancelled' | 'missing') =>
  run.feed({ type: 'dependency.ended', runId, status });

describe('a run that depends on others', () => {
  test('M4 is pending until all of them have completed', () => {
    const run = pending();
    expect(run.lines).toEqual(['started', 'pending']);
    expect(run.status).toBe('pending');
    expect(ended(run, 'one', 'completed')).toEqual(['pending']);
    expect(run.status).toBe('pending');
    expect(ended(run, 'two', 'completed')).toEqual(['begun', 'start /a#1', 'call /a#1 echo']);
  });

  test('M4 fails with a code when one of them fails or is cancelled', () => {
    expect(ended(pending(), 'two', 'failed')).toEqual(['failed DEPENDENCY_FAILED']);
    expect(ended(pending(), 'one', 'cancelled')).toEqual(['failed DEPENDENCY_FAILED']);
  });

  test('M4 fails with the same code when one of them was deleted, and says so', () => {
    const run = pending();
    expect(ended(run, 'two', 'missing')).toEqual(['failed DEPENDENCY_FAILED']);
    expect(run.state?.error?.message).toBe(
      'The run "two", which this one depends on, is not there any more.',
    );
  });

  test('M4 a machine does not stand anywhere before; R16 what comes meanwhile is kept for it', () => {
    const run = pending(search());
    expect(run.signal('web.search.no_results')).toEqual(['kept web.search.no_results']);
    ended(run, 'one', 'completed');
    expect(ended(run, 'two', 'completed')).toContain('in /ask_user[0]');
  });

  test('case D4 the end of another run, or a second end, is late', () => {
    const run = pending();
    expect(ended(run, 'three', 'completed')).toEqual(['late dependency.ended']);
    ended(run, 'one', 'completed');
    expect(ended(run, 'one', 'failed')).toEqual(['late dependency.ended']);
  });

  test('R17 a pending run can be cancelled', () => {
    const run = pending();
    expect(run.cancel()).toEqual(['cancelled']);
    expect(run.status).toBe('cancelled');
  });
});
