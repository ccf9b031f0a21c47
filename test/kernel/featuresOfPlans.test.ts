import { describe, expect, test } from 'vitest';
import { type Commit, fold, persist, recordOf, replay, restore } from '#kernel';
import type { CapabilityPlan, Feature } from '#plan';
import { plan } from '../notation/plan';
import { type RunSetup, runOf, startOf, TestRun, tool } from '../notation/run';

const FEATURES: readonly Feature[] = [
  { id: 'may', capability: 'may', phase: 'pre', kind: 'guard' },
  { id: 'fits', capability: 'may', phase: 'pre', kind: 'guard', input: '{{ input.n }}' },
  { id: 'seen', capability: 'log', phase: 'pre', kind: 'observer', input: '{{ node.id }}' },
  { id: 'good', capability: 'log', phase: 'postSuccess', kind: 'observer', input: '{{ result }}' },
  { id: 'bad', capability: 'log', phase: 'postError', kind: 'observer', input: '{{ error.code }}' },
];

const CLOSURE: RunSetup = {
  closure: { features: FEATURES, capabilities: ['echo', 'may', 'log'].map((id) => tool(id, 'read')) },
};

function having(text: string, ...features: readonly string[]): CapabilityPlan {
  return { ...plan(text), features: features.map((feature) => ({ feature })) };
}

function run(main: CapabilityPlan, setup: RunSetup = {}): TestRun {
  return runOf(main, { ...CLOSURE, ...setup });
}

const ONE = 'in n = 1\na: CAPABILITY echo';

describe('features of a whole plan', () => {
  test('L4 they are asked for it as one node, before its scope opens; order: plan, then node', () => {
    const guarded = run(having('in n = 1\na: CAPABILITY echo {features: [{feature: may}]}', 'may', 'fits'));
    expect(guarded.lines).toEqual(['started', 'call /main!pre-1 may']);
    expect(guarded.done('/main!pre-1')).toEqual(['guard.passed /main!pre-1', 'call /main!pre-2 may']);
    expect(guarded.done('/main!pre-2')).toEqual(['guard.passed /main!pre-2', 'call /a!pre-1 may']);
  });

  test('L4 they are given the input of the run, and it is no template', () => {
    const [command] = run(having(ONE, 'may'), { input: { n: '{{ n }}' } }).commits.flatMap(commandsOf);
    expect(command).toMatchObject({ input: { node: { id: 'main' }, phase: 'pre', input: { n: '{{ n }}' } } });
  });

  test('L4 one that refuses fails the run, and nothing of the plan has started', () => {
    const guarded = run(having(ONE, 'may', 'bad'));
    const lines = guarded.done('/main!pre-1', false);
    expect(lines).toContain('failed GUARD_REFUSED');
    expect(lines.filter((line) => line.includes('/a'))).toEqual([]);
    expect(guarded.commits.flatMap(observed)).toEqual(['GUARD_REFUSED']);
  });

  test('L4 observers are told that it begins, and how it ended', () => {
    const told = run(having(ONE, 'seen', 'good', 'bad'));
    told.done('/a#1');
    expect(told.commits.flatMap(observed)).toEqual(['main', {}]);
    const failing = run(having(ONE, 'seen', 'good', 'bad'));
    failing.fails('/a#1', 'DOWN');
    expect(failing.commits.flatMap(observed)).toEqual(['main', 'DOWN']);
  });

  test('R17 a run that is cancelled at the door withdraws the guard', () => {
    const guarded = run(having(ONE, 'may'));
    expect(guarded.cancel()).toContain('withdraw /main!pre-1');
    expect(guarded.done('/main!pre-1')).toEqual(['late /main!pre-1 effect.succeeded']);
  });

  test('D1, R19 a run that begins paused asks at the first step', () => {
    const guarded = run(having(ONE, 'may'), { paused: true });
    expect(guarded.lines).toEqual(['started', 'paused step']);
    expect(guarded.step('into')).toEqual(['resumed', 'call /main!pre-1 may', 'paused step']);
    expect(guarded.done('/main!pre-1')).toEqual(['guard.passed /main!pre-1']);
    expect(guarded.resume()).toContain('call /a#1 echo');
  });

  test('K1, K4 the state goes through JSON at the door, and replay is equal', () => {
    const guarded = run(having(ONE, 'may', 'seen'));
    const state = folded(guarded.commits);
    expect(persist(restore(persist(state)))).toEqual(persist(state));
    guarded.done('/main!pre-1');
    guarded.done('/a#1');
    expect(replay(guarded.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  test.each([[['may', 'seen']], [['seen']]])('K8 a fork is let in by the record: %j', (features) => {
    const main = having(`in n = 1\na: CAPABILITY echo\nb: CAPABILITY echo\na -> b`, ...features);
    const first = run(main);
    if (features.includes('may')) first.done('/main!pre-1');
    first.done('/a#1');
    const reuse = recordOf(first.commits);
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    fork.feed({ ...startOf(main, CLOSURE), runId: 'fork', reuse: reuse.value });
    expect(fork.lines).toContain('served /a#1');
    expect(fork.lines.filter((line) => line.startsWith('call'))).toEqual(['call /b#1 echo']);
    expect(fork.commits.flatMap(observed)).toEqual([]);
  });

  test('L4 those of a sub-plan are asked before those of the node that runs it', () => {
    const inner = { ...having(ONE, 'fits', 'good'), id: 'inner' };
    const outer = plan('s: SUB_PLAN inner {input: {n: 4}, features: [{feature: may}]}');
    const guarded = run(outer, { closure: { ...CLOSURE.closure, plans: [outer, inner] } });
    expect(guarded.lines).toEqual(['started', 'call /s!pre-1 may']);
    guarded.done('/s!pre-1');
    expect(guarded.done('/s!pre-2')).toContain('call /s/a#1 echo');
    guarded.done('/s/a#1');
    expect(guarded.commits.flatMap(observed)).toEqual([{}]);
  });
});

function folded(commits: readonly Commit[]) {
  const state = fold(commits);
  if (!state.ok) throw new Error(state.problem.message);
  return state.value;
}

function commandsOf({ entries }: Commit) {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}

function observed(commit: Commit) {
  return commandsOf(commit).flatMap((command) => (command.kind === 'observe' ? [command.input] : []));
}
