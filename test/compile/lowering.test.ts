import { describe, expect, test } from 'vitest';
import { compile } from '#compile';
import { planJson } from '../notation/plan';
import { compiled, inside, shapeOf } from './notation';

const shape = (text: string) => shapeOf(compiled(text).scope);

describe('lowering', () => {
  test('C2 a row of nodes is a sequence: a state each', () => {
    expect(
      shape('a: CAPABILITY echo\nb: TRANSFORM 1\nc: FILL_TEMPLATE x\nd: HUMAN_INPUT\na -> b -> c -> d'),
    ).toEqual(['sequence a', 'a: >b', 'b: >c', 'c: >d', 'd: >.']);
  });

  test('C2 a choice is a guarded transition that says what dies with the other ports (R4)', () => {
    expect(
      shape(`
        i: IF true
        a: CAPABILITY echo
        b: CAPABILITY echo
        c: CAPABILITY echo
        i.then -> a -> c
        i.else -> b -> c
      `),
    ).toEqual(['sequence i', 'i: then>a -b, else>b -a', 'a: >c', 'b: >c', 'c: >.']);
  });

  test('C2 a port without an edge ends the sequence', () => {
    expect(shape('i: IF true\na: CAPABILITY echo\ni.then -> a')).toEqual([
      'sequence i',
      'i: then>a, >. -a',
      'a: >.',
    ]);
    expect(shape('w: SWITCH {cases: {x: "true"}}\na: CAPABILITY echo\nw.x -> a')).toContain('w: x>a, >. -a');
  });

  test('L2 an error port counts only where an edge leaves from it', () => {
    expect(shape('a: CAPABILITY echo {onError: route}\nb: CAPABILITY echo\na.error -> b')).toEqual([
      'sequence a',
      'a: error>b, >. -b',
      'b: >.',
    ]);
    expect(shape('a: CAPABILITY echo {onError: route}\nb: CAPABILITY echo\na -> b')).toContain('a: >b');
  });

  test('L9 decisions and the timeout of a HUMAN_INPUT are ports', () => {
    expect(
      shape(`
        q: HUMAN_INPUT {decisions: [yes, no], timeoutMs: 5}
        y: END
        n: END
        t: END
        q.yes -> y
        q.no -> n
        q.timeout -> t
      `),
    ).toContain('q: yes>y -n,t, no>n -y,t, timeout>t -y,n');
  });

  test('C2 two tokens at once make a graph: a fork, two starts, a multi-choice, a node that is left out', () => {
    const fork = 'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\na -> c';
    expect(shape(fork)).toEqual(['graph', 'a.out>b', 'a.out>c']);
    expect(shape('a: CAPABILITY echo\nb: CAPABILITY echo')).toEqual(['graph']);
    const all = 'w: SWITCH {cases: {x: "true"}, all: true}\na: CAPABILITY echo\nw.x -> a';
    expect(shape(all)).toEqual(['graph', 'w.x>a']);
    const off = 'a: CAPABILITY echo\nb: CAPABILITY echo {disabled: skip}\na -> b';
    expect(shape(off)).toEqual(['graph', 'a.out>b']);
  });

  test('R3 what START does not reach is skipped when the scope opens', () => {
    expect(shape('s: START\na: CAPABILITY echo\nlost: CAPABILITY echo\ns -> a')).toEqual([
      'sequence s',
      'unreachable lost',
      's: >a',
      'a: >.',
      'lost: >.',
    ]);
  });

  test('R5 a SYNC GROUP is a row whatever port its children choose; an END ends it; disabled ones are left out', () => {
    const plan = compiled(`
      g: GROUP SYNC
        i: IF true
        off: CAPABILITY echo {disabled: skip}
        a: CAPABILITY echo
        e: END
        never: CAPABILITY echo
    `);
    expect(shapeOf(inside(plan, 'g'))).toEqual([
      'sequence i',
      'disabled off',
      'i: >a',
      'a: >e',
      'e: >.',
      'never: >.',
    ]);
  });

  test('L1 an ASYNC GROUP has one branch for each connected component of its children, in document order', () => {
    const plan = compiled(`
      g: GROUP ASYNC {maxConcurrency: 2}
        a: CAPABILITY echo
        b: CAPABILITY echo
        c: CAPABILITY echo
        a -> c
    `);
    expect(shapeOf(inside(plan, 'g'))).toEqual([
      'branches ALL 2',
      '  sequence a',
      '  a: >c',
      '  c: >.',
      '  sequence b',
      '  b: >.',
    ]);
  });

  test('R9 without maxConcurrency all branches open at once', () => {
    const plan = compiled('g: GROUP ASYNC\n  a: CAPABILITY echo\n  b: CAPABILITY echo');
    expect(shapeOf(inside(plan, 'g'))[0]).toBe('branches ALL 2');
  });

  test('L1 an inline PLANNER is two nodes with one id: the planner, then the executor with its settings', () => {
    const { scope } = compiled(`
      var dynamicPlan   out x
      p: PLANNER rules {execute: inline, tools: [echo], output: {x: "result"}, input: 1}
      z: END
      p -> z
    `);
    expect(shapeOf(scope)).toEqual(['sequence p', 'p: >p@1', 'p@1: >z', 'z: >.']);
    const [planner, executor] = scope.nodes;
    expect(planner?.node).toMatchObject({ type: 'PLANNER', input: 1 });
    expect(planner?.node.output).toBeUndefined();
    expect(executor?.node).toMatchObject({
      type: 'PLAN_EXECUTOR',
      params: { tools: ['echo'] },
      output: { x: 'result' },
    });
  });

  test('a PLANNER and a PLAN_EXECUTOR are nodes like any other; NOTE is none', () => {
    expect(shape('var dynamicPlan\nn: NOTE hello\np: PLANNER rules\nx: PLAN_EXECUTOR\np -> x')).toEqual([
      'sequence p',
      'p: >x',
      'x: >.',
    ]);
  });

  test('a plan without nodes is a sequence that is at rest', () => {
    expect(shape('n: NOTE only this')).toEqual(['sequence .']);
  });

  test('C2 a long row is cut into pieces that are built when they are reached', () => {
    const nodes = Array.from({ length: 600 }, (_, index) => `n${index}: CAPABILITY echo`).join('\n');
    const edges = Array.from({ length: 599 }, (_, index) => `n${index} -> n${index + 1}`).join('\n');
    const { scope } = compiled(`${nodes}\n${edges}`);
    if (scope.shape !== 'sequence') throw new Error('not a sequence');
    expect(scope.segments.map(({ nodes: piece }) => piece.length)).toEqual([250, 250, 100]);
    expect(scope.segments.map(({ entries }) => entries)).toEqual([[], [250], [500]]);
  });

  test('C1 whatever compile refuses, check refuses with the same code: every node on the cycle is named (case D1)', () => {
    const cyclic = {
      ...compiledPlanJson('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b\nb -> a'),
    };
    const result = compile(cyclic);
    expect(result.ok ? [] : result.problem).toMatchObject([
      { code: 'CYCLE', where: { plan: 'main', node: 'a' }, message: expect.stringContaining('a, b') },
    ]);
  });
});

/** A plan with a cycle, which the door of the house would not let in. */
function compiledPlanJson(text: string) {
  return JSON.parse(
    JSON.stringify(planJson(text), (key, value) =>
      key === 'edges' ? value.map((edge: object) => ({ port: 'out', ...edge })) : value,
    ),
  );
}
