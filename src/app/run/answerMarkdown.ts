import { isRows, isTableHandle, type Json, type JsonObject } from '#base';
import { markdownTable, shownColumns } from '#capabilities';
import { WHOLE_TABLE } from '#tables';
import type { StoredTables } from '../tables/stored/storedTables';
import type { AnswerParts } from './answerText';

/** So many rows of a table by reference are written; how many more there are stands below them. */
const WRITTEN_ROWS = 20;

/** What a run came to as Markdown: its text, then its other outputs under their names; of tables the first rows. */
export async function answerMarkdown({ main, rest }: AnswerParts, tables: StoredTables): Promise<string> {
  const others = rest.map(async ([name, value]) => `## ${name}\n\n${await written(value, tables)}`);
  return [...(main === null ? [] : [main]), ...(await Promise.all(others))].join('\n\n');
}

async function written(value: Json, tables: StoredTables): Promise<string> {
  if (typeof value === 'string') return value;
  if (isTableHandle(value)) {
    const { rows, columns } = value.$table;
    const source = await tables.open(value);
    if (source === null)
      return `${rows} rows of ${columns.map(({ name }) => name).join(', ')}, not in this browser.`;
    const first = await source.rows(WHOLE_TABLE, 0, WRITTEN_ROWS);
    const names = columns.map(({ name }) => name);
    return tableText(
      first.map(({ cells }) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]))),
      rows,
    );
  }
  if (isRows(value)) return tableText(value, value.length);
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function tableText(rows: readonly JsonObject[], total: number): string {
  if (rows.length === 0) return 'No rows.';
  return markdownTable(rows, shownColumns(rows, [], Object.keys(rows[0] ?? {})), total);
}
