import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { builtInCapabilities } from '#capabilities';
import { type CapabilityPlan, CapabilityPlanBuilder, checkPlan, type Edge } from '#plan';
import { catalogueOf } from '#runtime';
import { plan, workspace } from '../notation/plan';

describe('L6 CapabilityPlanBuilder', () => {
  it('the example of its door runs, and is a plan without a problem', () => {
    const built = exampleOf('capabilityPlanBuilder.ts');
    expect({ ...built, name: undefined }).toEqual(
      plan(
        `
        in question: string
        out answer: string
        find: CAPABILITY documents.search {input: {query: "{{ question }}"}, output: {answer: "result.text"}, timeoutMs: 60000}
        tell: GROUP ASYNC {completion: ALL, merge: LAST_WINS}
          capability-1: CAPABILITY echo
          capability-2: CAPABILITY text.say
        find -> tell
        result {answer: "{{ answer }}"}
        `,
        'report',
      ),
    );
  });

  it('makes the document that a person would write, ids minted by W2', () => {
    const built = builtPlan(
      new CapabilityPlanBuilder('main')
        .addSync('echo')
        .addSyncGroup(['echo', { capability: 'text.upper', id: 'loud', onError: 'continue' }])
        .addAsyncGroup(['echo', 'echo'], { completion: 'N_OF(1)', rest: 'ignore', maxConcurrency: 1 })
        .addSync('text.say'),
    );
    expect({ ...built, name: undefined }).toEqual(
      plan(`
        capability-1: CAPABILITY echo
        group-1: GROUP SYNC
          capability-2: CAPABILITY echo
          loud: CAPABILITY text.upper {onError: continue}
        group-2: GROUP ASYNC {completion: "N_OF(1)", rest: ignore, maxConcurrency: 1}
          capability-3: CAPABILITY echo
          capability-4: CAPABILITY echo
        capability-5: CAPABILITY text.say
        capability-1 -> group-1
        group-1 -> group-2
        group-2 -> capability-5
      `),
    );
  });

  it('fromGroups: a list of groups is a chain, dependsOn a graph', () => {
    const built = builtPlan(
      CapabilityPlanBuilder.fromGroups('main', [
        { id: 'a', steps: ['echo'] },
        { id: 'b', steps: ['echo'], dependsOn: [0] },
        { id: 'c', mode: 'ASYNC', steps: ['echo', 'echo'], dependsOn: [0] },
        { id: 'd', steps: ['echo'], dependsOn: [1, 2], timeoutMs: 5 },
        { id: 'e', steps: ['echo'] },
        { id: 'f', steps: ['echo'], dependsOn: [] },
      ]),
    );
    expect(linesOf(built.edges)).toEqual(['a.out b', 'a.out c', 'b.out d', 'c.out d', 'd.out e']);
    expect(built.nodes.find(({ id }) => id === 'd')?.timeoutMs).toBe(5);
  });

  it('addNode takes nodes of any type, after any port', () => {
    const built = builtPlan(
      new CapabilityPlanBuilder('main')
        .input('score', { type: 'number' }, 2)
        .variable('note')
        .addNode({ type: 'IF', params: { condition: 'score > 1' } })
        .addSyncWithCustomConfig('echo', { id: 'high', after: { node: 'if-1', port: 'then' } })
        .addSyncWithCustomConfig('echo', { id: 'low', after: { node: 'if-1', port: 'else' } })
        .addNode({ type: 'JOIN', params: { need: 'N_OF(1)' } }, { after: ['high', 'low'] })
        .addSync('echo', { after: [] })
        .connect('capability-1', 'join-1'),
    );
    expect(linesOf(built.edges)).toEqual([
      'if-1.then high',
      'if-1.else low',
      'high.out join-1',
      'low.out join-1',
      'capability-1.out join-1',
    ]);
    const one = workspace([built]);
    expect(checkPlan(built, one, catalogueOf(one, builtInCapabilities()))).toEqual([]);
  });

  it('buildBody gives what a planner would propose, open what reference 2 has', () => {
    const builder = new CapabilityPlanBuilder('main').open().addSync('echo');
    expect(builder.buildBody()).toEqual({
      ok: true,
      value: {
        nodes: [{ id: 'capability-1', type: 'CAPABILITY', params: { capability: 'echo' } }],
        edges: [],
      },
    });
    expect(builtPlan(builder).variables).toBe('open');
    expect(builder.last).toBe('capability-1');
  });

  it('all that is wrong is told by build, and nothing is thrown', () => {
    const built = new CapabilityPlanBuilder('main')
      .input('a b')
      .addSyncWithCustomConfig('not a capability', { id: 'x' })
      .addSyncWithCustomConfig('echo', { id: 'x', timeoutMs: 0 })
      .connect('#7', 'x')
      .build();
    expect(built.ok).toBe(false);
    if (built.ok) return;
    expect(built.problem.map(({ where }) => `${where.node ?? ''} ${where.field}`)).toEqual(
      expect.arrayContaining([' /variables/0/id', 'x /params/capability', 'x /timeoutMs', ' /edges/1/from']),
    );
    const twice = new CapabilityPlanBuilder('main');
    twice.addSync('echo').addSyncWithCustomConfig('echo', { id: 'capability-1' });
    expect(twice.build()).toMatchObject({ ok: false, problem: [{ code: 'DUPLICATE_ID' }] });
  });

  it('what it does not know is no program: types', () => {
    const builder = new CapabilityPlanBuilder('main');
    expectTypeOf(builder.addAsyncGroup).parameter(1).not.toHaveProperty('mode');
    // @ts-expect-error: the rest is cancelled or ignored
    builder.addAsyncGroup(['echo'], { rest: 'stop' });
    // @ts-expect-error: an IF has a condition
    builder.addNode({ type: 'IF', params: {} });
    expect(builder.build().ok).toBe(false);
  });
});

function builtPlan(builder: CapabilityPlanBuilder): CapabilityPlan {
  const built = builder.build();
  if (!built.ok) throw new Error(JSON.stringify(built.problem));
  return built.value;
}

function linesOf(edges: readonly Edge[]): readonly string[] {
  return edges.map(({ from, port, to }) => `${from}.${port} ${to}`);
}

/** Runs the example that stands in a doc comment, which is the first thing that people copy. */
function exampleOf(file: string): CapabilityPlan {
  const source = readFileSync(new URL(`../../src/plan/builder/${file}`, import.meta.url), 'utf8');
  const example =
    source
      .split('@example')[1]
      ?.split('*/')[0]
      ?.replaceAll(/^ \* ?/gm, '') ?? '';
  const built = new Function('CapabilityPlanBuilder', `${example}; return built;`)(CapabilityPlanBuilder);
  if (!built.ok) throw new Error(JSON.stringify(built.problem));
  return built.value;
}
