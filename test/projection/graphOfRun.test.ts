import { describe, expect, test } from 'vitest';
import { type Graph, graphOfPlan, graphOfRun, outlineOf, project, stepsOf } from '#projection';
import { attempt, ledger } from '../notation/ledger';
import { body, plan } from '../notation/plan';
import { runOf } from '../notation/run';

const planned = plan(`
  in question
  out answer
  start: START
  plan: PLANNER htn {goal: "{{ question }}"}
  execute: PLAN_EXECUTOR dynamicPlan
  end: END
  start -> plan
  plan -> execute
  execute -> end
`);

const streamed = ledger(
  planned,
  `
  0 begin {"question": "which regions grew most"}
    start /start
    took /start out
    start /plan#1
    plan /plan!1 1
  1 step /plan!1 0 step-1: CAPABILITY echo
  2 step /plan!1 1 - {"tool": "nope"}
  3 step /plan!1 2 step-2: CAPABILITY echo
  4 reply /plan!1 accepted step-1: CAPABILITY echo; step-2: CAPABILITY echo; step-1 -> step-2
    ok /plan#1
    start /execute
    open /execute@1 step-1: CAPABILITY echo; step-2: CAPABILITY echo; step-1 -> step-2
    start /execute@1/step-1#1
    call /execute@1/step-1#1 echo
  9 done /execute@1/step-1#1 {"rows": [{"a": 1}], "columns": ["a"]}
    ok /execute@1/step-1#1 {"rows": [{"a": 1}], "columns": ["a"]}
    start /execute@1/step-2#1
    call /execute@1/step-2#1 echo
  12 done /execute@1/step-2#1 true
    ok /execute@1/step-2#1 true
    ok /execute
    start /end
    took /end
    completed {"answer": "North"}
`,
);

const at = (position: number): Graph => graphOfRun(planned, project(streamed, position));

describe('a plan as its author sees it', () => {
  const graph = graphOfPlan(
    plan(`
      in question
      look: CAPABILITY documents.search
      gate: IF score > 2
      both: GROUP ASYNC {completion: FIRST_SUCCESS}
        a: TRANSFORM $sum(rows)
        b: FILL_TEMPLATE {template: "Hello {{ question }}"}
      order: GROUP SYNC
        c: HUMAN_INPUT Is this right?
        d: CAPABILITY echo {name: "Say it"}
      look -> gate
      gate.then -> both
    `),
    [
      {
        code: 'X',
        severity: 'error',
        where: { plan: 'main', node: 'look' },
        message: 'No such tool.',
        help: '',
      },
      {
        code: 'Y',
        severity: 'error',
        where: { plan: 'other', node: 'gate' },
        message: 'Elsewhere.',
        help: '',
      },
    ],
    new Map([
      [
        'documents.search',
        {
          id: 'documents.search',
          title: 'Search documents',
          description: '',
          input: {},
          output: {},
          effect: 'read',
        },
      ],
    ]),
  );

  test('the key is the path, and boxes come before their contents', () => {
    expect(graph.nodes.map((node) => [node.key, node.parent])).toEqual([
      ['/look', null],
      ['/gate', null],
      ['/both', null],
      ['/both/a', '/both'],
      ['/both/b', '/both'],
      ['/order', null],
      ['/order/c', '/order'],
      ['/order/d', '/order'],
    ]);
  });

  test('each type has the one line that matters for it', () => {
    expect(Object.fromEntries(graph.nodes.map((node) => [node.key, node.line]))).toEqual({
      '/look': 'documents.search',
      '/gate': 'score > 2',
      '/both': 'in parallel · first success',
      '/both/a': '$sum(rows)',
      '/both/b': 'Hello {{ question }}',
      '/order': 'in order · 2 nodes',
      '/order/c': 'Is this right?',
      '/order/d': 'echo',
    });
  });

  test('a capability without a name is called by its own title', () => {
    expect(graph.nodes.map((node) => node.title)).toContain('Search documents');
    expect(graph.nodes.map((node) => node.title)).toContain('Say it');
  });

  test('E4 problems of this plan are the reason of their node', () => {
    expect(graph.nodes.filter((node) => node.reason !== null).map((node) => [node.key, node.reason])).toEqual(
      [['/look', 'No such tool.']],
    );
  });

  test('L1 a SYNC GROUP shows its order as edges that are not in the document', () => {
    expect(graph.edges.map((edge) => [edge.key, edge.implied, edge.state])).toEqual([
      ['/order/c:out->d', true, 'idle'],
      ['/look:out->gate', false, 'idle'],
      ['/gate:then->both', false, 'idle'],
    ]);
  });
});

