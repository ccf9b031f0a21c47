// The entry of the worker that reads a table: one document, one worker, one answer in parts.
import { bytesOfTable } from '#runtime';
import { describeTable } from './describeTable';
import { handleColumns } from './handleColumns';
import type { RowsHere, RowsInLines } from './knownReadings';
import { isLarge } from './largeRows';
import type { Table } from './table';
import { asked, partsOf, type TableAnswer, type TableQuestion } from './tableInWorker';
import { reportOf, tableOf, writtenOf } from './tableOf';
import { linesOfWritten, type WrittenCells } from './writtenLines';

const take = asked();
addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => {
  hear(data).catch(() => answer({ kind: 'refused' }));
});

async function hear(question: TableQuestion): Promise<void> {
  const document = take(question);
  if (document === null) return;
  const table = tableOf(document);
  if (!table.ok) return answer({ kind: 'refused' });
  const { rows, ...about } = table.value;
  const shape = { ...about, count: rows.length };
  answer({ kind: 'rows', count: rows.length });
  const report = reportOf(document);
  const written = writtenOf(document);
  if (!report.ok || !written.ok) return answer({ kind: 'refused' });
  const description = describeTable(document);
  const content = await contentOf(table.value, written.value);
  for (const part of partsOf({ shape, content, report: report.value, description })) {
    const moved = part.kind === 'lines' ? [part.content.lines.buffer, part.content.written.buffer] : [];
    answer(part, moved);
  }
}

/** Rows that do not name all columns, as those of JSON may, are not the same when they are read of lines. */
async function contentOf(table: Table, written: WrittenCells): Promise<RowsHere | RowsInLines> {
  const { columns, rows } = table;
  const isWhole = rows.every((row) => Object.keys(row).length === columns.length);
  if (!isWhole || !isLarge(rows)) return { rows, written };
  const lines = await bytesOfTable({ columns: handleColumns(columns), rows });
  return { lines, written: linesOfWritten(table, written) };
}

function answer(message: TableAnswer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
