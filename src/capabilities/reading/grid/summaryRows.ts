import type { Json } from '#base';
import { type Cell, cellText, isEmpty } from '../columns/cell';
import { readColumn, readColumnAs } from '../columns/readColumn';
import { agrees } from './summaryFigure';
import { type SummaryLabel, summaryLabel } from './summaryLabel';

/** A row that is called a total, an average or the like. */
export interface SummaryRow {
  /** Counted from 0. */
  readonly at: number;
  readonly label: string;
}

interface SummaryRows {
  /** Surely no rows like the others. */
  readonly sure: readonly SummaryRow[];
  /** The last rows, where they are called so and their figures say otherwise. */
  readonly doubtful: readonly SummaryRow[];
}

/**
 * Finds the rows that sum up others: sub-totals between groups, totals, averages and counts at the end or the top. A
 * row is one only if its one text says so, and each of its figures is the sum, average, … of the cells above it (since
 * an earlier such row, or all), at least one as the text says; or if there is nothing in it but the text.
 *
 * @param columns the cells of the table, column by column
 */
export function summaryRows(columns: readonly (readonly Cell[])[]): SummaryRows {
  const rows = columns[0]?.length ?? 0;
  const named = candidatesIn(columns, rows);
  const found = namedRows(named, columns, rows);
  const unnamed = unnamedTotal(named, columns, rows);
  return unnamed === null ? found : { ...found, sure: [...found.sure, unnamed] };
}

/** A last row of figures alone, which are the sums of all that is above: in its first column, which is filled else, stands nothing. */
function unnamedTotal(
  named: readonly Candidate[],
  columns: readonly (readonly Cell[])[],
  rows: number,
): SummaryRow | null {
  const at = rows - 1;
  const [first = []] = columns;
  if (columns.length < 2 || !first.every((cell, row) => isEmpty(cell) === (row === at))) return null;
  const filled = columns.flatMap((cells) => cells[at] ?? '').filter((cell) => !isEmpty(cell));
  const label = filled.map(cellText).join(', ').slice(0, 60);
  const total: Candidate = { at, column: 0, label: { text: label, summary: 'sum', of: '' } };
  const judged = filled.length === 0 ? [] : judgedIn([...named, total], columns, rows);
  return judged.at(-1)?.verdict === 'sure' ? { at, label } : null;
}

function namedRows(
  named: readonly Candidate[],
  columns: readonly (readonly Cell[])[],
  rows: number,
): SummaryRows {
  if (named.length === 0) return { sure: [], doubtful: [] };
  const judged = withExtremes(judgedIn(named, columns, rows));
  const rest = judged.filter(({ at, verdict }) => !isRowOfItsOwn(verdict, at < rows - 1));
  const again = rest.length < named.length ? judgedIn(rest, columns, rows) : [];
  const isProven = again.some(({ verdict }) => verdict === 'sure');
  return chosen(
    judged.map((one) => (one.verdict === 'sure' ? one : (again.find(({ at }) => at === one.at) ?? one))),
    endOf(rows, isProven ? rest : named),
  );
}

interface Judged extends Candidate {
  readonly verdict: Verdict;
}

/** Each row that is called a summary, held against the rows that are not. */
function judgedIn(
  named: readonly Candidate[],
  columns: readonly (readonly Cell[])[],
  rows: number,
): readonly Judged[] {
  const plain = plainRows(rows, named);
  if (plain.length < 2) return [];
  const isPlain = new Set(plain);
  const between = (start: number, end: number) =>
    Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index).filter((at) =>
      isPlain.has(at),
    );
  const readings = columns.map((cells) => readingsOf(cells, plain));
  return named.map((candidate, index) => ({
    ...candidate,
    verdict: judge(candidate, columns, readings, scopesOf(index, named, rows, between)),
  }));
}

/** Somebody may be called Max and have the most: that is a row of maxima only beside another that sums up. */
function withExtremes(judged: readonly Judged[]): readonly Judged[] {
  const verdict = judged.some((one) => one.verdict === 'sure') ? 'sure' : 'other';
  return judged.map((one) => (one.verdict === 'extreme' ? { ...one, verdict } : one));
}

/** Somebody may be called Max: such a row is one of those that a total is of. */
function isRowOfItsOwn(verdict: Verdict, isAmongRows: boolean): boolean {
  return verdict === 'text' || (verdict === 'other' && isAmongRows);
}

/** One behind the last row that is not called a summary. */
function endOf(rows: number, named: readonly Candidate[]): number {
  return (plainRows(rows, named).at(-1) ?? 0) + 1;
}

function chosen(judged: readonly Judged[], end: number): SummaryRows {
  const isProven = judged.some(({ verdict }) => verdict === 'sure');
  const sure = judged.filter(
    ({ verdict }) => verdict === 'sure' || verdict === 'bare' || (isProven && verdict === 'single'),
  );
  const doubtful = judged.filter(
    (one) => !sure.includes(one) && one.at >= end && one.label.of === '' && one.verdict === 'other',
  );
  return { sure: sure.map(rowOf), doubtful: doubtful.map(rowOf) };
}

interface Candidate {
  readonly at: number;
  readonly column: number;
  readonly label: SummaryLabel;
}

