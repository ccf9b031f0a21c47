import { describe, expect, test } from 'vitest';
import { type ForkEdits, recordOf } from '#kernel';
import { machine } from '../../notation/machine';
import { startOf, TestRun } from '../../notation/run';
import { begun, holdToTheLaws } from './lawful';
import { SEARCH, search } from './search';

holdToTheLaws();

function forkOf(run: TestRun, at: number, edits: ForkEdits = {}): TestRun {
  const started = run.commits[0]?.fact;
  if (started?.type !== 'run.started') throw new Error('no start');
  const reuse = recordOf(run.commits, at, edits);
  if (!reuse.ok) throw new Error(reuse.problem.message);
  const fork = new TestRun();
  fork.feed({ ...started, runId: 'fork', reuse: reuse.value });
  return fork;
}

const calls = (run: TestRun) => run.history.filter((line) => line.startsWith('call '));

describe('K8 a fork of a run of a machine', () => {
  test('K8 what was answered is served: calls, signals and responses from outside; nothing of the prefix is called', () => {
    const run = begun(search([SEARCH]), { input: { topic: 'bees' } });
    run.done('/searching[0]#1', { event: 'web.search.no_results' });
    run.signal('user.clarification.provided', 'honey');
    run.done('/searching[1]#1', { hits: 3 });
    expect(calls(run)).toHaveLength(2);
    const fork = forkOf(run, run.commits.length);
    expect(calls(fork)).toEqual([]);
    expect(fork.open).toEqual(run.open);
    expect(fork.signal('content.analyze.completed', 'Bees.').at(-1)).toBe('completed {}');
    expect(fork.history.filter((line) => line.startsWith('in '))).toEqual([
      'in /start[0]',
      'in /searching[0]',
      'in /ask_user[0]',
      'in /searching[1]',
      'in /analyzing[0]',
      'in /done[0]',
    ]);
  });

  test('K8 events that a machine has heard, and what resumed it, come again in their order', () => {
    const flow = machine({
      states: [
        { id: 'a', on: [{ event: 'order.*', target: 'b' }] },
        { id: 'b', pause: {}, on: [{ event: 'resume', target: 'c' }] },
        { id: 'c', after: [{ delayMs: 10, target: 'd' }] },
        { id: 'd', on: [{ event: 'go', target: 'e' }] },
        { id: 'e', type: 'final', output: { said: '{{ results.user_input }}' } },
      ],
    });
    const run = begun(flow);
    run.signal('order.paid', 1);
    run.resume('yes');
    run.fires('/c[0]!after-0');
    const fork = forkOf(run, run.commits.length);
    expect(fork.status).toBe('waiting');
    expect(fork.open).toEqual(['/d[0]!on-1']);
    expect(fork.signal('go').at(-1)).toBe('completed {"said":"yes"}');
  });

  test('K8 the fork point before an answer: that is asked for again', () => {
    const run = begun(search([SEARCH]), { input: { topic: 'bees' } });
    run.done('/searching[0]#1', { hits: 3 });
    expect(calls(forkOf(run, 1))).toEqual(['call /searching[0]#1 web.search']);
    expect(startOf(search()).type).toBe('run.started');
  });
});
