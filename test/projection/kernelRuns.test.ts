import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Address, type Json, type Random, seededRandom } from '#base';
import { type Command, openCommands } from '#kernel';
import { graphOfRun, isSettled, LedgerViews, outcomeOf, project, statusAt } from '#projection';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const everything = plan(`
  in question = "why"
  var seen
  out answer
  start: START
  look: CAPABILITY echo {input: {text: "{{ question }}"}, output: {seen: "result"}, retry: {maxAttempts: 2, initialIntervalMs: 10}, onError: continue, timeoutMs: 50}
  gate: IF question == "why"
  both: GROUP ASYNC
    a: CAPABILITY echo {input: {text: "a"}, output: {answer: "result"}}
    b: CAPABILITY echo {input: {text: "b"}, onError: continue}
  order: GROUP SYNC
    c: CAPABILITY echo {input: {text: "c"}}
    ask: HUMAN_INPUT Right? {decisions: [yes, no]}
  plan: PLANNER htn {goal: "{{ question }}", tools: [echo]}
  run: PLAN_EXECUTOR dynamicPlan {tools: [echo], approve: always}
  start -> look
  look -> gate
  gate.then -> both
  gate.else -> order
  both -> order
  order -> plan
  plan -> run
`);

const PROPOSAL = body(
  'one: CAPABILITY echo {input: {text: "x"}}\ntwo: CAPABILITY echo {input: {text: "y"}}\none -> two',
);

/** Answers one open command, or pauses, steps, resumes; as chance wants it. False when there is nothing to do. */
function nudge(run: TestRun, random: Random): boolean {
  if (random.below(12) === 0 && run.status !== 'paused') run.pause();
  if (run.status === 'paused') goOn(run, random);
  const open = run.state === null ? [] : openCommands(run.state);
  const command = open[random.below(Math.max(1, open.length))];
  if (command === undefined) return run.status === 'paused';
  // The host holds timers while a run is paused (R19).
  if (command.kind !== 'timer' || run.status !== 'paused') settle(run, command, random);
  return true;
}

function goOn(run: TestRun, random: Random): void {
  if (random.below(3) === 0) run.step(random.below(2) === 0 ? 'into' : 'over');
  else run.resume();
}

function settle(run: TestRun, command: Command, random: Random): void {
  const { address } = command;
  switch (command.kind) {
    case 'plan':
      run.feed({ type: 'plan.step', address, step: 0, node: PROPOSAL.nodes[0] ?? null, problems: [] });
      run.proposes(address, PROPOSAL);
      return;
    case 'wait': {
      const right = command.for === 'approval' ? 'approve' : 'yes';
      run.answer(address, { decision: random.below(4) === 0 ? 'nonsense' : right });
      return;
    }
    case 'timer':
      run.fires(address);
      return;
    default:
      if (random.below(5) === 0) run.fails(address);
      else run.done(address, { n: random.below(9) });
  }
}

function drive(seed: number): TestRun {
  const random = seededRandom(seed);
  const run = runOf(everything, { seed });
  for (let moves = 0; moves < 80 && nudge(run, random); moves++);
  return run;
}

describe('real runs, driven at random (seeded)', () => {
  test('D6 at every position the view reads the status that the kernel says', () => {
    const ends = new Set<string>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const random = seededRandom(seed);
        const run = runOf(everything, { seed });
        const views = new LedgerViews(run.commits);
        for (let moves = 0; moves < 80; moves++) {
          expect(views.last.status).toBe(run.status);
          const open = run.state === null ? [] : openCommands(run.state);
          expect([...views.last.open.keys()].sort()).toEqual(open.map((one) => one.address).sort());
          if (!nudge(run, random)) break;
          for (const commit of run.commits.slice(views.length)) views.append(commit);
        }
        ends.add(run.status);
      }),
      { seed: 11, numRuns: 40 },
    );
    expect([...ends]).toEqual(expect.arrayContaining(['completed', 'failed']));
  });

  test('R23 when a run is over every node of every scope has settled, and nothing is in flight', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const run = drive(seed);
      const view = project(run.commits);
      if (view.endedAt === null) continue;
      expect(view.inFlight).toBe(0);
      expect(view.waiting).toEqual([]);
      const graph = graphOfRun(everything, view);
      const unsettled = graph.nodes.filter((node) => node.status !== null && !isSettled(node.status));
      expect(unsettled.map((node) => `${node.key} ${node.status} (seed ${seed})`)).toEqual([]);
      for (const edge of graph.edges) expect(['taken', 'dead']).toContain(edge.state);
      expect(view.outputs).toEqual(outputsOf(run));
    }
  });
});

