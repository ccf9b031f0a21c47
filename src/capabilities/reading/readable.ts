import type { Json, JsonObject } from '#base';
import type { ReadDocument } from '#runtime';
import { isEmpty } from './columns/cell';
import type { ColumnChoice } from './columns/reportColumn';
import type { Table } from './table';
import { reportOf } from './tableOf';

/** How many ways of reading a column are offered. */
const MOST = 4;
const SAMPLE = 200;
/** The part of a column that has to fit. */
const NEAR = 0.5;
const FIGURES = new Set(['number', 'date', 'timestamp', 'time', 'duration']);

const known = new WeakMap<ReadDocument, ReadonlyMap<string, readonly JsonObject[]>>();

/**
 * What columns of text could be read as if a person said so (W8), by their names: almost all cells fit, or all fit and only
 * a person can tell between several readings. Found once a document.
 */
export function readableIn(document: ReadDocument, table: Table): ReadonlyMap<string, readonly JsonObject[]> {
  const before = known.get(document);
  if (before) return before;
  const texts = table.columns.filter(({ type, name }) => type === 'text' && hasFigures(table, name));
  const report = reportOf(document, (name) => texts.some((column) => column.name === name));
  const columns = report.ok ? report.value.columns : [];
  const found = new Map(
    columns.flatMap(({ name, type, isSaid, choices, filled }) => {
      if (type !== 'text' || isSaid) return [];
      const near = choices.filter((choice) => FIGURES.has(choice.type) && choice.fits >= filled * NEAR);
      const best = Math.max(0, ...near.map(({ fits }) => fits));
      const offered = near.filter(({ fits }) => fits === best).slice(0, MOST);
      const words = wordsIn(table, name);
      return offered.length === 0 ? [] : [[name, offered.map((one) => described(one, words))] as const];
    }),
  );
  known.set(document, found);
  return found;
}

/** Whether it is worth the time to try all readings: names of things have no figures. */
function hasFigures({ rows }: Table, column: string): boolean {
  const sample = rows.slice(0, SAMPLE).flatMap((row) => row[column] ?? []);
  return sample.filter((cell) => /\d/.test(String(cell))).length >= sample.length * NEAR && sample.length > 0;
}

/** How many words stand among figures before they are more than a few that say why there is none. */
const MOST_WORDS = 5;

/** The cells of a column that have no figure at all, each spelling once, and how many there are. */
function wordsIn(
  { rows }: Table,
  column: string,
): { readonly texts: readonly string[]; readonly count: number } {
  const cells = rows.flatMap((row) => row[column] ?? []).map((cell) => String(cell).trim());
  const words = cells.filter((cell) => !isEmpty(cell) && !/\d/.test(cell));
  return { texts: [...new Set(words)], count: words.length };
}

function described(
  { type, notation, unit, fits, unfit, firstUnfit, example }: ColumnChoice,
  words: ReturnType<typeof wordsIn>,
): JsonObject {
  const first: Json = firstUnfit && { text: firstUnfit.text, row: firstUnfit.row };
  return {
    type,
    ...(notation && { read: notation }),
    ...(unit && { unit }),
    ...{ fits, unfit, first, example: example.written },
    // Whatever does not fit is one of these.
    ...(unfit > 0 && unfit === words.count && words.texts.length <= MOST_WORDS ? { words: words.texts } : {}),
  };
}
