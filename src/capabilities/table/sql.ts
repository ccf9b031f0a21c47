import { isTableHandle, type Json, type JsonObject } from '#base';
import { bytesHash, type CallContext, linesOf, type SqlTable } from '#runtime';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { columnsOf } from '../reading/columnsOf';
import { rows, z } from '../zod';

const table = z.union([rows, z.custom<JsonObject>((value) => isTableHandle(value as Json))]);

export const sql = defineCapability({
  id: 'table.sql',
  title: 'Query with SQL',
  description:
    'Answers one SELECT (DuckDB SQL) over tables by the names that "tables" gives them. Column names are written as they are, in double quotes where they have blanks or capitals matter; dates are DATE, sums are exact. Without ORDER BY the rows are ordered by all columns.',
  input: z.strictObject({
    sql: z.string().min(1).max(20_000).meta({ title: 'SELECT' }),
    tables: z
      .record(z.string().min(1), table)
      .meta({ title: 'Tables', description: 'Rows by the name that the query calls them by.' }),
    parameters: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .max(100)
      .default([])
      .meta({ title: 'Parameters', description: 'What stands for each ? of the query.' }),
  }),
  output: z.object({ rows, count: z.int() }),
  icon: 'database',
  tags: ['table', 'sql'],
  whenTooLarge: 'Select fewer rows or columns.',
  async run({ sql: text, tables, parameters }, context) {
    if (context.sql === undefined) {
      throw failure('SQL_UNAVAILABLE', 'There is no engine for queries here.', 'Use the other table tools.');
    }
    const named = await Promise.all(
      Object.entries(tables).map(([name, given]) => sqlTable(name, given, context)),
    );
    const answer = await context.sql.ask({ sql: text, parameters, tables: named }, context.signal);
    return { rows: [...answer.rows], count: answer.rows.length };
  },
});

async function sqlTable(
  name: string,
  given: JsonObject | readonly JsonObject[],
  { tables }: CallContext,
): Promise<SqlTable> {
  const handle: Json = given;
  if (isTableHandle(handle)) {
    const { hash } = handle.$table;
    return { name, hash, lines: async () => (tables ? tables.lines(handle) : new Uint8Array()) };
  }
  const all = Array.isArray(given) ? (given as readonly JsonObject[]) : [];
  const columns = columnsOf(all).map((column) => ({ name: column.name, type: column.type }));
  const lines = new TextEncoder().encode([...linesOf({ columns, rows: all })].join(''));
  return { name, hash: await bytesHash(lines), lines: async () => lines };
}
