import type { HtnPlanner } from '#plan';
import { DOCUMENT_METHODS, DOCUMENT_OPERATORS, DOCUMENT_TASKS } from './documents';
import { TABLE_METHODS, TABLE_TASKS } from './tableMethods';
import { TABLE_OPERATORS } from './tableOperators';

/**
 * The planner that works without a model (A5): a task network over `memory.question`, the reading of the goal against
 * the tables and documents at hand.
 */
export const BUILT_IN_HTN: HtnPlanner = {
  id: 'built-in-tasks',
  kind: 'htn',
  name: 'Built-in task planner',
  tasks: ['answer', ...TABLE_TASKS, ...DOCUMENT_TASKS],
  methods: [
    {
      id: 'answer-from-a-table',
      task: 'answer',
      when: 'memory.question.about == "table"',
      subtasks: ['work-on-table'],
      description:
        'list and filter the rows of a table, count them, add up or average a column, group by columns, rank the top or bottom few, tell shares',
    },
    {
      id: 'answer-from-documents',
      task: 'answer',
      when: 'memory.question.about == "documents"',
      subtasks: ['work-on-documents'],
      description: 'search documents, compare what they say, and answer with citations',
    },
    ...TABLE_METHODS,
    ...DOCUMENT_METHODS,
  ],
  operators: [...TABLE_OPERATORS, ...DOCUMENT_OPERATORS],
};
