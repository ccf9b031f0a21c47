import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import type { Feature } from '#plan';
import { project } from '#projection';
import { plan } from '../notation/plan';
import { runOf, type TestRun, tool } from '../notation/run';

const viewOf = (run: TestRun) => project(run.commits);
const nodeOf = (run: TestRun, address: string) => viewOf(run).nodes.get(address as Address);

describe('what waits', () => {
  test('R16, H1 a wait for a signal is listed until it is taken, and the node reads waiting', () => {
    const run = runOf(plan('w: EVENT_WAIT {events: {x: paid}}\na: CAPABILITY echo\nw.x -> a'));
    expect(viewOf(run).waiting).toMatchObject([
      { address: '/w#1', kind: 'signal', name: 'Wait for a signal' },
    ]);
    expect([viewOf(run).status, nodeOf(run, '/w')?.status]).toEqual(['waiting', 'waiting']);
    run.signal('paid', 1);
    expect([viewOf(run).waiting, nodeOf(run, '/w')?.status]).toEqual([[], 'succeeded']);
    expect(nodeOf(run, '/w')?.waits).toMatchObject([{ for: 'signal', to: expect.any(Number) }]);
  });

  test('L7 a capability that waits stays running; what it listens for is listed and goes', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    run.done('/a#1', null, { waitFor: { event: 'paid', timeoutMs: 9 } });
    expect(viewOf(run).waiting).toMatchObject([{ address: '/a#1!wait', kind: 'signal' }]);
    expect([viewOf(run).status, nodeOf(run, '/a')?.status]).toEqual(['waiting', 'running']);
    run.signal('paid');
    expect([viewOf(run).waiting, viewOf(run).status]).toEqual([[], 'running']);
  });

  test('L2 who waits for a mutex reads waiting, then running; the wait has an end', () => {
    const run = runOf(plan('a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m}'));
    expect(nodeOf(run, '/b')?.status).toBe('waiting');
    expect(viewOf(run).waiting).toEqual([]);
    run.done('/a#1');
    expect(nodeOf(run, '/b')).toMatchObject({ status: 'running', waits: [{ for: 'mutex', to: 1001 }] });
  });

  test('D6 a run that only delays is running: it goes on by itself', () => {
    const run = runOf(plan('d: DELAY {forMs: 5}'));
    expect([viewOf(run).status, nodeOf(run, '/d')?.status]).toEqual(['running', 'waiting']);
  });
});

describe('what was cancelled, starved or refused', () => {
  test('R16 a pending node that was cancelled reads cancelled', () => {
    const run = runOf(
      plan('a: CAPABILITY echo {cancelOn: stop}\nb: CAPABILITY echo {cancelOn: stop}\na -> b'),
    );
    run.signal('stop');
    expect([nodeOf(run, '/a')?.status, nodeOf(run, '/b')?.status]).toEqual(['cancelled', 'cancelled']);
  });

  test('R6 a starved JOIN reads failed, though it never started', () => {
    const run = runOf(plan('a: CAPABILITY echo\nb: CAPABILITY echo\nj: JOIN N_OF(3)\na -> j\nb -> j'));
    run.done('/a#1');
    expect(nodeOf(run, '/j')).toMatchObject({
      status: 'failed',
      error: { code: 'JOIN_STARVED' },
      startedAt: null,
    });
  });

  test('L4 a guard is a call of its node, an observer is open for nobody', () => {
    const features: readonly Feature[] = [
      { id: 'may', capability: 'may', phase: 'pre', kind: 'guard' },
      { id: 'log', capability: 'log', phase: 'finally', kind: 'observer' },
    ];
    const text = 'a: CAPABILITY echo {features: [{feature: may}, {feature: log}]}';
    const run = runOf(plan(text), {
      closure: { features, capabilities: ['echo', 'may', 'log'].map((id) => tool(id)) },
    });
    expect(viewOf(run).inFlight).toBe(1);
    run.done('/a!pre-1', true);
    run.done('/a#1');
    expect([viewOf(run).status, viewOf(run).inFlight, viewOf(run).calls]).toEqual(['completed', 0, 3]);
  });

  test('V2 a variable of a sub-plan is none of the run, whatever it is called', () => {
    const inner = plan('out v\na: CAPABILITY echo {output: {v: "result"}}', 'inner');
    const main = plan('out v\ns: SUB_PLAN inner {output: {v: "result.v + 1.0"}}');
    const run = runOf(main, { closure: { plans: [main, inner] } });
    run.done('/s/a#1', 4);
    expect(viewOf(run).variables.get('v')).toMatchObject({ value: 5, writtenBy: '/s' });
    expect(viewOf(run).outputs).toEqual({ v: 5 });
  });
});
