import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, checkPlan, type Edge, type PlanNode } from '#plan';
import { bothRunIn } from '../../src/plan/graph/order';
import { catalogue } from '../notation/catalogue';
import { body, plan, workspace } from '../notation/plan';

/** Pairs of nodes that race for the variable `x`, as the warnings name them. */
function races(text: string): readonly string[] {
  const checked = plan(`var x\n${text}`);
  return checkPlan(checked, workspace([checked]), catalogue('echo'))
    .filter(({ code }) => code === 'WRITE_RACE')
    .map(({ message }) => [...message.matchAll(/"([^"]+)"/g)].map(([, id]) => id).join(' '));
}

const writes = (...ids: readonly string[]): string =>
  ids.map((id) => `${id}: CAPABILITY echo {output: {x: result}}`).join('\n');

describe('R20 two nodes that may run at the same time and write one variable are warned about', () => {
  test('nodes that nothing orders race; one that comes after the other does not', () => {
    expect(races(writes('a', 'b'))).toEqual(['a b x']);
    expect(races(`${writes('a', 'b')}\na -> b`)).toEqual([]);
    expect(races(`${writes('a', 'b')}\nm: TRANSFORM 1\na -> m -> b`)).toEqual([]);
  });

  test('both ends of one port race', () => {
    expect(races(`${writes('a', 'b')}\nm: TRANSFORM 1\nm -> a\nm -> b`)).toEqual(['a b x']);
  });

  test('R5 the two sides of IF, cases of SWITCH, decisions, `out` and `error` do not', () => {
    expect(races(`${writes('a', 'b')}\nc: IF true\nc.then -> a\nc.else -> b`)).toEqual([]);
    expect(
      races(
        `${writes('a', 'b')}\nc: SWITCH {cases: {one: "true", two: "true"}}\nc.one -> a\nc.two -> b\nc.default -> b`,
      ),
    ).toEqual([]);
    expect(
      races(`${writes('a', 'b')}\nc: HUMAN_INPUT {decisions: [yes, no]}\nc.yes -> a\nc.no -> b`),
    ).toEqual([]);
    expect(races(`${writes('a', 'b')}\nc: CAPABILITY echo {onError: route}\nc -> a\nc.error -> b`)).toEqual(
      [],
    );
  });

  test('cases of a SWITCH with `all` race, but not with its default or its error', () => {
    const choice = 'c: SWITCH {cases: {one: "true", two: "true"}, all: true, onError: route}';
    expect(races(`${writes('a', 'b')}\n${choice}\nc.one -> a\nc.two -> b`)).toEqual(['a b x']);
    expect(races(`${writes('a', 'b')}\n${choice}\nc.one -> a\nc.default -> b`)).toEqual([]);
    expect(races(`${writes('a', 'b')}\n${choice}\nc.one -> a\nc.error -> b`)).toEqual([]);
  });

  test('a choice between two nodes separates what comes long after it', () => {
    const chain = 't: TRANSFORM 1\ne: TRANSFORM 1\nc: IF true\nc.then -> t -> a\nc.else -> e -> b';
    expect(races(`${writes('a', 'b')}\n${chain}`)).toEqual([]);
  });

  test('ways that come together again race with what lies beside them', () => {
    const joined = 'c: IF true\nc.then -> a\nc.else -> a\nc.else -> b';
    expect(races(`${writes('a', 'b')}\n${joined}`)).toEqual(['a b x']);
  });

  test('no single choice need lie on every way: refused by a rule or by a person, else published', () => {
    const text = [
      writes('publish', 'revise', 'refuse'),
      'gate: IF true',
      'editor: HUMAN_INPUT {decisions: [approve, changes, reject]}',
      'gate.else -> publish',
      'gate.then -> editor',
      'editor.approve -> publish',
      'editor.changes -> revise',
      'editor.reject -> refuse',
    ];
    expect(races(text.join('\n'))).toEqual([]);
  });

  test('two choices that do not depend on each other separate nothing', () => {
    expect(races(`${writes('a', 'b')}\nc: IF true\nd: IF true\nc.then -> a\nd.else -> b`)).toEqual(['a b x']);
  });

  test('of three nodes each is warned about once, with the first that it races with', () => {
    expect(races(writes('a', 'b', 'c'))).toEqual(['a b x', 'a c x']);
  });

  test('R3 with a START what it does not reach never runs', () => {
    expect(races(`${writes('a', 'b')}\ns: START\ns -> a`)).toEqual([]);
    expect(races(`${writes('a', 'b')}\ns: START\ns -> a\ns -> b`)).toEqual(['a b x']);
  });

  test('L2 what is left out does not write, and what follows it never runs', () => {
    expect(races(`${writes('a')}\nb: CAPABILITY echo {output: {x: result}, disabled: skip}`)).toEqual([]);
    expect(races(`${writes('a', 'b')}\no: TRANSFORM 1 {disabled: skip}\no -> b`)).toEqual([]);
  });

  test('branches write into layers of their own, a sequence one after another', () => {
    const inside = (mode: string): string =>
      `g: GROUP ${mode}\n  a: CAPABILITY echo {output: {x: result}}\n  b: CAPABILITY echo {output: {x: result}}`;
    expect(races(inside('ASYNC'))).toEqual([]);
    expect(races(inside('SYNC'))).toEqual([]);
    expect(races(`${inside('ASYNC')}\n  m: TRANSFORM 1\n  m -> a\n  m -> b`)).toEqual(['a b x']);
  });

  test('a group writes what its inside writes, unless it collects', () => {
    const group = (rest: string): string =>
      `${writes('a')}\ng: GROUP ASYNC ${rest}\n  b: CAPABILITY echo {output: {x: result}}`;
    expect(races(group(''))).toEqual(['a g x']);
    expect(races(group('{merge: COLLECT}'))).toEqual([]);
  });

  test('a planner writes its plan, by default "dynamicPlan"', () => {
    const checked = plan('p: PLANNER rules\nq: PLANNER rules');
    const found = checkPlan(checked, workspace([checked]), catalogue());
    expect(found.filter(({ code }) => code === 'WRITE_RACE').map(({ message }) => message)).toEqual([
      '"p" and "q" may run at the same time, and both write "dynamicPlan".',
    ]);
  });
});

describe('R20 the test by pairs of edges is exact', () => {
  /** Every way in which the choices of a body can fall: the nodes that run and the ports they take (R4, R5). */
  function runsOf({ nodes, edges }: Body): readonly ReadonlySet<string>[] {
    return nodes.reduce<readonly ReadonlySet<string>[]>(
      (runs, node) => runs.flatMap((ran) => continued(ran, node, edges)),
      [new Set()],
    );
  }

  function continued(ran: ReadonlySet<string>, { id, type }: PlanNode, edges: readonly Edge[]) {
    const into = edges.filter(({ to }) => to === id);
    if (into.length > 0 && !into.some(({ from, port }) => ran.has(`${from}.${port}`))) return [ran];
    const ports = type === 'IF' ? ['then', 'else'] : ['out'];
    return ports.map((port) => new Set([...ran, id, `${id}.${port}`]));
  }

  const randomBody = fc
    .record({
      choices: fc.array(fc.boolean(), { minLength: 2, maxLength: 7 }),
      edges: fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.boolean()), { maxLength: 12 }),
    })
    .map(({ choices, edges }) => {
      const nodes = choices.map((isChoice, index) => `n${index}: ${isChoice ? 'IF true' : 'TRANSFORM 1'}`);
      const lines = edges
        .filter(([from, to]) => from < to && to < choices.length)
        .map(([from, to, side]) => `n${from}${choices[from] ? (side ? '.then' : '.else') : ''} -> n${to}`);
      return body([...nodes, ...new Set(lines)].join('\n'));
    });

  test('random graphs: it says what trying every fall of the choices says', () => {
    fc.assert(
      fc.property(randomBody, (drawn) => {
        const runs = runsOf(drawn);
        const bothRun = bothRunIn(drawn);
        const pairs = drawn.nodes.flatMap((one, index) =>
          drawn.nodes.slice(index + 1).map((other) => [one, other] as const),
        );
        const tried = pairs.map(([one, other]) => runs.some((ran) => ran.has(one.id) && ran.has(other.id)));
        expect(pairs.map(([one, other]) => bothRun(one, other))).toEqual(tried);
      }),
      { seed: 20, numRuns: 400 },
    );
  });

  test('T4 a chain of 5,000 choices is answered without recursion; a cycle is not answered', () => {
    const count = 5_000;
    const nodes = Array.from({ length: count }, (_, index) => `n${index}: IF true`);
    const edges = Array.from({ length: count - 1 }, (_, index) => `n${index}.then -> n${index + 1}`);
    const ends = `a: TRANSFORM 1\nb: TRANSFORM 1\nn${count - 1}.then -> a\nn0.else -> b`;
    const long = body([...nodes, ...edges, ends].join('\n'));
    const [a, b] = long.nodes.slice(-2);
    expect(a && b && bothRunIn(long)(a, b)).toBe(false);
    const circle = body('a: IF true\nb: TRANSFORM 1\nc: TRANSFORM 1\na.then -> b -> a\na.else -> c');
    const [, one, other] = circle.nodes;
    expect(one && other && bothRunIn(circle)(one, other)).toBe(true);
  });
});