describe('D4 the plan of a planner', () => {
  test('streamed steps stand in the executor, as planned cards, chained, ghosts with their reason', () => {
    expect(inside(at(4), '/execute')).toEqual([
      '/execute@1/step-1 planned',
      '/execute@1/~2 ghost: The tool does not exist.',
      '/execute@1/step-2 planned',
    ]);
    expect(edges(at(4), '/execute@1')).toEqual(['/execute@1/step-1:out->step-2 planned']);
    expect(line(at(4), '/execute')).toBe('a plan is arriving, 3 steps so far');
    expect(line(at(4), '/plan')).toBe('3 steps so far');
  });

  test('cards keep their keys from planned to succeeded', () => {
    expect(inside(at(5), '/execute')).toEqual(['/execute@1/step-1 running', '/execute@1/step-2 planned']);
    expect(inside(at(6), '/execute')).toEqual(['/execute@1/step-1 succeeded', '/execute@1/step-2 running']);
    expect(inside(at(7), '/execute')).toEqual(['/execute@1/step-1 succeeded', '/execute@1/step-2 succeeded']);
  });

  test('an accepted plan that no executor has opened yet is planned, with its own edges', () => {
    const approval = ledger(
      planned,
      `
      0 begin {}
        start /plan#1
        plan /plan!1 1
      1 step /plan!1 0 - nonsense
      2 reply /plan!1 accepted a: CAPABILITY echo; b: CAPABILITY echo; a -> b
        ok /plan#1
        start /execute
        waits /execute!approve Run this plan?
        approval /execute!approve Run this plan?
    `,
    );
    const view = project(approval);
    const graph = graphOfRun(planned, view);
    expect(view.status).toBe('waiting');
    expect(inside(graph, '/execute')).toEqual([
      '/execute@1/a planned',
      '/execute@1/b planned',
      '/execute@1/~1 ghost: The tool does not exist.',
    ]);
    expect(edges(graph, '/execute@1')).toEqual(['/execute@1/a:out->b planned']);
    expect(line(graph, '/execute')).toBe('Run this plan?');
  });

  test('without an executor on its path the plan stands in the PLANNER', () => {
    const lonely = plan(`
      plan: PLANNER htn
      other: PLAN_EXECUTOR elsewhere
      plan -> other
    `);
    const commits = ledger(
      lonely,
      '0 begin {}\n start /plan#1\n plan /plan!1 1\n1 step /plan!1 0 a: CAPABILITY echo',
    );
    const graph = graphOfRun(lonely, project(commits));
    expect(inside(graph, '/plan')).toEqual(['/plan@1/a planned']);
    expect(inside(graph, '/other')).toEqual([]);
    expect(graph.nodes.find((node) => node.key === '/plan')?.container).toBe(true);
  });

  test('of two executors the next on the path is the one', () => {
    const chain = plan(`
      second: PLAN_EXECUTOR dynamicPlan
      first: PLAN_EXECUTOR dynamicPlan
      plan: PLANNER htn
      plan -> first
      first -> second
    `);
    const commits = ledger(
      chain,
      '0 begin {}\n start /plan#1\n plan /plan!1 1\n1 step /plan!1 0 a: CAPABILITY echo',
    );
    const graph = graphOfRun(chain, project(commits));
    expect(inside(graph, '/first')).toEqual(['/first@1/a planned']);
    expect(inside(graph, '/second')).toEqual([]);
  });

  test('in a SYNC GROUP the next executor in document order is the one', () => {
    const ordered = plan(`
      box: GROUP SYNC
        early: PLAN_EXECUTOR dynamicPlan
        plan: PLANNER htn
        late: PLAN_EXECUTOR dynamicPlan
    `);
    const commits = ledger(
      ordered,
      '0 begin {}\n start /box\n start /box/plan#1\n plan /box/plan!1 1\n1 step /box/plan!1 0 a: CAPABILITY echo',
    );
    const graph = graphOfRun(ordered, project(commits));
    expect(inside(graph, '/box/late')).toEqual(['/box/late@1/a planned']);
    expect(inside(graph, '/box/early')).toEqual([]);
  });

  test('steps of a plan that never ran read skipped when the executor is skipped', () => {
    const failed = ledger(
      planned,
      `
      0 begin {}
        start /plan#1
        plan /plan!1 1
      1 step /plan!1 0 a: CAPABILITY echo
      2 reply /plan!1 refused
        fail /plan#1 PLAN_INVALID
        failed PLAN_INVALID
    `,
    );
    const graph = graphOfRun(planned, project(failed));
    expect(inside(graph, '/execute')).toEqual(['/execute@1/a skipped']);
    expect(line(graph, '/plan')).toBe('It said PLAN_INVALID.');
  });
});

