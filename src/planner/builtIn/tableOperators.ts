import { isJsonObject } from '#base';
import type { HtnPlanner } from '#plan';

type Operator = HtnPlanner['operators'][number];

/** Most periods that one question groups and filters by. */
export const MOST_DERIVED = 4;

/** The rows that the step before gave. */
const ROWS = '{{ steps[previous].rows }}';

/** Parameters that are called as what they read is called in the question. */
function from(source: string, ...fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, `{{ memory.question.${source}.${field} }}`]));
}

/** A step on rows by an item of a list in the question. */
function byItem(id: string, capability: string, item: string, ...fields: readonly string[]): Operator {
  const name = `{{ memory.question.${item}.label }}`;
  return { id, capability, name, input: { rows: ROWS, ...from(item, ...fields) } };
}

/** The steps that add column `index`, counted from 0: a period, spans of time, or what is computed of other columns. */
function deriving(index: number): readonly Operator[] {
  const item = `derive[${index}]`;
  return [
    byItem(`derive-${index + 1}`, 'table.period', item, 'column', 'period', 'as'),
    byItem(`compute-column-${index + 1}`, 'table.compute', item, 'left', 'operation', 'right', 'as'),
    byItem(`name-spans-${index + 1}`, 'table.span', item, 'column', 'spans', 'as'),
  ];
}

/** The step that makes rows of the columns of a wide table. */
const UNPIVOT: Operator = {
  id: 'unpivot',
  capability: 'table.unpivot',
  name: 'Columns as rows',
  input: { rows: ROWS, ...from('unpivot', 'columns', 'name', 'value') },
};

/** The steps that put another table beside the one that is loaded last, or keep what has no row there. */
const JOINING: readonly Operator[] = [
  {
    id: 'load-partner',
    capability: 'table.load',
    name: '{{ memory.question.join.load }}',
    input: from('join', 'document'),
  },
  {
    id: 'join',
    capability: 'table.join',
    name: 'Join both tables',
    input: {
      left: ROWS,
      right: '{{ steps["load-partner"].rows }}',
      ...from('join', 'on', 'rightOn'),
      spelling: 'any-case',
      ...from('join', 'kind'),
    },
  },
];

/** The steps that keep the rows above or below the average of all that are left. */
const AGAINST_AVERAGE: readonly Operator[] = [
  {
    id: 'compute-against',
    capability: 'table.compute',
    name: 'Compute the distance from the average',
    input: {
      rows: ROWS,
      left: '{{ memory.question.toAverage.column }}',
      operation: 'minus the average of',
      right: '{{ memory.question.toAverage.column }}',
      as: '{{ memory.question.toAverage.as }}',
    },
  },
  {
    id: 'keep-against',
    capability: 'table.filter',
    name: '{{ memory.question.toAverage.label }}',
    input: {
      rows: ROWS,
      column: '{{ memory.question.toAverage.as }}',
      operator: '{{ memory.question.toAverage.operator }}',
      value: 0,
    },
  },
];

/** Most conditions of one question. */
export const MOST_FILTERS = 6;

/** The step that keeps the rows of condition `index`, counted from 0. */
function keep(index: number, of: 'filters' | 'having'): Operator {
  const id = of === 'filters' ? `keep-${index + 1}` : `keep-groups-${index + 1}`;
  return byItem(id, 'table.filter', `${of}[${index}]`, 'column', 'operator', 'value');
}

/** The step that keeps the rows of condition `index` or of another that would do as well. */
function keepEither(index: number): Operator {
  const { id, input, ...rest } = keep(index, 'filters');
  const or = `{{ memory.question.filters[${index}].or }}`;
  return { ...rest, id: `${id}-either`, input: { ...(isJsonObject(input) ? input : {}), or } };
}

function aggregate(id: string, name: string, rows: string): Operator {
  return {
    id,
    capability: 'table.aggregate',
    name,
    when: 'memory.question.figure != null',
    input: { rows, ...AGGREGATE_FIELDS },
  };
}

