import { isJsonObject, isRows, isTableHandle, type Json, type JsonObject, type TableHandle } from '#base';
import { shownColumns } from '#capabilities';
import type { RunView } from '#projection';
import type { ReadDocument } from '#runtime';
import type { ChartKind, TableColumn } from '#tables';

/** The rows that an answer is about, and what it says of them. */
export interface AnswerTable {
  /** The answer without the table that is written into it for those who read text alone. */
  readonly text: string;
  readonly rows: readonly JsonObject[];
  readonly columns: readonly TableColumn[];
  /** The chart that the question asks for. */
  readonly chart: ChartKind | undefined;
}

/** The same where the rows are too large to cross a step (V6): more of them than a chart has points. */
export interface StoredAnswer {
  readonly text: string;
  readonly handle: TableHandle;
}

/**
 * The rows behind an answer in words, all of them and with their values: those that went into the step which said it
 * (`table.answer`). Nothing more is kept in a run for it, so that old runs show it too. Null where no step said just this.
 */
export function answerTable(
  text: string,
  view: RunView,
  documents: readonly ReadDocument[],
): AnswerTable | StoredAnswer | null {
  for (const { input, result } of view.nodes.values()) {
    if (!isJsonObject(result) || result.text !== text || !isJsonObject(input)) continue;
    const { rows, columns, chart } = input;
    if (isTableHandle(rows)) return { text: withoutTable(text), handle: rows };
    if (!isRows(rows) || rows.length === 0) continue;
    return {
      text: withoutTable(text),
      rows,
      columns: shownColumns(rows, documents, namesIn(columns, rows)).map((column) => ({
        ...column,
        dates: 'iso',
      })),
      chart: chart === 'bar' || chart === 'line' ? chart : undefined,
    };
  }
  return null;
}

/** Only columns that are there: a run may be looked at halfway, or come from a file. */
function namesIn(columns: Json | undefined, rows: readonly JsonObject[]): readonly string[] {
  if (!Array.isArray(columns)) return [];
  return columns.filter((name) => typeof name === 'string' && rows.some((row) => Object.hasOwn(row, name)));
}

/** Drops the Markdown table, and the line below it that counts the rows which it leaves out. */
function withoutTable(text: string): string {
  const blocks = text.split('\n\n');
  const at = blocks.findIndex((block) => block.startsWith('| '));
  if (at < 0) return text;
  const isRest = blocks[at + 1]?.startsWith('… and ') === true;
  return blocks.toSpliced(at, isRest ? 2 : 1).join('\n\n');
}
