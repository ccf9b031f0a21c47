import type { HtnPlanner } from '#plan';
import { MOST_DERIVED, MOST_FILTERS } from './tableOperators';

type Method = HtnPlanner['methods'][number];

/** One way to work on a table, for a kind of question that asks no more than the steps can do. */
function work(id: string, kind: string, subtasks: string[], also?: string): Method {
  const isKind = `memory.question.about == "table" && memory.question.kind == "${kind}"`;
  const when = [isKind, ...(also === undefined ? [] : [also]), FEW].join(' && ');
  return { id, task: 'work-on-table', when, subtasks };
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

/** How a column of a kind is added. */
function adding(kind: string, number: number, step: string): Method {
  const when = `memory.question.derive[${number - 1}].kind == "${kind}"`;
  return { id: `add-${kind}-${number}`, task: `add-column-${number}`, when, subtasks: [`${step}-${number}`] };
}

function numbersTo(most: number): readonly number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

/** Two ways to tell something, by an operator that writes `answer` and by one that does not. */
export function telling(what: string, operator: string): readonly Method[] {
  const task = `tell-${what}`;
  return [
    { id: `${task}-into-answer`, task, subtasks: [operator] },
    { id: `${task}-aloud`, task, subtasks: [`${operator}-aloud`] },
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
  work('list-rows', 'list', ['prepare', 'order-rows', 'cut-rows', 'tell-found']),
  work('one-figure', 'figure', ['prepare', 'compute-figure', 'tell-figure'], 'memory.question.holds == null'),
  work(
    'whether-a-figure',
    'figure',
    ['prepare', 'compute', 'narrow-groups', 'tell-whether-figure'],
    'memory.question.holds == "figure" && "column" in memory.question.figure',
  ),
  work(
    'whether-a-count',
    'figure',
    ['prepare', 'count', 'narrow-groups', 'tell-whether-count'],
    'memory.question.holds == "figure" && !("column" in memory.question.figure)',
  ),
  work('figures-by-group', 'groups', [
    'prepare',
    'unite-rows',
    'group',
    'narrow-groups',
    'order-rows',
    'cut-rows',
    'tell-found',
  ]),
  work('distinct-values', 'distinct', ['prepare', 'unite', 'count', 'tell-figure']),
  work('part-of-the-whole', 'share', ['prepare', 'compute-share', 'narrow-groups', 'tell-part']),
  work('parts-of-the-whole', 'shares', ['prepare', 'group', 'shares', 'tell-rows']),
  work('totals-as-they-go', 'running', ['prepare', 'group', 'order-rows', 'running-total', 'tell-rows']),
  work(
    'growth-between-years',
    'growth',
    ['prepare', 'group', 'compare-years', 'narrow-groups', 'order-rows', 'cut-rows', 'tell-rows'],
    'memory.question.holds == null',
  ),
  work(
    'whether-it-grew',
    'growth',
    ['prepare', 'group', 'compare-years', 'narrow-groups', 'tell-whether-compared'],
    'memory.question.holds == "compared"',
  ),
  work(
    'how-many-groups',
    'summary',
    ['prepare', 'group', 'narrow-groups', 'count-groups', 'tell-share'],
    'size(memory.question.having) > 0',
  ),
  work(
    'figure-over-groups',
    'summary',
    ['prepare', 'unite-rows', 'group', 'compute-over', 'tell-share'],
    'size(memory.question.having) == 0 && size(memory.question.within) == 0',
  ),
  work(
    'figures-over-groups',
    'summary',
    ['prepare', 'unite-rows', 'group', 'group-over', 'tell-rows'],
    'size(memory.question.having) == 0 && size(memory.question.within) > 0',
  ),
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
  ...numbersTo(MOST_DERIVED).flatMap((number) => [
    adding('period', number, 'derive'),
    adding('computed', number, 'compute-column'),
    adding('spans', number, 'name-spans'),
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
  ...SAID.flatMap((what) => telling(what, `say-${what}`)),
];