const AGGREGATE_FIELDS = from('figure', 'function', 'column', 'as');

const SHARE = { rows: ROWS, where: '{{ memory.question.part }}', by: '{{ memory.question.by }}' };

const MAY_ANSWER = '"answer" in writable';

/** A step that tells the result, once writing the variable `answer` and once not. */
export function telling({ id, ...base }: Operator): readonly Operator[] {
  return [
    { id, ...base, when: MAY_ANSWER, output: { answer: 'result.text' } },
    { id: `${id}-aloud`, ...base, when: `!(${MAY_ANSWER})` },
  ];
}

function say(id: string, input: Operator['input']): readonly Operator[] {
  return telling({ id, capability: 'table.answer', name: 'Say it', input });
}

/** What an answer begins with: what the rows are grouped by, then their figures. */
const COLUMNS = '{{ memory.question.columns }}';
/** What is left says yes. */
const ANY = '{{ size(steps[previous].rows) > 0 }}';
const LABELLED = { question: '{{ goal }}', label: '{{ memory.question.words.answer }}' };

export const TABLE_OPERATORS: readonly Operator[] = [
  {
    id: 'load',
    capability: 'table.load',
    name: '{{ memory.question.words.load }}',
    input: { document: '{{ memory.question.document }}' },
  },
  {
    id: 'load-read-as',
    capability: 'table.load',
    name: '{{ memory.question.words.load }}',
    input: { document: '{{ memory.question.document }}', read: '{{ memory.question.read }}' },
  },
  UNPIVOT,
  ...JOINING,
  {
    id: 'drop-repeated',
    capability: 'table.distinct',
    name: 'Leave out repeated rows',
    input: { rows: ROWS },
  },
  ...Array.from({ length: MOST_DERIVED }, (_, index) => deriving(index)).flat(),
  ...Array.from({ length: MOST_FILTERS }, (_, index) => keep(index, 'filters')),
  ...Array.from({ length: MOST_FILTERS }, (_, index) => keepEither(index)),
  keep(0, 'having'),
  ...AGAINST_AVERAGE,
  {
    id: 'unite',
    capability: 'table.group',
    name: '{{ memory.question.words.unite }}',
    input: { rows: ROWS, by: '{{ memory.question.unite }}', spelling: 'any-case', aggregates: [] },
  },
  {
    id: 'group',
    capability: 'table.group',
    name: '{{ memory.question.words.group }}',
    input: {
      rows: ROWS,
      by: '{{ memory.question.by }}',
      spelling: 'any-case',
      aggregates: '{{ memory.question.figures }}',
    },
  },
  {
    ...aggregate('count', '{{ memory.question.words.compute }}', ROWS),
    when: '!("column" in memory.question.figure)',
    input: { rows: ROWS, function: 'count' },
  },
  {
    ...aggregate('compute', '{{ memory.question.words.compute }}', ROWS),
    when: '"column" in memory.question.figure && !("per" in memory.question.figure) && !("percent" in memory.question.figure)',
  },
  {
    ...aggregate('compute-percentile', '{{ memory.question.words.compute }}', ROWS),
    when: '"percent" in memory.question.figure',
    input: { rows: ROWS, ...AGGREGATE_FIELDS, ...from('figure', 'percent') },
  },
  {
    ...aggregate('compute-ratio', '{{ memory.question.words.compute }}', ROWS),
    when: '"per" in memory.question.figure',
    input: { rows: ROWS, ...AGGREGATE_FIELDS, ...from('figure', 'per') },
  },
  {
    id: 'compare-years',
    capability: 'table.change',
    name: '{{ memory.question.words.compare }}',
    input: {
      rows: ROWS,
      ...from('growth', 'over', 'from', 'to'),
      value: '{{ memory.question.figure.as }}',
      ...from('growth', 'missing'),
    },
  },
  {
    id: 'sort',
    capability: 'table.sort',
    name: '{{ memory.question.words.sort }}',
    input: { rows: ROWS, ...from('sort', 'by', 'order') },
  },
  {
    id: 'limit',
    capability: 'table.limit',
    name: '{{ memory.question.words.limit }}',
    input: { rows: ROWS, limit: '{{ memory.question.limit }}' },
  },
  {
    id: 'sort-in-sequence',
    capability: 'table.sort',
    name: '{{ memory.question.words.sort }}',
    input: { rows: ROWS, ...from('sort', 'by', 'order', 'sequence') },
  },
  {
    id: 'limit-with-ties',
    capability: 'table.limit',
    name: '{{ memory.question.words.limit }}',
    input: { rows: ROWS, limit: '{{ memory.question.limit }}', ties: '{{ memory.question.ties }}' },
  },
  {
    id: 'compute-over',
    capability: 'table.aggregate',
    name: '{{ memory.question.words.over }}',
    input: { rows: ROWS, ...from('over', 'function', 'column') },
  },
  {
    id: 'count-groups',
    capability: 'table.aggregate',
    name: '{{ memory.question.words.over }}',
    input: { rows: ROWS, function: 'count' },
  },
  {
    id: 'group-over',
    capability: 'table.group',
    name: '{{ memory.question.words.over }}',
    input: {
      rows: ROWS,
      by: '{{ memory.question.within }}',
      spelling: 'any-case',
      aggregates: ['{{ memory.question.over }}'],
    },
  },
  {
    id: 'limit-within',
    capability: 'table.top',
    name: '{{ memory.question.words.limit }}',
    input: { rows: ROWS, by: '{{ memory.question.within }}', limit: '{{ memory.question.limit }}' },
  },
  {
    id: 'limit-within-with-ties',
    capability: 'table.top',
    name: '{{ memory.question.words.limit }}',
    input: {
      rows: ROWS,
      by: '{{ memory.question.within }}',
      limit: '{{ memory.question.limit }}',
      ties: '{{ memory.question.ties }}',
    },
  },
  {
    id: 'share',
    capability: 'table.share',
    name: 'Compute the share',
    when: '"column" in memory.question.figure',
    input: { ...SHARE, ...from('figure', 'column') },
  },
  {
    id: 'share-of-rows',
    capability: 'table.share',
    name: 'Compute the share',
    when: '!("column" in memory.question.figure)',
    input: SHARE,
  },
  {
    id: 'shares',
    capability: 'table.compute',
    name: 'Compute the shares',
    input: {
      rows: ROWS,
      left: '{{ memory.question.figure.as }}',
      operation: 'percent of the sum of',
      right: '{{ memory.question.figure.as }}',
      as: 'percent',
    },
  },
  {
    id: 'running-total',
    capability: 'table.compute',
    name: 'Add up as it goes',
    input: {
      rows: ROWS,
      left: '{{ memory.question.figure.as }}',
      operation: 'running total from',
      right: 0,
      as: 'running total',
    },
  },
  ...say('say-rows', { ...LABELLED, rows: ROWS, columns: COLUMNS }),
  ...say('say-figure', {
    ...LABELLED,
    value: '{{ steps[previous].value }}',
    count: '{{ steps[previous].count }}',
    empty: '{{ steps[previous].empty }}',
    decimals: '{{ steps[previous].decimals }}',
  }),
  ...say('say-share', { ...LABELLED, value: '{{ steps[previous].value }}' }),
  ...say('say-share-rows', { ...LABELLED, rows: ROWS, columns: COLUMNS }),
  ...say('say-whether-rows', { ...LABELLED, rows: ROWS, columns: COLUMNS, holds: ANY }),
  ...say('say-whether-compared', {
    ...LABELLED,
    rows: '{{ steps["compare-years"].rows }}',
    columns: COLUMNS,
    holds: ANY,
  }),
  ...say('say-whether-figure', {
    ...LABELLED,
    value: '{{ steps["compute"].value }}',
    decimals: '{{ steps["compute"].decimals }}',
    holds: ANY,
  }),
  ...say('say-whether-count', { ...LABELLED, value: '{{ steps["count"].value }}', holds: ANY }),
];