describe('cards and edges of a run', () => {
  test('lines tell results in a few words', () => {
    expect(line(at(7), '/start')).toBe('which regions grew most');
    expect(line(at(7), '/plan')).toBe('HTN · 2 steps · 14 ms');
    expect(line(at(7), '/execute')).toBe('plan revision 1, made by HTN planner');
    expect(line(at(7), '/execute@1/step-1')).toBe('1 row · 1 column');
    expect(line(at(7), '/execute@1/step-2')).toBe('true');
  });

  test('a planner that a model answered names the model, not how it was asked', () => {
    const byModel = attempt('accepted', { flavour: 'stream', model: 'model-1', madeBy: 'qwen2.5:7b' });
    const commits = streamed.map((commit) =>
      commit.fact.type === 'plan.replied'
        ? { ...commit, fact: { ...commit.fact, attempt: byModel } }
        : commit,
    );
    expect(line(graphOfRun(planned, project(commits)), '/plan')).toBe('qwen2.5:7b · 2 steps · 14 ms');
  });

  test('edges are taken, live, planned or idle', () => {
    expect(edges(at(1), '')).toEqual([
      '/start:out->plan live',
      '/plan:out->execute idle',
      '/execute:out->end idle',
    ]);
    expect(edges(at(6), '')).toEqual([
      '/start:out->plan taken',
      '/plan:out->execute live',
      '/execute:out->end idle',
    ]);
    expect(edges(at(6), '/execute@1')).toEqual(['/execute@1/step-1:out->step-2 live']);
  });

  test('D4 a box says how many of its nodes have settled', () => {
    const box = (position: number) => at(position).nodes.find((node) => node.key === '/execute')?.progress;
    expect([box(1), box(5), box(6), box(7)]).toEqual([
      null,
      { done: 0, total: 2 },
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
  });

  test('a port that was not chosen is dead, and what is behind it was not needed', () => {
    const choice = plan(`
      gate: IF score > 2
      yes: CAPABILITY echo
      no: CAPABILITY echo
      gate.then -> yes
      gate.else -> no
    `);
    const commits = ledger(choice, '0 begin {}\n start /gate\n took /gate then\n skip /no\n start /yes#1');
    const graph = graphOfRun(choice, project(commits));
    expect(edges(graph, '')).toEqual(['/gate:then->yes live', '/gate:else->no dead']);
    expect(line(graph, '/gate')).toBe('then');
    expect(line(graph, '/no')).toBe('not needed');
  });

  test('L2 a failure that is routed takes the error port', () => {
    const routed = plan('a: CAPABILITY echo {onError: route}\nb: CAPABILITY echo\na.error -> b');
    const commits = ledger(
      routed,
      '0 begin {}\n start /a#1\n1 error /a#1 BAD\n handled /a#1 BAD\n start /b#1',
    );
    const graph = graphOfRun(routed, project(commits));
    expect(edges(graph, '')).toEqual(['/a:error->b live']);
    expect(graph.nodes[0]).toMatchObject({ status: 'failed', line: 'It said BAD.', reason: 'It said BAD.' });
  });

  test('R4 a node whose edges are settled and one taken is ready, and held by a pause', () => {
    const chain = plan('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\nb -> c');
    const commits = ledger(
      chain,
      '0 begin {}\n start /a#1\n call /a#1 echo\n1 done /a#1 1\n ok /a#1 1\n2 pause\n paused',
    );
    expect(words(graphOfRun(chain, project(commits, 2)))).toEqual(['succeeded', 'ready', 'pending']);
    expect(words(graphOfRun(chain, project(commits, 3)))).toEqual(['succeeded', 'paused', 'pending']);
    expect(words(graphOfRun(chain, project(commits, 0)))).toEqual(['pending', 'pending', 'pending']);
  });

  test('D5 the outline is the tree in document order, and a box at work reads n of m', () => {
    expect(outlineOf(at(6)).map((row) => `${'  '.repeat(row.depth)}${row.key}: ${row.word}`)).toEqual([
      '/start: succeeded',
      '/plan: succeeded',
      '/execute: 1 of 2',
      '  /execute@1/step-1: succeeded',
      '  /execute@1/step-2: running',
      '/end: pending',
    ]);
  });

  test('V1 the start says what the run was given, or the default that stood for it', () => {
    const asked = plan('in question = "which regions"\nstart: START');
    const lineOf = (input: string) => {
      const run = ledger(asked, `0 begin ${input}\n  start /start\n  took /start out`);
      return graphOfRun(asked, project(run)).nodes[0]?.line;
    };
    expect(lineOf('{}')).toBe('which regions');
    expect(lineOf('{"question": "how many"}')).toBe('how many');
  });

  test('steps on a phone follow the edges, not the document', () => {
    const shuffled = plan(`
      end: END
      note: NOTE Hello
      b: CAPABILITY echo
      start: START
      a: CAPABILITY echo
      start -> a
      a -> b
      b -> end
    `);
    expect(stepsOf(graphOfPlan(shuffled)).map((row) => row.key)).toEqual(['/start', '/a', '/b', '/end']);
  });
});

function inside(graph: Graph, parent: string): string[] {
  return graph.nodes
    .filter((node) => node.parent === parent)
    .map((node) => `${node.key} ${node.mark === 'ghost' ? `ghost: ${node.reason}` : node.status}`);
}

function edges(graph: Graph, scope: string): string[] {
  return graph.edges
    .filter((edge) => edge.key.slice(0, edge.key.lastIndexOf('/')) === scope)
    .map((edge) => `${edge.key} ${edge.state}`);
}

function line(graph: Graph, key: string): string | undefined {
  return graph.nodes.find((node) => node.key === key)?.line;
}

function words(graph: Graph): (string | null)[] {
  return graph.nodes.map((node) => node.status);
}

test('D6 an inline PLANNER that has its plan still has to carry it out: held there it is paused, and its steps are planned', () => {
  const inline = plan(`
    var dynamicPlan
    think: PLANNER rules {execute: inline}
    z: CAPABILITY echo
    think -> z
  `);
  const run = runOf(inline, { paused: true });
  const statuses = () =>
    Object.fromEntries(
      graphOfRun(inline, project(run.commits)).nodes.map(({ node, status }) => [node.id, status]),
    );
  run.step();
  run.proposes('/think!1', body('a: CAPABILITY echo'));
  expect(statuses()).toEqual({ think: 'paused', a: 'planned', z: 'pending' });
  run.step();
  expect(statuses()).toEqual({ think: 'running', a: 'paused', z: 'pending' });
  run.resume();
  run.done('/think@1/a#1', 1);
  expect(statuses()).toEqual({ think: 'succeeded', a: 'succeeded', z: 'running' });
});
