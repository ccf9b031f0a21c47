import { Type, tableFromIPC } from '@uwdata/flechette';
import type { HandleColumn, Json, JsonObject } from '#base';
import type { KeptTable } from '#runtime';

/** What the columns of an answer are called, and the query that gives them as JSON has them. */
interface AnswerColumns {
  readonly names: readonly HandleColumn[];
  /** The statement around a SELECT: numbers as doubles, times as ISO text, all else as text; ordered. */
  query(sql: string): string;
}

const NUMBERS: ReadonlySet<number> = new Set([Type.Int, Type.Float, Type.Decimal]);

/** @param stream an answer without rows */
export function columnsOfAnswer(stream: Uint8Array): AnswerColumns {
  const { fields } = tableFromIPC(stream).schema;
  const taken = new Set<string>();
  const names = fields.map(({ name, type }): HandleColumn => {
    return { name: free(name, taken), type: typeOf(type.typeId) };
  });
  const places = fields.map((_, index) => `c${index}`);
  const values = fields.map(({ type }, index) => `${jsonValueOf(`c${index}`, type.typeId)} AS v${index}`);
  return {
    names,
    query: (sql) => {
      const order = /\border\s+by\b/i.test(sql) ? '' : ` ORDER BY ${places.join(', ')}`;
      return `SELECT ${values.join(', ')} FROM (\n${sql}\n) AS answer(${places.join(', ')})${order}`;
    },
  };
}

/** The rows of an answer; `columns` in its order. */
export function answerOf(stream: Uint8Array, columns: readonly HandleColumn[]): KeptTable {
  const table = tableFromIPC(stream);
  const cells = columns.map((_, index) => table.getChildAt(index).toArray());
  const rows = Array.from(
    { length: table.numRows },
    (_, row): JsonObject =>
      Object.fromEntries(columns.map(({ name }, index) => [name, jsonOf(cells[index]?.[row])])),
  );
  return { columns, rows };
}

function typeOf(type: number): string {
  if (NUMBERS.has(type)) return 'number';
  if (type === Type.Bool) return 'boolean';
  if (type === Type.Date) return 'date';
  return type === Type.Timestamp ? 'timestamp' : 'text';
}

function jsonValueOf(place: string, type: number): string {
  if (NUMBERS.has(type)) return `CAST(${place} AS DOUBLE)`;
  if (type === Type.Bool) return place;
  if (type === Type.Timestamp) return `strftime(${place}, '%Y-%m-%dT%H:%M:%S')`;
  return `CAST(${place} AS VARCHAR)`;
}

/** Numbers that JSON has none of are nothing. */
function jsonOf(cell: unknown): Json {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  return typeof cell === 'string' || typeof cell === 'boolean' ? cell : null;
}

function free(name: string, taken: Set<string>): string {
  let found = name;
  for (let number = 2; taken.has(found); number++) found = `${name}_${number}`;
  taken.add(found);
  return found;
}