/** Rows whose first text is the name of a summary. */
function candidatesIn(columns: readonly (readonly Cell[])[], rows: number): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at < rows; at++) {
    const column = columns.findIndex((cells) => !isEmpty(cells[at] ?? ''));
    const cell = columns[column]?.[at];
    const label = typeof cell === 'string' ? summaryLabel(cell) : null;
    if (label) found.push({ at, column, label });
  }
  return found;
}

function plainRows(rows: number, named: readonly Candidate[]): readonly number[] {
  const taken = new Set(named.map(({ at }) => at));
  return Array.from({ length: rows }, (_, at) => at).filter((at) => !taken.has(at));
}

/** The values of a column in every reading that its plain cells allow: two where the decimal sign is in doubt. */
function readingsOf(cells: readonly Cell[], plain: readonly number[]): readonly (readonly Json[])[] {
  const data = plain.map((at) => cells[at] ?? '');
  const { type, notation, unit } = readColumn(data);
  if (type === 'date' || type === 'timestamp' || type === 'boolean') return [];
  if (type === 'number' || type === 'duration')
    return [
      readColumnAs(cells, { name: '', type, ...(notation && { read: notation }), ...(unit && { unit }) })
        .values,
    ];
  const asked = [
    { name: '', type: 'number', read: 'decimal-point' },
    { name: '', type: 'number', read: 'decimal-comma' },
    { name: '', type: 'duration', read: 'hours-minutes' },
  ] as const;
  return asked
    .filter((said) => readColumnAs(data.slice(0, 1), said).unread === 0)
    .filter((said) => readColumnAs(data, said).unread === 0)
    .map((said) => readColumnAs(cells, said).values);
}

/** Stretches of rows that a summary may be of: from an earlier one on, all above, or all below a first row. */
function scopesOf(
  index: number,
  named: readonly Candidate[],
  rows: number,
  between: (start: number, end: number) => readonly number[],
): readonly (readonly number[])[] {
  const at = named[index]?.at ?? 0;
  const isLate = named.length <= FEW || index >= named.length - FEW;
  const starts = named.slice(Math.max(0, index - FEW), index).map((one) => one.at + 1);
  const scopes = [...(isLate ? [0] : []), ...starts].map((start) => between(start, at));
  const above = scopes.filter((scope) => scope.length > 0);
  return above.length > 0 ? above : [between(at + 1, rows)];
}

/** Sub-totals look back over no more than these, and totals of everything stand among the last of them. */
const FEW = 6;

/**
 * `bare` has no figures, `single` sums up one row, `extreme` has one figure, which is the highest or lowest, `text` has other texts and so
 * is a row, `other` has other figures.
 */
type Verdict = 'sure' | 'bare' | 'single' | 'extreme' | 'text' | 'other';

function judge(
  { at, column, label }: Candidate,
  columns: readonly (readonly Cell[])[],
  readings: readonly (readonly (readonly Json[])[])[],
  scopes: readonly (readonly number[])[],
): Verdict {
  const others = columns.flatMap((cells, index) =>
    index === column || isEmpty(cells[at] ?? '')
      ? []
      : [{ cell: cells[at] ?? '', values: readings[index] ?? [] }],
  );
  if (others.length === 0) return label.of === '' && columns.length > 1 ? 'bare' : 'text';
  if (!others.every(({ cell, values }) => isFigure(cell) || values.some((one) => one[at] !== null)))
    return 'text';
  let single = false;
  for (const scope of scopes) {
    const figures = others.flatMap(({ values }) => verdictOn(values, at, scope, label) ?? []);
    const isProven = figures.includes('own') && !figures.includes('wrong');
    const own = figures.filter((figure) => figure === 'own').length;
    const isExtreme = own === 1 && (label.summary === 'max' || label.summary === 'min');
    if (isProven && scope.length === 1) single = true;
    else if (isProven && isExtreme) return 'extreme';
    else if (isProven && (own > 1 || namesGroup(label, columns, scope))) return 'sure';
  }
  return single ? 'single' : 'other';
}

/** Whether a figure is what its row is called, or another figure of its column, or neither; null where nobody can tell. */
function verdictOn(
  readings: readonly (readonly Json[])[],
  at: number,
  scope: readonly number[],
  { summary }: SummaryLabel,
): 'own' | 'another' | 'wrong' | null {
  const known = readings.filter((values) => typeof values[at] === 'number');
  if (known.length === 0) return null;
  const checks = known.map((values) => {
    const numbers = scope.map((row) => values[row]).filter((value) => typeof value === 'number');
    return agrees(Number(values[at]), numbers, scope.length, summary);
  });
  return checks.find((check) => check === 'own') ?? checks.find((check) => check === 'another') ?? 'wrong';
}

/** "Total North" is of rows that say North somewhere; a label of nothing else is of any. */
function namesGroup(
  { of }: SummaryLabel,
  columns: readonly (readonly Cell[])[],
  scope: readonly number[],
): boolean {
  if (of === '') return true;
  return columns.some((cells) =>
    scope.every(
      (row) =>
        cellText(cells[row] ?? '')
          .toLowerCase()
          .includes(of) || of === '',
    ),
  );
}

/** A cell that is written with figures and at most a unit, though its column cannot be read. */
function isFigure(cell: Cell): boolean {
  if (typeof cell !== 'string') return true;
  return cell.length <= 30 && /\d/.test(cell) && (cell.match(/\p{L}/gu) ?? []).length <= 4;
}

function rowOf({ at, label }: Candidate): SummaryRow {
  return { at, label: label.text };
}
