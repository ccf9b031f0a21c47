import type { HtnPlanner } from '#plan';
import { MOST_DERIVED, MOST_FILTERS } from './tableOperators';

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

/** One step for each item of a list in the question, one after the other: the list, taken apart. */
function oneByOne(task: string, list: string, most: number, step: string, last: string[]): readonly Method[] {
  return numbersTo(most).flatMap((number): readonly Method[] => {
    const next = number < most ? [`${task}-${number + 1}`] : last;
    const id = `${task}-${number}`;
    return [
      {
        id: `${id}-needed`,
        task: id,
        when: `size(${list}) >= ${number}`,
        subtasks: [`${step}-${number}`, ...next],
      },
      { id: `${id}-not-needed`, task: id, when: `size(${list}) < ${number}`, subtasks: last },
    ];
  });
}

function numbersTo(most: number): readonly number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

function saying(what: string): readonly Method[] {
  return [
    { id: `tell-${what}-into-answer`, task: `tell-${what}`, subtasks: [`say-${what}`] },
    { id: `tell-${what}-aloud`, task: `tell-${what}`, subtasks: [`say-${what}-aloud`] },
  ];
}

export const TABLE_TASKS = [
  'work-on-table',
  'prepare',
  'drop-repeats',
  ...numbersTo(MOST_DERIVED).flatMap((number) => [`derive-periods-${number}`, `add-column-${number}`]),
  ...numbersTo(MOST_FILTERS).map((number) => `narrow-${number}`),
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

const FEW = [
  `size(memory.question.filters) <= ${MOST_FILTERS}`,
  `size(memory.question.derive) <= ${MOST_DERIVED}`,
  'size(memory.question.having) <= 1',
].join(' && ');

export const TABLE_METHODS: readonly Method[] = [
  {
    id: 'list-rows',
    task: 'work-on-table',
    when: `${when('list')} && ${FEW}`,
    subtasks: ['prepare', 'order-rows', 'cut-rows', 'tell-rows'],
  },
  {
    id: 'one-figure',
    task: 'work-on-table',
    when: `${when('figure')} && ${FEW}`,
    subtasks: ['prepare', 'compute-figure', 'tell-figure'],
  },
  {
    id: 'figures-by-group',
    task: 'work-on-table',
    when: `${when('groups')} && ${FEW}`,
    subtasks: ['prepare', 'unite-rows', 'group', 'narrow-groups', 'order-rows', 'cut-rows', 'tell-rows'],
  },
  {
    id: 'distinct-values',
    task: 'work-on-table',
    when: `${when('distinct')} && ${FEW}`,
    subtasks: ['prepare', 'unite', 'count', 'tell-figure'],
  },
  {
    id: 'part-of-the-whole',
    task: 'work-on-table',
    when: `${when('share')} && ${FEW}`,
    subtasks: ['prepare', 'compute-share', 'tell-share'],
  },
  {
    id: 'parts-of-the-whole',
    task: 'work-on-table',
    when: `${when('shares')} && ${FEW}`,
    subtasks: ['prepare', 'group', 'shares', 'tell-shares'],
  },
  {
    id: 'growth-between-years',
    task: 'work-on-table',
    when: `${when('growth')} && ${FEW}`,
    subtasks: ['prepare', 'group', 'compare-years', 'narrow-groups', 'order-rows', 'cut-rows', 'tell-rows'],
  },
  { id: 'load-and-narrow', task: 'prepare', subtasks: ['load', 'drop-repeats', 'derive-periods-1'] },
  ...optional('drop-repeats', 'memory.question.once', ['drop-repeated']),
  ...oneByOne('derive-periods', 'memory.question.derive', MOST_DERIVED, 'add-column', ['narrow-1']),
  ...numbersTo(MOST_DERIVED).flatMap((number): readonly Method[] => [
    {
      id: `add-period-${number}`,
      task: `add-column-${number}`,
      when: `memory.question.derive[${number - 1}].kind == "period"`,
      subtasks: [`derive-${number}`],
    },
    {
      id: `add-computed-${number}`,
      task: `add-column-${number}`,
      when: `memory.question.derive[${number - 1}].kind == "computed"`,
      subtasks: [`compute-column-${number}`],
    },
  ]),
  ...oneByOne('narrow', 'memory.question.filters', MOST_FILTERS, 'keep', []),
  ...optional('unite-rows', 'size(memory.question.unite) > 0', ['unite']),
  ...optional('narrow-groups', 'size(memory.question.having) > 0', ['keep-groups-1']),
  ...optional('order-rows', 'memory.question.sort != null', ['sort']),
  {
    id: 'cut-within-groups',
    task: 'cut-rows',
    when: 'memory.question.limit != null && size(memory.question.within) > 0',
    subtasks: ['limit-within'],
  },
  {
    id: 'cut-all',
    task: 'cut-rows',
    when: 'memory.question.limit != null && size(memory.question.within) == 0',
    subtasks: ['limit'],
  },
  { id: 'cut-nothing', task: 'cut-rows', when: 'memory.question.limit == null', subtasks: [] },
  { id: 'compute-column', task: 'compute-figure', subtasks: ['compute'] },
  { id: 'count-rows', task: 'compute-figure', subtasks: ['count'] },
  { id: 'share-of-sum', task: 'compute-share', subtasks: ['compute', 'compute-all', 'share'] },
  { id: 'share-of-count', task: 'compute-share', subtasks: ['count', 'count-all', 'share-of-rows'] },
  ...['rows', 'figure', 'share', 'shares'].flatMap(saying),
];
