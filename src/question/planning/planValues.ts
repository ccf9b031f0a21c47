import { isJsonObject, type Json, type JsonObject } from '#base';
import type { NamedFigure } from '../query/figure';
import type { Filter } from '../query/filter';
import type { Order, Query } from '../query/query';
import type { TableReading } from '../tableQuestion/readTableQuestion';
import type { Column, Table } from '../tables/tables';
import { fitting } from '../text/names';
import { answerWords } from './answerWords';
import { cardsOf } from './cards';

/**
 * What the planners fill their steps from, at `memory.question`: the query as plain data, with what its cards and its
 * answer are called.
 */
export function planValues({ table, computed }: TableReading, query: Query): JsonObject {
  const derive = derivedIn(table, query, computed);
  return {
    about: 'table',
    kind: query.kind,
    document: table.document,
    table: table.name,
    derive,
    join: joinOf(table),
    unpivot: table.wide ? { ...table.wide } : null,
    read: readAs(table, derive, query),
    // What is held against an average is kept last: the average is of what the others keep.
    filters: query.filters.filter(({ toAverage }) => !toAverage).map(filterOf),
    toAverage: averageOf(query),
    unite: query.unite,
    by: query.by,
    figures: query.figures.map(aggregateOf),
    figure: query.figures[0] ? aggregateOf(query.figures[0]) : null,
    having: query.having.map(filterOf),
    sort: query.sort && sortOf(query.sort),
    limit: query.limit,
    ties: query.ties && query.limit === 1 && query.sort ? query.sort.by : null,
    over: query.over && aggregateOf(query.over),
    part: query.part.map(testOf),
    holds: query.holds,
    once: query.once,
    within: query.within,
    growth: query.growth && { missing: null, ...query.growth },
    columns: columnsOf(query, table),
    words: { ...cardsOf(table.name, query), answer: answerWords(table, query) },
  };
}

function averageOf({ filters }: Query): JsonObject | null {
  const held = filters.find(({ toAverage }) => toAverage);
  return held
    ? { column: held.column, operator: held.operator, as: `${held.column} from average`, label: held.label }
    : null;
}

function joinOf({ joined }: Table): JsonObject | null {
  if (!joined) return null;
  const { document, name, on, rightOn, kind } = joined;
  return { document, on, rightOn, kind, load: fitting(`Load ${name}`, 'Load the other table') };
}

function sortOf({ by, order, sequence }: Order): JsonObject {
  return sequence === undefined ? { by, order } : { by, order, sequence };
}

function filterOf(filter: Filter): Json {
  const or = (filter.or ?? []).map(testOf);
  return { ...testOf(filter), label: filter.label, ...(or.length === 0 ? {} : { or }) };
}

function testOf({ column, operator, value }: Filter): JsonObject {
  return { column, operator, value };
}

/** The columns that an answer begins with; the others follow as the table lists them. */
function columnsOf(
  { kind, by, figures, growth, within, over, shown }: Query,
  { joined, columns }: Table,
): readonly string[] {
  if (kind === 'list' && joined) {
    const own = columns.filter(({ name, derived }) => !derived && !joined.columns.includes(name));
    return [...new Set([...shown, ...own.map(({ name }) => name)])];
  }
  if (kind === 'list') return shown;
  if (growth !== null) {
    const groups = by.filter((column) => column !== growth.over);
    return [...groups, String(growth.from), String(growth.to), 'change', 'percent'];
  }
  if (kind === 'summary') return over === null ? [] : [...within, over.as];
  const beside = BESIDE[kind];
  return beside === undefined ? [] : [...by, ...figures.map(({ as }) => as), ...beside];
}

/** What stands behind the figures of groups, by the kind of a query that has such. */
const BESIDE: Readonly<Partial<Record<Query['kind'], readonly string[]>>> = {
  groups: [],
  shares: ['percent'],
  running: ['running total'],
};

function aggregateOf({ function: name, column, per, percent, as }: NamedFigure): JsonObject {
  return {
    function: name,
    ...(column === undefined ? {} : { column }),
    ...(per === undefined ? {} : { per }),
    ...(percent === undefined ? {} : { percent }),
    as,
  };
}

/** The columns that must be made before anything can look at them, as the steps that make them. */
function derivedIn(
  table: Table,
  { by, unite, filters, part, figures, sort, spans }: Query,
  computed: readonly Column[],
): readonly Json[] {
  const used = new Set([
    ...by,
    ...unite,
    ...[...filters, ...part, ...filters.flatMap(({ or = [] }) => or)].map(({ column }) => column),
    ...figures.flatMap(({ column, per }) => [column, per]),
    sort?.by,
  ]);
  const known = new Map([...table.columns, ...computed].map((column) => [column.name, column]));
  const needed = [...known.values()].filter(({ name, derived }) => derived && used.has(name));
  const named: readonly Json[] = spans === null ? [] : [spansStep(spans)];
  const made = needed.flatMap(({ name, derived }): Json[] => {
    if (!derived) return [];
    if (derived.period) {
      const label = fitting(`Add the ${name}`, `Add the ${derived.period}`);
      return [{ kind: 'period', column: derived.from, period: derived.period, as: name, label }];
    }
    return [
      {
        kind: 'computed',
        left: derived.left,
        operation: derived.operation,
        right: derived.right,
        as: name,
        label: fitting(`Compute ${name}`, 'Compute a column'),
      },
    ];
  });
  return [...made, ...named];
}

/** How columns are to be read where the question says what they are, or has only one way to take them. */
function readAs(table: Table, derive: readonly Json[], query: Query): readonly JsonObject[] {
  const made = new Set(derive.flatMap((step) => (isJsonObject(step) ? [step.as] : [])));
  const used = new Set([
    ...[...query.filters, ...query.part].map(({ column }) => column),
    ...query.figures.flatMap(({ column, per }) => [column, per]),
    ...derive.flatMap((step) => (isJsonObject(step) ? [step.left, step.right] : [])),
    query.sort?.by,
  ]);
  return table.columns.flatMap(({ name, derived, readAs: own }): JsonObject[] => {
    if (derived?.left !== undefined && derived.readAs && made.has(name))
      return [{ name: derived.left, ...derived.readAs }];
    return own && used.has(name) ? [{ name, ...own }] : [];
  });
}

function spansStep({ column, as, spans }: NonNullable<Query['spans']>): Json {
  return { kind: 'spans', column, as, spans: spans.map((span) => ({ ...span })), label: 'Name both periods' };
}
