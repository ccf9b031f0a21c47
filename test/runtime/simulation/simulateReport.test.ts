import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { readScript } from '#plan';
import { simulate } from '#runtime';
import { workspace } from '../../notation/plan';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

describe('H4 "Prints {ok, status, outputs, variables, error?, virtualMs, commits, timeline: [{atMs, address, status}]}"', () => {
  test('all of it, and nothing else', async () => {
    const read = readScript({ nodes: { look: [gives(10, 'x')] } });
    if (!read.ok) throw new Error('the script is sound');
    const made = await simulate({
      workspace: workspace(
        'in question = "why"\nout found\nlook: CAPABILITY echo {output: {found: "result"}}',
      ),
      plan: 'main',
      script: read.value,
      catalogue: BUILT_IN_CATALOGUE,
    });
    expect(made.ok && made.value.report).toEqual({
      status: 'completed',
      outputs: { found: 'x' },
      variables: { found: 'x', question: 'why' },
      virtualMs: 10,
      commits: 2,
      timeline: [
        { atMs: 0, address: '/look', status: 'running' },
        { atMs: 10, address: '/look', status: 'succeeded' },
      ],
    });
  });

  test('a plan with errors, or an input that it refuses, is no simulation', async () => {
    const script = readScript({});
    if (!script.ok) throw new Error('the script is sound');
    const of = (text: string) =>
      simulate({
        workspace: workspace(text),
        plan: 'main',
        script: script.value,
        catalogue: BUILT_IN_CATALOGUE,
      });
    expect(await of('look: CAPABILITY nowhere')).toMatchObject({
      ok: false,
      problem: [{ code: 'CAPABILITY_UNKNOWN' }],
    });
    expect(await of('in question')).toMatchObject({ ok: false, problem: [{ code: 'INPUT_INVALID' }] });
  });

  test('fault S5 a reply that is refused is quoted by its first error, and not by a warning before it', async () => {
    const nodes = [
      { id: 's', type: 'START' },
      { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' } },
      { id: 'b', type: 'CAPABILITY', params: { capability: 'no.such' } },
    ];
    const output = { nodes, edges: [{ from: 's', to: 'a' }] };
    const { error } = await simulated('ask: PLANNER {goal: g, tools: [echo]}', {
      nodes: { ask: [gives(0, output)] },
    });
    expect(error).toMatchObject({ code: 'PLAN_INVALID', message: 'There is no tool "no.such".' });
  });

  test('inputs are the values of IN variables', async () => {
    const { variables } = await simulated('in question\nlook: CAPABILITY echo', {
      inputs: { question: 'How many?' },
    });
    expect(variables).toEqual({ question: 'How many?' });
  });
});

describe('H4 "variables are the run\'s plan\'s, declared and injected, null where never written, without open layers"', () => {
  test('null where never written, a default where one is; planners declare theirs (V5)', async () => {
    const { variables } = await simulated(`
      in given = 7
      var never
      out result
      plan: PLANNER llm {goal: "x", planVariable: myPlan, onError: continue}`);
    expect(variables).toEqual({ given: 7, never: null, result: null, myPlan: null });
  });

  test('without open layers: a branch that has not merged has written nothing', async () => {
    const { variables, status } = await simulated(
      `
      out found
      both: GROUP ASYNC
        look: CAPABILITY echo {output: {found: "result"}}
        ask: HUMAN_INPUT Well?`,
      { nodes: { look: [gives(1, 'layered')] } },
    );
    expect([status, variables]).toEqual(['waiting', { found: null }]);
  });
});

describe('H4 "virtualMs is the moment the run ended or, if it waits, of its last fact that was not late"', () => {
  test('the moment the run ended, whatever comes late', async () => {
    const { virtualMs, lines } = await simulated(
      `
      a: CAPABILITY echo
      b: CAPABILITY echo`,
      { nodes: { a: [fails(10)], b: [gives(99)] } },
    );
    expect([virtualMs, lines.at(-1)]).toEqual([10, '99 /b late']);
  });

  test('if it waits, its last fact that was not late', async () => {
    const { virtualMs, status } = await simulated(
      `
      slow: CAPABILITY echo {timeoutMs: 10, onError: continue}
      ask: HUMAN_INPUT Well?
      slow -> ask`,
      { nodes: { slow: [gives(50)] } },
    );
    expect([status, virtualMs]).toEqual(['waiting', 10]);
  });
});

describe('H4 "The timeline has the node\'s address without attempt … in the order of the ledger\'s entries, and these statuses only"', () => {
  test('containers are nodes; branches and scopes as such have no line', async () => {
    const { lines } = await simulated(`
      all: GROUP ASYNC
        a: GROUP SYNC
          one: CAPABILITY echo`);
    expect(lines).toEqual([
      '0 /all running',
      '0 /all/a running',
      '0 /all/a/one running',
      '0 /all/a/one succeeded',
      '0 /all/a succeeded',
      '0 /all succeeded',
    ]);
  });

  test('"waiting for … HUMAN_INPUT … at every start of an attempt", retrying "when an attempt failed and another follows"', async () => {
    const run = await simulated(
      'ask: HUMAN_INPUT Well? {timeoutMs: 10, retry: {maxAttempts: 2, initialIntervalMs: 5}}',
    );
    expect(run.lines).toEqual(['0 /ask waiting', '10 /ask retrying', '15 /ask waiting', '25 /ask failed']);
  });

  test('"one final succeeded, failed, skipped or cancelled": a failure that is handled is failed all the same (R2)', async () => {
    const { lines } = await simulated(
      `
      bad: CAPABILITY echo {onError: continue}
      worse: CAPABILITY echo {onError: route}
      no: CAPABILITY echo
      yes: CAPABILITY echo {disabled: pass}
      off: CAPABILITY echo {disabled: skip}
      bad -> worse
      worse -> no
      worse.error -> yes`,
      { nodes: { bad: [fails(1)], worse: [fails(1)] } },
    );
    expect(lines).toEqual([
      '0 /off skipped',
      '0 /bad running',
      '1 /bad failed',
      '1 /worse running',
      '2 /worse failed',
      '2 /no skipped',
      '2 /yes running',
      '2 /yes succeeded',
    ]);
  });

  test('a node that never started in a scope that closed has no line (R18)', async () => {
    const run = await simulated('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b', {
      nodes: { a: [fails(1)] },
    });
    expect(linesOf(run, '/b')).toEqual([]);
  });

  test('waiting for an approval is no status of the timeline', async () => {
    const run = await simulated(
      `
      plan: PLANNER llm {goal: "x"}
      execute: PLAN_EXECUTOR {approve: always}
      plan -> execute`,
      { nodes: { plan: [gives(0, { steps: [{ toolId: 'echo' }] })] } },
    );
    expect([run.status, linesOf(run, '/execute')]).toEqual(['waiting', ['0 /execute running']]);
  });
});
