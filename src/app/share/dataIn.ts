import { isDocumentName } from '../library/documentFromFile';
import type { Source } from './reading/judge';

/** Rows of JSON: a list that begins with an object. */
const ROWS = /^\s*\[\s*\{/;
const JSON_NAME = /\.(?:json|ndjson|jsonl)$/i;
/** As much of it as tells. */
const HEAD = 4_096;

/**
 * What was given as a file of data: rows of JSON, or a table that was pasted, with tabs as spreadsheets copy it or with
 * commas. Null where it is neither, and at once for what cannot be one.
 */
export function dataIn(source: Source): Promise<File | null> | null {
  if (source.kind === 'link') return null;
  if (source.kind === 'file') return JSON_NAME.test(source.file.name) ? rowsIn(source.file) : null;
  const { text } = source;
  const name = ROWS.test(text.slice(0, HEAD)) ? 'Pasted rows.json' : tableName(text);
  return name === null ? null : Promise.resolve(new File([text], name, { type: 'text/plain' }));
}

async function rowsIn(file: File): Promise<File | null> {
  return (await holdsRows(file)) ? file : null;
}

async function holdsRows(file: File): Promise<boolean> {
  const head = await file.slice(0, HEAD).text();
  return ROWS.test(head) || areLines(head);
}

/** Whether files are data, all of them. A single JSON file may be a plan, whatever it begins with: it is read as one first. */
export async function areData(files: readonly File[]): Promise<boolean> {
  const isData = async (file: File) =>
    isDocumentName(file.name) || (files.length > 1 && JSON_NAME.test(file.name) && (await holdsRows(file)));
  return (await Promise.all(files.map(isData))).every(Boolean);
}

/** JSON lines: an object a line. Those of a run have entries, and why such a file is refused is said instead. */
function areLines(head: string): boolean {
  const [first = '', second = ''] = head.split(/\r?\n/);
  return /^\{.*\}$/.test(first.trim()) && second.startsWith('{') && !first.includes('"entries":');
}

/** A table has the same separator, as often, in its first lines. */
function tableName(text: string): string | null {
  const [first = '', second] = text.slice(0, HEAD).split(/\r?\n/);
  if (second === undefined || second === '' || /^\s*[<{[]/.test(first)) return null;
  const isOf = (separator: string) => {
    const count = first.split(separator).length;
    return count > 1 && second.split(separator).length === count;
  };
  if (isOf('\t')) return 'Pasted table.tsv';
  return isOf(',') || isOf(';') ? 'Pasted table.csv' : null;
}
