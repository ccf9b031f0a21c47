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

/** One step or another for a task. */
function either(task: string, condition: string, step: string, otherwise: string): readonly Method[] {
  return [
    { id: `${task}-so`, task, when: condition, subtasks: [step] },
    { id: `${task}-otherwise`, task, when: `!(${condition})`, subtasks: [otherwise] },
  ];
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

/** What an answer can be made of. */
const SAID = [
  'rows',
  'figure',
  'share',
  'share-rows',
  'whether-rows',
  'whether-compared',
  'whether-figure',
  'whether-count',
];

export const TABLE_TASKS = [
  'work-on-table',
  'prepare',
  'load-table',
  'load-one',
  'columns-as-rows',
  'drop-repeats',
  ...numbersTo(MOST_DERIVED).flatMap((number) => [`derive-periods-${number}`, `add-column-${number}`]),
  ...numbersTo(MOST_FILTERS).flatMap((number) => [`narrow-${number}`, `keep-rows-${number}`]),
  'hold-against',
  'unite-rows',
  'narrow-groups',
  'order-rows',
  'cut-rows',
  'cut-all-rows',
  'cut-each-group',
  'compute-figure',
  'compute-share',
  'tell-found',
  'tell-part',
  ...SAID.map((what) => `tell-${what}`),
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
    subtasks: ['prepare', 'order-rows', 'cut-rows', 'tell-found'],
  },
  {
    id: 'one-figure',
    task: 'work-on-table',
    when: `${when('figure')} && memory.question.holds == null && ${FEW}`,
    subtasks: ['prepare', 'compute-figure', 'tell-figure'],
  },
  {
    id: 'whether-a-figure',
    task: 'work-on-table',
    when: `${when('figure')} && memory.question.holds == "figure" && "column" in memory.question.figure && ${FEW}`,
    subtasks: ['prepare', 'compute', 'narrow-groups', 'tell-whether-figure'],
  },
  {
    id: 'whether-a-count',
    task: 'work-on-table',
    when: `${when('figure')} && memory.question.holds == "figure" && !("column" in memory.question.figure) && ${FEW}`,
    subtasks: ['prepare', 'count', 'narrow-groups', 'tell-whether-count'],
  },
  {
    id: 'figures-by-group',
    task: 'work-on-table',
    when: `${when('groups')} && ${FEW}`,
    subtasks: ['prepare', 'unite-rows', 'group', 'narrow-groups', 'order-rows', 'cut-rows', 'tell-found'],
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
    subtasks: ['prepare', 'compute-share', 'narrow-groups', 'tell-part'],
  },
  {
    id: 'parts-of-the-whole',
    task: 'work-on-table',
    when: `${when('shares')} && ${FEW}`,
    subtasks: ['prepare', 'group', 'shares', 'tell-rows'],
  },
  {
    id: 'totals-as-they-go',
    task: 'work-on-table',
    when: `${when('running')} && ${FEW}`,
    subtasks: ['prepare', 'group', 'order-rows', 'running-total', 'tell-rows'],
  },
  {
    id: 'growth-between-years',
    task: 'work-on-table',
    when: `${when('growth')} && memory.question.holds == null && ${FEW}`,
    subtasks: ['prepare', 'group', 'compare-years', 'narrow-groups', 'order-rows', 'cut-rows', 'tell-rows'],
  },
  {
    id: 'whether-it-grew',
    task: 'work-on-table',
    when: `${when('growth')} && memory.question.holds == "compared" && ${FEW}`,
    subtasks: ['prepare', 'group', 'compare-years', 'narrow-groups', 'tell-whether-compared'],
  },
  {
    id: 'how-many-groups',
    task: 'work-on-table',
    when: `${when('summary')} && size(memory.question.having) > 0 && ${FEW}`,
    subtasks: ['prepare', 'group', 'narrow-groups', 'count-groups', 'tell-share'],
  },
  {
    id: 'figure-over-groups',
    task: 'work-on-table',
    when: `${when('summary')} && size(memory.question.having) == 0 && size(memory.question.within) == 0 && ${FEW}`,
    subtasks: ['prepare', 'unite-rows', 'group', 'compute-over', 'tell-share'],
  },
  {
    id: 'figures-over-groups',
    task: 'work-on-table',
    when: `${when('summary')} && size(memory.question.having) == 0 && size(memory.question.within) > 0 && ${FEW}`,
    subtasks: ['prepare', 'unite-rows', 'group', 'group-over', 'tell-rows'],
  },
  {
    id: 'load-and-narrow',
    task: 'prepare',
    subtasks: ['load-table', 'columns-as-rows', 'drop-repeats', 'derive-periods-1'],
  },
  ...optional('columns-as-rows', 'memory.question.unpivot != null', ['unpivot']),
  { id: 'load-one-table', task: 'load-table', when: 'memory.question.join == null', subtasks: ['load-one'] },
  {
    id: 'load-two-tables',
    task: 'load-table',
    when: 'memory.question.join != null',
    subtasks: ['load-partner', 'load-one', 'join'],
  },
  ...either('load-one', 'size(memory.question.read) == 0', 'load', 'load-read-as'),
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
    {
      id: `add-spans-${number}`,
      task: `add-column-${number}`,
      when: `memory.question.derive[${number - 1}].kind == "spans"`,
      subtasks: [`name-spans-${number}`],
    },
  ]),
  ...oneByOne('narrow', 'memory.question.filters', MOST_FILTERS, 'keep-rows', ['hold-against']),
  ...optional('hold-against', 'memory.question.toAverage != null', ['compute-against', 'keep-against']),
  ...numbersTo(MOST_FILTERS).flatMap((number) =>
    either(
      `keep-rows-${number}`,
      `!("or" in memory.question.filters[${number - 1}])`,
      `keep-${number}`,
      `keep-${number}-either`,
    ),
  ),
  ...optional('unite-rows', 'size(memory.question.unite) > 0', ['unite']),
  ...optional('narrow-groups', 'size(memory.question.having) > 0', ['keep-groups-1']),
  {
    id: 'order-in-sequence',
    task: 'order-rows',
    when: 'memory.question.sort != null && "sequence" in memory.question.sort',
    subtasks: ['sort-in-sequence'],
  },
  ...optional('order-rows', 'memory.question.sort != null', ['sort']),
  {
    id: 'cut-within-groups',
    task: 'cut-rows',
    when: 'memory.question.limit != null && size(memory.question.within) > 0',
    subtasks: ['cut-each-group'],
  },
  {
    id: 'cut-all',
    task: 'cut-rows',
    when: 'memory.question.limit != null && size(memory.question.within) == 0',
    subtasks: ['cut-all-rows'],
  },
  ...either('cut-each-group', 'memory.question.ties == null', 'limit-within', 'limit-within-with-ties'),
  ...either('cut-all-rows', 'memory.question.ties == null', 'limit', 'limit-with-ties'),
  { id: 'cut-nothing', task: 'cut-rows', when: 'memory.question.limit == null', subtasks: [] },
  { id: 'compute-column', task: 'compute-figure', subtasks: ['compute'] },
  { id: 'count-rows', task: 'compute-figure', subtasks: ['count'] },
  { id: 'compute-percentile-of', task: 'compute-figure', subtasks: ['compute-percentile'] },
  { id: 'divide-totals', task: 'compute-figure', subtasks: ['compute-ratio'] },
  { id: 'share-of-sum', task: 'compute-share', subtasks: ['share'] },
  { id: 'share-of-count', task: 'compute-share', subtasks: ['share-of-rows'] },
  ...either('tell-part', 'size(memory.question.by) == 0', 'tell-share', 'tell-share-rows'),
  ...either('tell-found', 'memory.question.holds == null', 'tell-rows', 'tell-whether-rows'),
  ...SAID.flatMap(saying),
];
