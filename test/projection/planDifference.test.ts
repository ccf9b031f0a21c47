import { expect, test } from 'vitest';
import { graphOfDifference, planDifference } from '#projection';
import { body } from '../notation/plan';

const difference = (before: string, after: string) =>
  Object.fromEntries(planDifference(body(before), body(after)));

test('P9 a step is kept, added, changed or dropped, by its id', () => {
  const before = 'a: CAPABILITY echo\nb: CAPABILITY echo {input: {text: x}}\nc: CAPABILITY echo';
  const after = 'a: CAPABILITY echo\nb: CAPABILITY echo {input: {text: y}}\nd: CAPABILITY echo';
  expect(difference(before, after)).toEqual({ a: 'kept', b: 'changed', d: 'added', c: 'dropped' });
});

test('P9 another name is no change, nor are other edges; what a container holds is', () => {
  const before = 'g: GROUP SYNC\n  a: CAPABILITY echo\nb: CAPABILITY echo {name: B}';
  const renamed = 'g: GROUP SYNC\n  a: CAPABILITY echo\nb: CAPABILITY echo {name: C}\ng -> b';
  expect(difference(before, renamed)).toEqual({ g: 'kept', b: 'kept' });
  const inside = 'g: GROUP SYNC\n  a: CAPABILITY other\nb: CAPABILITY echo {name: B}';
  expect(difference(before, inside)).toEqual({ g: 'changed', b: 'kept' });
});

test('H5 two plans as one graph: each step with its mark, and one that is gone where it stood', () => {
  const before = body('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b -> c');
  const after = body(
    'a: CAPABILITY echo\nc: CAPABILITY echo {input: {text: "c"}}\nd: CAPABILITY echo\na -> c -> d',
  );
  const { nodes, edges } = graphOfDifference(before, after, new Map());
  expect(nodes.map(({ key, mark }) => `${key} ${mark}`)).toEqual([
    '/a kept',
    '/c changed',
    '/d added',
    '/b dropped',
  ]);
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toContain('/a /b');
});
