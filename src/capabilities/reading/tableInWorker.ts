import type { Sheet } from '#files';
import { type FollowedReading, nextTask, type ReadDocument } from '#runtime';
import {
  knownReading,
  knowReading,
  type RowsHere,
  type RowsInLines,
  type TableReading,
} from './knownReadings';
import type { Row, TableShape } from './table';

/** What a worker is given: the rows of a sheet a part at a time, then the document without them. */
export type TableQuestion =
  | { readonly kind: 'rows'; readonly rows: Sheet['rows'] }
  | { readonly kind: 'read'; readonly document: ReadDocument };

/** How many rows there are, as soon as that is known; then the reading, or that there is none. */
export type TableAnswer =
  | { readonly kind: 'rows'; readonly count: number }
  | { readonly kind: 'refused' }
  | TablePart;

/**
 * A reading as it crosses: the rows of a large table as text, which moves at once; of another a part at a time, so that none takes the
 * page for longer than a frame; then all that is said of them.
 */
type TablePart =
  | { readonly kind: 'lines'; readonly content: RowsInLines }
  | { readonly kind: 'part'; readonly rows: readonly Row[]; readonly written: Written }
  | ({ readonly kind: 'read' } & Omit<TableReading, 'content'>);

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
 *
 * @throws the reason of the signal, nothing else
 */
export async function readTableAhead(
  document: ReadDocument,
  { signal, rows: told }: FollowedReading = {},
): Promise<void> {
  if (typeof Worker === 'undefined' || !isLargeTable(document) || knownReading(document)) return;
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  const take = joined();
  const ended = new AbortController();
  try {
    const reading = await new Promise<TableReading | null>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
      const failed = (): void => resolve(null);
      worker.addEventListener('error', failed);
      worker.addEventListener('messageerror', failed);
      worker.addEventListener('message', ({ data }: MessageEvent<TableAnswer>) => {
        if (data.kind === 'rows') return told?.(data.count);
        if (data.kind === 'refused') return resolve(null);
        const reading = take(data);
        if (reading !== null) resolve(reading);
      });
      void ask(worker, document).catch(failed);
    });
    if (reading !== null) knowReading(document, reading);
  } finally {
    ended.abort();
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

/** A reading as messages: what is text at once, rows in parts; then what is said of all. */
export function* partsOf({ content, ...about }: TableReading): Generator<TablePart> {
  if ('lines' in content) yield { kind: 'lines', content };
  else yield* partsOfRows(about.shape, content);
  yield { kind: 'read', ...about };
}

function* partsOfRows({ columns }: TableShape, { rows, written }: RowsHere): Generator<TablePart> {
  const others = columns.filter(({ type }) => type !== 'text').map(({ name }) => name);
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART);
    yield {
      kind: 'part',
      rows: part,
      written: others.map((name) => [name, part.map((_, at) => written(from + at, name))] as const),
    };
  }
}

/** So many rows cross at once: some milliseconds of the page. */
const PART = 4_000;

/** Puts the messages of a reading together: what takes them gives the reading with the last of them, null before. */
export function joined(): (answer: TablePart) => TableReading | null {
  const rows: Row[] = [];
  const written = new Map<string, (string | null)[]>();
  let lines: RowsInLines | null = null;
  return (answer) => {
    if (answer.kind === 'lines') {
      lines = answer.content;
      return null;
    }
    if (answer.kind === 'part') {
      for (const row of answer.rows) rows.push(row);
      for (const [column, texts] of answer.written) {
        const before = written.get(column) ?? [];
        for (const text of texts) before.push(text);
        written.set(column, before);
      }
      return null;
    }
    const { kind: _, ...about } = answer;
    const here = { rows, written: (row: number, column: string) => written.get(column)?.[row] ?? null };
    return { ...about, content: lines ?? here };
  };
}
