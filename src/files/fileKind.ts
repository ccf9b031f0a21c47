import type { FileKind } from './fileContent';

/** What the first bytes of a file say that it is; `text` says only that nothing speaks against it. */
type Container = 'zip' | 'pdf' | 'parquet' | 'compound' | 'foreign' | 'text' | 'empty';

/** Files that are neither tables nor text, by what they begin with, and what messages call them. */
const FOREIGN: readonly (readonly [start: string, called: string])[] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['\x1f\x8b', 'an archive (gzip)'],
  ['\xfd7zXZ', 'an archive (xz)'],
  ['7z\xbc\xaf', 'an archive (7-Zip)'],
  ['{\\rtf', 'a document in rich text (RTF)'],
];

/** Those that begin with letters as a text may, too: they are meant only where zeros follow. */
const FOREIGN_LETTERS: typeof FOREIGN = [
  ['GIF8', 'a GIF picture'],
  ['RIFF', 'a sound, a film or a WebP picture'],
  ['BZh', 'an archive (bzip2)'],
  ['Rar!', 'an archive (RAR)'],
  ['SQLite format 3', 'a database (SQLite)'],
  ['MZ', 'a program'],
  ['\x7fELF', 'a program'],
];

/** The beginning of old Office files, and of new ones with a password. */
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** A PDF may have other bytes before its first line (ISO 32000-1, implementation note 13). */
const PDF_WITHIN = 1_024;

const BY_ENDING: Readonly<Record<string, FileKind>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  log: 'text',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  parquet: 'parquet',
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
};

export function containerOf(bytes: Uint8Array): Container {
  if (bytes.length === 0) return 'empty';
  const start = latin(bytes, PDF_WITHIN);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  if (/^PAR[1E]/.test(start) && bytes.includes(0)) return 'parquet';
  if (start.startsWith(COMPOUND)) return 'compound';
  if (foreignName(bytes) !== null) return 'foreign';
  return isPdf(start, bytes) ? 'pdf' : 'text';
}

/** A text may speak of PDF as well: where other bytes stand before its first line, what no text has shows that it is one. */
function isPdf(start: string, bytes: Uint8Array): boolean {
  if (!start.includes('%PDF-')) return false;
  const end = latin(bytes.subarray(-PDF_WITHIN), PDF_WITHIN);
  return start.startsWith('%PDF-') || NO_TEXT.test(start) || end.includes('%%EOF');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NO_TEXT = /[\0-\x08\x0e-\x1a]/;

/** What a file of a kind that is not read is called; null where nothing is known of it. */
export function foreignName(bytes: Uint8Array): string | null {
  const start = latin(bytes, 16);
  const known = bytes.subarray(0, PDF_WITHIN).includes(0) ? [...FOREIGN, ...FOREIGN_LETTERS] : FOREIGN;
  return known.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}

/** What the name of a file says that it is; null where it says nothing. */
export function kindOfName(name: string): FileKind | null {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? null;
}

/**
 * What a file seems to be, by a glance at its first bytes and its name: for an icon, or a hint before it is read.
 * `readFile` looks closer.
 */
export function kindOf(bytes: Uint8Array, name: string): FileKind | null {
  const named = kindOfName(name);
  const container = containerOf(bytes);
  if (container === 'pdf' || container === 'parquet') return container;
  if (container === 'zip') return named === 'xlsx' || named === 'docx' ? named : null;
  if (container !== 'text') return null;
  return named === null || isBinary(named) ? 'text' : named;
}

/** Whether files of that kind are anything but text. */
export function isBinary(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx' || kind === 'pdf' || kind === 'parquet';
}

export function latin(bytes: Uint8Array, most: number): string {
  return String.fromCharCode(...bytes.subarray(0, most));
}
