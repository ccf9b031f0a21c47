import type { HtnPlanner } from '#plan';
import { MOST_FILTERS } from './tableOperators';

type Method = HtnPlanner['methods'][number];

function when(kind: string): string {
  return `memory.question.about == "table" && memory.question.kind == "${kind}"`;
}

/** One way to do a task if a condition holds, and nothing to do if it does not. */
function optional(task: string, condition: string, subtasks: string[]): readonly Method[] {
  return [
    { id: `${task}-needed`, task, when: condition, subtasks },
    { id: `${task}-not-needed`, task, when: `!(${condition})`, subtasks: [] },
  ];
}

/** Keep the rows of one condition after the other: the list of conditions, taken apart. */
function narrowing(): readonly Method[] {
  const steps = Array.from({ length: MOST_FILTERS }, (_, index) => index + 1);
  return steps.flatMap((number) =>
    optional(`narrow-${number}`, `size(memory.question.filters) >= ${number}`, [
      `keep-${number}`,
      ...(number < MOST_FILTERS ? [`narrow-${number + 1}`] : []),
    ]),
  );
}

function saying(what: string): readonly Method[] {
  return [
    { id: `tell-${what}-into-answer`, task: `tell-${what}`, subtasks: [`say-${what}`] },
    { id: `tell-${what}-aloud`, task: `tell-${what}`, subtasks: [`say-${what}-aloud`] },
  ];
}

export const TABLE_TASKS = [
  'work-on-table',
  ...Array.from({ length: MOST_FILTERS }, (_, index) => `narrow-${index + 1}`),
  'unite-rows',
  'narrow-groups',
  'order-rows',
  'cut-rows',
  'compute-figure',
  'compute-share',
  'tell-rows',
  'tell-figure',
  'tell-share',
  'tell-shares',
];

const FEW = `size(memory.question.filters) <= ${MOST_FILTERS} && size(memory.question.having) <= 1`;

export const TABLE_METHODS: readonly Method[] = [
  {
    id: 'list-rows',
    task: 'work-on-table',
    when: `${when('list')} && ${FEW}`,
    subtasks: ['load', 'narrow-1', 'order-rows', 'cut-rows', 'tell-rows'],
  },
  {
    id: 'one-figure',
    task: 'work-on-table',
    when: `${when('figure')} && ${FEW}`,
    subtasks: ['load', 'narrow-1', 'compute-figure', 'tell-figure'],
  },
  {
    id: 'figures-by-group',
    task: 'work-on-table',
    when: `${when('groups')} && ${FEW}`,
    subtasks: [
      'load',
      'narrow-1',
      'unite-rows',
      'group',
      'narrow-groups',
      'order-rows',
      'cut-rows',
      'tell-rows',
    ],
  },
  {
    id: 'distinct-values',
    task: 'work-on-table',
    when: `${when('distinct')} && ${FEW}`,
    subtasks: ['load', 'narrow-1', 'unite', 'count', 'tell-figure'],
  },
  {
    id: 'part-of-the-whole',
    task: 'work-on-table',
    when: `${when('share')} && ${FEW}`,
    subtasks: ['load', 'narrow-1', 'compute-share', 'tell-share'],
  },
  {
    id: 'parts-of-the-whole',
    task: 'work-on-table',
    when: `${when('shares')} && ${FEW}`,
    subtasks: ['load', 'narrow-1', 'group', 'shares', 'tell-shares'],
  },
  ...narrowing(),
  ...optional('unite-rows', 'size(memory.question.unite) > 0', ['unite']),
  ...optional('narrow-groups', 'size(memory.question.having) > 0', ['keep-groups-1']),
  ...optional('order-rows', 'memory.question.sort != null', ['sort']),
  ...optional('cut-rows', 'memory.question.limit != null', ['limit']),
  { id: 'compute-column', task: 'compute-figure', subtasks: ['compute'] },
  { id: 'count-rows', task: 'compute-figure', subtasks: ['count'] },
  { id: 'share-of-sum', task: 'compute-share', subtasks: ['compute', 'compute-all', 'share'] },
  { id: 'share-of-count', task: 'compute-share', subtasks: ['count', 'count-all', 'share-of-rows'] },
  ...['rows', 'figure', 'share', 'shares'].flatMap(saying),
];