describe('a run from planning to the answer', () => {
  test('D4 planned, approved, running, done: the cards keep their keys', () => {
    const run = runOf(
      plan(
        'plan: PLANNER htn {goal: "g", tools: [echo]}\nrun: PLAN_EXECUTOR dynamicPlan {tools: [echo], approve: always}\nplan -> run',
      ),
    );
    const cards = (): string[] =>
      graphOfRun(planOf(run), project(run.commits))
        .nodes.filter((node) => node.parent === '/run')
        .map((node) => `${node.key} ${node.status}`);
    run.feed({
      type: 'plan.step',
      address: '/plan!1' as Address,
      step: 0,
      node: PROPOSAL.nodes[0] ?? null,
      problems: [],
    });
    expect(cards()).toEqual(['/run@1/one planned']);
    run.proposes('/plan!1', PROPOSAL);
    expect(cards()).toEqual(['/run@1/one planned', '/run@1/two planned']);
    expect(project(run.commits)).toMatchObject({
      status: 'waiting',
      waiting: [{ address: '/run!approve', kind: 'approval', name: 'Plan executor' }],
    });
    run.answer('/run!approve', { decision: 'approve' });
    expect(cards()).toEqual(['/run@1/one running', '/run@1/two planned']);
    run.done('/run@1/one#1', 1);
    run.done('/run@1/two#1', 2);
    expect(cards()).toEqual(['/run@1/one succeeded', '/run@1/two succeeded']);
    expect(outcomeOf(project(run.commits))).toMatchObject({
      successRate: 1,
      tools: ['echo'],
      planners: ['htn'],
    });
  });

  test('L10 another plan streams into the same executor, whose approval waits again', () => {
    const run = runOf(
      plan(
        'plan: PLANNER htn {goal: "g", tools: [echo]}\nrun: PLAN_EXECUTOR dynamicPlan {tools: [echo], approve: always}\nplan -> run',
      ),
    );
    run.proposes('/plan!1', PROPOSAL);
    const [first] = project(run.commits).waiting;
    run.answer('/run!approve', { decision: 'another' });
    expect(project(run.commits)).toMatchObject({ status: 'running', waiting: [] });
    const other = body('three: CAPABILITY echo {input: {text: "z"}}');
    run.feed({
      type: 'plan.step',
      address: '/plan!2' as Address,
      step: 0,
      node: other.nodes[0] ?? null,
      problems: [],
    });
    const graph = graphOfRun(planOf(run), project(run.commits));
    expect(graph.nodes.filter((node) => node.parent === '/run').map((node) => node.key)).toEqual([
      '/run@1/three',
    ]);
    run.proposes('/plan!2', other);
    expect(project(run.commits).status).toBe('waiting');
    const [second] = project(run.commits).waiting;
    // Another question: no form of the first may stand where the second is asked.
    expect(second?.address).toBe(first?.address);
    expect(second?.since).toBeGreaterThan(first?.since ?? Number.POSITIVE_INFINITY);
    expect(project(run.commits).planning.get('/plan' as Address)?.attempts).toHaveLength(2);
  });

  test('R20 what a branch writes is not the value of the variable before the group has merged', () => {
    const run = runOf(
      plan(
        'out answer\nboth: GROUP ASYNC\n  a: CAPABILITY echo {input: {text: "a"}, output: {answer: "result"}}\n  b: CAPABILITY echo {input: {text: "b"}}',
      ),
    );
    run.done('/both/a#1', 'mine');
    expect(project(run.commits).variables.get('answer')).toBeUndefined();
    run.done('/both/b#1', 'other');
    expect(project(run.commits).variables.get('answer')).toMatchObject({ value: 'mine' });
    expect(project(run.commits).status).toBe('completed');
  });

  test('K6 a call of which nobody knows is asked about, and repeated as the same attempt', () => {
    const run = runOf(plan('a: CAPABILITY echo {input: {text: "a"}}'));
    run.feed({ type: 'effect.uncertain', address: '/a#1' as Address });
    expect(project(run.commits)).toMatchObject({
      status: 'uncertain',
      waiting: [{ address: '/a#1', kind: 'uncertain' }],
    });
    run.feed({ type: 'effect.settled', address: '/a#1' as Address, as: { kind: 'repeat' } });
    expect(project(run.commits)).toMatchObject({ status: 'running', waiting: [] });
    run.done('/a#1', 1);
    expect(statusAt(project(run.commits), '/a' as Address)).toBe('succeeded');
  });
});

function planOf(run: TestRun) {
  const started = project(run.commits, 1).started?.closure.plans[0];
  if (started?.kind !== 'capability') throw new Error('a capability plan');
  return started;
}

function outputsOf(run: TestRun): Json {
  const last = run.commits.at(-1)?.entries.find((entry) => entry.kind === 'run.completed');
  return last?.kind === 'run.completed' ? last.data.outputs : {};
}
