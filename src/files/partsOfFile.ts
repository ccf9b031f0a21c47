import type { Diagnostic, Result } from '#base';
import type { FileCell, FileContent } from './fileContent';

export type ReadResult = Result<FileContent, readonly Diagnostic[]>;

/** What a worker says of a file: how far it is, rows of its sheets, then the result without these. */
export type WorkerAnswer =
  | { readonly share: number }
  | { readonly sheet: number; readonly rows: readonly (readonly FileCell[])[] }
  | { readonly result: ReadResult };

/** So many cells cross at once: some milliseconds of the page. */
const PART = 40_000;

/** A result as messages: all cells of a workbook in one would hold up the page that takes them for seconds. */
export function* partsOfFile(result: ReadResult): Generator<WorkerAnswer> {
  if (!result.ok || result.value.kind === 'text') return yield { result };
  const { sheets } = result.value;
  for (const [sheet, { rows }] of sheets.entries()) {
    const step = Math.max(1, Math.floor(PART / Math.max(1, rows[0]?.length ?? 1)));
    for (let from = 0; from < rows.length; from += step) yield { sheet, rows: rows.slice(from, from + step) };
  }
  const emptied = sheets.map((sheet) => ({ ...sheet, rows: [] }));
  yield { result: { ...result, value: { ...result.value, sheets: emptied } } };
}

/** Puts the messages of a result together: what takes them gives it with the last of them, null before. */
export function joinedFile(): (answer: Exclude<WorkerAnswer, { share: number }>) => ReadResult | null {
  const found = new Map<number, (readonly FileCell[])[]>();
  return (answer) => {
    if ('rows' in answer) {
      const rows = found.get(answer.sheet) ?? [];
      for (const row of answer.rows) rows.push(row);
      found.set(answer.sheet, rows);
      return null;
    }
    const { result } = answer;
    if (!result.ok || result.value.kind === 'text') return result;
    const sheets = result.value.sheets.map((sheet, index) => ({ ...sheet, rows: found.get(index) ?? [] }));
    return { ...result, value: { ...result.value, sheets } };
  };
}
