import type { HtnPlanner } from '#plan';

type Operator = HtnPlanner['operators'][number];

/** Most conditions of one question. */
export const MOST_FILTERS = 6;
/** Most periods that one question groups and filters by. */
export const MOST_DERIVED = 2;

const ROWS = '{{ steps[previous].rows }}';

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

/** The steps that add column `index`, counted from 0: a period, or what is computed of two others. */
function derive(index: number): readonly Operator[] {
  const derived = `memory.question.derive[${index}]`;
  return [addPeriod(index, derived), addComputed(index, derived)];
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

/** Rows with each one's part of the whole; an empty table stays empty. */
const SHARES =
  '($n := name; $t := $sum(rows.$lookup($, $n)); [rows.$merge([$, {"percent": $t = 0 ? null : $round($lookup($, $n) / $t * 100, 2)}])])';

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
const LABELLED = { question: '{{ goal }}', label: '{{ memory.question.words.answer }}' };

export const TABLE_OPERATORS: readonly Operator[] = [
  {
    id: 'load',
    capability: 'table.load',
    name: '{{ memory.question.words.load }}',
    input: { document: '{{ memory.question.document }}' },
  },
  {
    id: 'drop-repeated',
    capability: 'table.distinct',
    name: 'Leave out repeated rows',
    input: { rows: ROWS },
  },
  ...Array.from({ length: MOST_DERIVED }, (_, index) => derive(index)).flat(),
  ...Array.from({ length: MOST_FILTERS }, (_, index) => keep(index, 'filters')),
  keep(0, 'having'),
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
    when: '"column" in memory.question.figure',
  },
  {
    ...aggregate('count-all', 'Count all rows', '{{ steps["load"].rows }}'),
    when: '!("column" in memory.question.figure)',
    input: { rows: '{{ steps["load"].rows }}', function: 'count' },
  },
  {
    ...aggregate('compute-all', 'Compute over all rows', '{{ steps["load"].rows }}'),
    when: '"column" in memory.question.figure',
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
    id: 'share',
    capability: 'data.jsonata',
    name: 'Compute the share',
    when: '"column" in memory.question.figure',
    input: shareOf('compute'),
  },
  {
    id: 'share-of-rows',
    capability: 'data.jsonata',
    name: 'Compute the share',
    when: '!("column" in memory.question.figure)',
    input: shareOf('count'),
  },
  {
    id: 'shares',
    capability: 'data.jsonata',
    name: 'Compute the shares',
    input: { expression: SHARES, value: { rows: ROWS, name: '{{ memory.question.figure.as }}' } },
  },
  ...say('say-rows', { ...LABELLED, rows: ROWS, columns: COLUMNS }),
  ...say('say-figure', {
    ...LABELLED,
    value: '{{ steps[previous].value }}',
    count: '{{ steps[previous].count }}',
  }),
  ...say('say-share', { ...LABELLED, value: '{{ steps[previous].value }}' }),
  ...say('say-shares', { ...LABELLED, rows: '{{ steps[previous].value }}', columns: COLUMNS }),
];

function shareOf(step: string) {
  return {
    expression: 'whole = 0 ? null : $round(part / whole * 100, 2)',
    value: { part: `{{ steps["${step}"].value }}`, whole: `{{ steps["${step}-all"].value }}` },
  };
}
