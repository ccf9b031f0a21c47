// The entry of the worker that reads a table: one document, one worker, one answer in parts.
import { describeTable } from '../describeDocuments';
import { asked, partsOf, type TableAnswer, type TableQuestion } from './tableInWorker';
import { reportOf, tableOf, writtenOf } from './tableOf';

const take = asked();
addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => {
  const document = take(data);
  if (document === null) return;
  const answer = (message: TableAnswer): void => postMessage(message);
  const table = tableOf(document);
  const report = reportOf(document);
  const written = writtenOf(document);
  if (!table.ok || !report.ok || !written.ok) return answer({ kind: 'refused' });
  const description = describeTable(document);
  const reading = { table: table.value, report: report.value, written: written.value, description };
  for (const part of partsOf(reading)) answer(part);
});
