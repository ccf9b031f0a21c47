import { isJsonObject } from '#base';
import type { HtnPlanner } from '#plan';

type Operator = HtnPlanner['operators'][number];

/** Most periods that one question groups and filters by. */
export const MOST_DERIVED = 4;

/** The rows that the step before gave. */
const ROWS = '{{ steps[previous].rows }}';

/** The steps that add column `index`, counted from 0: a period, spans of time, or what is computed of other columns. */
function deriving(index: number): readonly Operator[] {
  const derived = `memory.question.derive[${index}]`;
  return [addPeriod(index, derived), addComputed(index, derived), addSpans(index, derived)];
}

function addSpans(index: number, derived: string): Operator {
  return {
    id: `name-spans-${index + 1}`,
    capability: 'table.span',
    name: `{{ ${derived}.label }}`,
    input: {
      rows: ROWS,
      column: `{{ ${derived}.column }}`,
      spans: `{{ ${derived}.spans }}`,
      as: `{{ ${derived}.as }}`,
    },
  };
}

function addComputed(index: number, derived: string): Operator {
  return {
    id: `compute-column-${index + 1}`,
    capability: 'table.compute',
    name: `{{ ${derived}.label }}`,
    input: {
      rows: ROWS,
      left: `{{ ${derived}.left }}`,
      operation: `{{ ${derived}.operation }}`,
      right: `{{ ${derived}.right }}`,
      as: `{{ ${derived}.as }}`,
    },
  };
}

function addPeriod(index: number, derived: string): Operator {
  return {
    id: `derive-${index + 1}`,
    capability: 'table.period',
    name: `{{ ${derived}.label }}`,
    input: {
      rows: ROWS,
      column: `{{ ${derived}.column }}`,
      period: `{{ ${derived}.period }}`,
      as: `{{ ${derived}.as }}`,
    },
  };
}

/** The step that makes rows of the columns of a wide table. */
const UNPIVOT: Operator = {
  id: 'unpivot',
  capability: 'table.unpivot',
  name: 'Columns as rows',
  input: {
    rows: ROWS,
    columns: '{{ memory.question.unpivot.columns }}',
    name: '{{ memory.question.unpivot.name }}',
    value: '{{ memory.question.unpivot.value }}',
  },
};

/** The steps that put another table beside the one that is loaded last, or keep what has no row there. */
const JOINING: readonly Operator[] = [
  {
    id: 'load-partner',
    capability: 'table.load',
    name: '{{ memory.question.join.load }}',
    input: { document: '{{ memory.question.join.document }}' },
  },
  {
    id: 'join',
    capability: 'table.join',
    name: 'Join both tables',
    input: {
      left: ROWS,
      right: '{{ steps["load-partner"].rows }}',
      on: '{{ memory.question.join.on }}',
      rightOn: '{{ memory.question.join.rightOn }}',
      spelling: 'any-case',
      kind: '{{ memory.question.join.kind }}',
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
  const filter = `memory.question.${of}[${index}]`;
  return {
    id: of === 'filters' ? `keep-${index + 1}` : `keep-groups-${index + 1}`,
    capability: 'table.filter',
    name: `{{ ${filter}.label }}`,
    input: {
      rows: ROWS,
      column: `{{ ${filter}.column }}`,
      operator: `{{ ${filter}.operator }}`,
      value: `{{ ${filter}.value }}`,
    },
  };
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

const AGGREGATE_FIELDS = {
  function: '{{ memory.question.figure.function }}',
  column: '{{ memory.question.figure.column }}',
  as: '{{ memory.question.figure.as }}',
};

const SHARE = { rows: ROWS, where: '{{ memory.question.part }}', by: '{{ memory.question.by }}' };

const SAY_INTO = { answer: 'result.text' };
const MAY_ANSWER = '"answer" in writable';

/** A step that says the result, once writing the variable `answer` and once not. */
function say(id: string, input: Operator['input']): readonly Operator[] {
  const base = { capability: 'table.answer', name: 'Say it', ...(input === undefined ? {} : { input }) };
  return [
    { id, ...base, when: MAY_ANSWER, output: SAY_INTO },
    { id: `${id}-aloud`, ...base, when: `!(${MAY_ANSWER})` },
  ];
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
    input: { rows: ROWS, ...AGGREGATE_FIELDS, percent: '{{ memory.question.figure.percent }}' },
  },
  {
    ...aggregate('compute-ratio', '{{ memory.question.words.compute }}', ROWS),
    when: '"per" in memory.question.figure',
    input: { rows: ROWS, ...AGGREGATE_FIELDS, per: '{{ memory.question.figure.per }}' },
  },
  {
    id: 'compare-years',
    capability: 'table.change',
    name: '{{ memory.question.words.compare }}',
    input: {
      rows: ROWS,
      over: '{{ memory.question.growth.over }}',
      from: '{{ memory.question.growth.from }}',
      to: '{{ memory.question.growth.to }}',
      value: '{{ memory.question.figure.as }}',
      missing: '{{ memory.question.growth.missing }}',
    },
  },
  {
    id: 'sort',
    capability: 'table.sort',
    name: '{{ memory.question.words.sort }}',
    input: { rows: ROWS, by: '{{ memory.question.sort.by }}', order: '{{ memory.question.sort.order }}' },
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
    input: {
      rows: ROWS,
      by: '{{ memory.question.sort.by }}',
      order: '{{ memory.question.sort.order }}',
      sequence: '{{ memory.question.sort.sequence }}',
    },
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
    input: {
      rows: ROWS,
      function: '{{ memory.question.over.function }}',
      column: '{{ memory.question.over.column }}',
    },
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
    input: {
      rows: ROWS,
      by: '{{ memory.question.within }}',
      limit: '{{ memory.question.limit }}',
    },
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
    input: { ...SHARE, column: '{{ memory.question.figure.column }}' },
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
  ...say('say-whether-figure', { ...LABELLED, value: '{{ steps["compute"].value }}', holds: ANY }),
  ...say('say-whether-count', { ...LABELLED, value: '{{ steps["count"].value }}', holds: ANY }),
];
