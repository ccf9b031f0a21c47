import type { Sheet } from '#files';
import { nextTask, type ReadDocument } from '#runtime';
import { knownReading, knowReading, type TableReading } from './knownReadings';
import type { Row } from './table';

/** What a worker is given: the rows of a sheet a part at a time, then the document without them. */
export type TableQuestion =
  | { readonly kind: 'rows'; readonly rows: Sheet['rows'] }
  | { readonly kind: 'read'; readonly document: ReadDocument };

/** Of the cells of a table a part at a time, so that none takes the page for longer than a frame; then all that is said of it. */
export type TableAnswer =
  | { readonly kind: 'part'; readonly rows: readonly Row[]; readonly written: Written }
  | ({ readonly kind: 'read' } & Omit<TableReading, 'table' | 'written'> & {
        readonly table: Omit<TableReading['table'], 'rows'>;
      })
  | { readonly kind: 'refused' };

/** Texts of the cells whose values are others, by column. */
export type Written = readonly (readonly [column: string, texts: readonly (string | null)[]])[];

/** From so many characters on a table is read in a worker: before that, starting one takes longer. */
const LARGE = 200_000;
/** The same of a sheet, in cells. */
const LARGE_SHEET = 20_000;

/**
 * Reads the table of a large text or sheet in a worker, so that whoever asks for it here (`tableOf`, `reportOf`,
 * `describeDocuments`) has it at once. The cells of a sheet cross the border twice, in parts: that takes far less than to read them.
 *
 * A table that cannot be read is left to those who ask: they are told why.
 */
export async function readTableAhead(document: ReadDocument): Promise<void> {
  if (typeof Worker === 'undefined' || !isLargeTable(document) || knownReading(document)) return;
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  const take = joined();
  try {
    const reading = await new Promise<TableReading | null>((resolve) => {
      const failed = (): void => resolve(null);
      worker.addEventListener('error', failed);
      worker.addEventListener('messageerror', failed);
      worker.addEventListener('message', ({ data }: MessageEvent<TableAnswer>) => {
        const reading = take(data);
        if (reading !== null || data.kind === 'refused') resolve(reading);
      });
      void ask(worker, document).catch(failed);
    });
    if (reading !== null) knowReading(document, reading);
  } finally {
    worker.terminate();
  }
}

/** Hands a document over; between two parts of it the page has its turn. */
async function ask(worker: Worker, document: ReadDocument): Promise<void> {
  for (const question of questionsOf(document)) {
    worker.postMessage(question);
    await nextTask();
  }
}

export function* questionsOf(document: ReadDocument): Generator<TableQuestion> {
  if (document.kind !== 'sheet') return yield { kind: 'read', document };
  const { rows, ...sheet } = document.sheet;
  for (let from = 0; from < rows.length; from += PART)
    yield { kind: 'rows', rows: rows.slice(from, from + PART) };
  yield { kind: 'read', document: { ...document, sheet: { ...sheet, rows: [] } } };
}

/** Puts what a worker is given together: what takes it gives the document with the last of it, null before. */
export function asked(): (question: TableQuestion) => ReadDocument | null {
  const rows: Sheet['rows'][number][] = [];
  return (question) => {
    if (question.kind === 'read') {
      const { document } = question;
      return document.kind === 'sheet' ? { ...document, sheet: { ...document.sheet, rows } } : document;
    }
    for (const row of question.rows) rows.push(row);
    return null;
  };
}

function isLargeTable(document: ReadDocument): boolean {
  if (document.kind === 'sheet') {
    const { columns, rows } = document.sheet;
    return rows.length * (columns ?? rows.at(-1) ?? []).length > LARGE_SHEET;
  }
  return (document.kind === 'csv' || document.kind === 'json') && document.text.length > LARGE;
}

/** A reading as messages: parts, and what is said of all. */
export function* partsOf(reading: TableReading): Generator<TableAnswer> {
  const { table, report, description, written } = reading;
  const { rows, ...about } = table;
  const others = table.columns.filter(({ type }) => type !== 'text').map(({ name }) => name);
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART);
    yield {
      kind: 'part',
      rows: part,
      written: others.map((name) => [name, part.map((_, at) => written(from + at, name))] as const),
    };
  }
  yield { kind: 'read', table: about, report, description };
}

/** So many rows cross at once: some milliseconds of the page. */
const PART = 4_000;

/** Puts the messages of a reading together: what takes them gives the reading with the last of them, null before. */
export function joined(): (answer: TableAnswer) => TableReading | null {
  const rows: Row[] = [];
  const written = new Map<string, (string | null)[]>();
  return (answer) => {
    if (answer.kind === 'refused') return null;
    if (answer.kind === 'part') {
      for (const row of answer.rows) rows.push(row);
      for (const [column, texts] of answer.written) {
        const before = written.get(column) ?? [];
        for (const text of texts) before.push(text);
        written.set(column, before);
      }
      return null;
    }
    const { table, report, description } = answer;
    const textAt = (row: number, column: string) => written.get(column)?.[row] ?? null;
    return { table: { ...table, rows }, report, description, written: textAt };
  };
}
