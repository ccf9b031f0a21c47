import type { HtnPlanner } from '#plan';

type Operator = HtnPlanner['operators'][number];

/** Most periods that one question groups and filters by. */
export const MOST_DERIVED = 4;

/** The rows that the step before gave. */
export const ROWS = '{{ steps[previous].rows }}';

/** The steps that add column `index`, counted from 0: a period, spans of time, or what is computed of other columns. */
export function deriving(index: number): readonly Operator[] {
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
export const UNPIVOT: Operator = {
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
export const JOINING: readonly Operator[] = [
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
export const AGAINST_AVERAGE: readonly Operator[] = [
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
