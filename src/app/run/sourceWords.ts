import type { Json } from '#base';
import type { AnswerStep, SourceTest } from '#projection';
import { dateText } from '#tables';
import { counted } from '../parts/counted';

/** What a filter asks for, in a few words: `Status = Paid`, `Region is North or South`, `Net is empty`. */
export function filterWords(test: SourceTest, or: readonly SourceTest[] = []): string {
  return [test, ...or].map(testWords).join(', or ');
}

function testWords({ column, operator, value }: SourceTest): string {
  if (operator === 'empty' || (operator === '=' && value === null)) return `${column} is empty`;
  if (operator === 'filled' || (operator === '!=' && value === null)) return `${column} is filled`;
  if (operator === 'between' && Array.isArray(value))
    return `${column} ${value.map((bound: Json) => valueWords(bound)).join(' to ')}`;
  if (!Array.isArray(value)) return `${column} ${SIGNS[operator] ?? operator} ${valueWords(value)}`;
  const values = value.map((one: Json) => valueWords(one)).join(' or ');
  return operator === '!=' ? `${column} is not ${values}` : `${column} is ${values}`;
}

const SIGNS: Readonly<Record<string, string>> = { '!=': '≠', '>=': '≥', '<=': '≤', contains: 'has' };

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

function valueWords(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { useGrouping: value >= 10_000 });
  if (typeof value === 'string') return ISO_DATE.test(value) ? dateText(value) : value;
  return JSON.stringify(value);
}

/** What became of the rows that went through a step: `886 of 1,248 rows`, `5 rows from 886`; else null. */
export function rowsWords({ tool, rowsIn, rowsOut }: AnswerStep): string | null {
  if (rowsOut === null) return rowsIn === null ? null : `from ${counted(rowsIn, 'row')}`;
  if (rowsIn === null) return counted(rowsOut, 'row');
  if (rowsIn === rowsOut) return `all ${counted(rowsOut, 'row')}`;
  if (!KEEPS.has(tool)) return `${counted(rowsOut, 'row')} from ${rowsIn.toLocaleString('en')}`;
  return `${rowsOut.toLocaleString('en')} of ${counted(rowsIn, 'row')}`;
}

/** What leaves rows out and changes none; others make new ones. */
const KEEPS: ReadonlySet<string> = new Set(['table.filter', 'table.limit', 'table.top', 'table.distinct']);
