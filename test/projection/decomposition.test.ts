import { expect, test } from 'vitest';
import { decompositionOf } from '#projection';

test('P12 the tree of a decomposition: tasks, the methods that were tried, and why they were left', () => {
  const trace = {
    expanded: 3,
    tree: {
      task: 'answer',
      tried: [
        { id: 'from-documents', outcome: 'notApplicable', reason: 'there are none', subtasks: [] },
        {
          id: 'from-a-table',
          outcome: 'chosen',
          subtasks: [{ task: 'load', tried: [{ id: 'load', outcome: 'chosen', subtasks: [] }] }],
        },
      ],
    },
  };
  expect(decompositionOf(trace)).toEqual({
    task: 'answer',
    tried: [
      { id: 'from-documents', outcome: 'notApplicable', reason: 'there are none', subtasks: [] },
      {
        id: 'from-a-table',
        outcome: 'chosen',
        reason: null,
        subtasks: [{ task: 'load', tried: [{ id: 'load', outcome: 'chosen', reason: null, subtasks: [] }] }],
      },
    ],
  });
});

test.each([
  ['rules', { rules: [{ rule: 'sum', outcome: 'fired' }] }],
  ['a model', undefined],
  ['nothing', null],
  ['a tree that is none', { tree: { task: 7 } }],
])('P12 a plan made by %s has no decomposition', (_, trace) => {
  expect(decompositionOf(trace)).toBeNull();
});

test('P12 of an imported tree only what is one is read', () => {
  const tree = { task: 'answer', tried: [{ id: 'a', outcome: 'guessed' }, 3, { outcome: 'chosen' }] };
  expect(decompositionOf({ tree })).toEqual({ task: 'answer', tried: [] });
});
