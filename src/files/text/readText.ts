import { type Diagnostic, LIMITS, note, sizeText } from '#base';
import { decodeText, encodingNote } from '../decodeText';
import type { FileKind, TextContent } from '../fileContent';
import { foreignName, isBinary, kindOfName } from '../fileKind';
import { emptyFile, FileProblem, tooLarge } from '../problems';
import type { Named } from '../readOptions';
import { checkCells } from './checkCells';
import { areJsonLines, jsonText } from './jsonText';
import { separatorIn } from './separatorIn';

/**
 * Reads a file of text: which of its kinds it is, its encoding, whether its cells and its JSON are within bounds.
 *
 * @throws FileProblem
 */
export function readText(bytes: Uint8Array, { name }: Named): TextContent {
  if (bytes.length > LIMITS.fileTextBytes)
    throw tooLarge(
      name,
      `has more than ${sizeText(LIMITS.fileTextBytes)}, too much for one text`,
      'Split it into several files, or save it as Parquet.',
    );
  const decoded = decodeText(bytes);
  if (decoded === null) throw unknown(bytes, name);
  const text = decoded.text.replace(/^\ufeff/, '');
  if (text.trim() === '') throw emptyFile(name);
  if (!isProseName(name) && /^\s*<(?:!doctype html|html|table)\b/i.test(text)) throw webPage(name);
  if (isTableName(name) && /^\s*<\?xml\b/i.test(text)) throw unreadable(name, 'an XML file');
  const { type, isGuessed } = kindOfText(text, kindOfName(name));
  const notes: Diagnostic[] = [...encodingNote(name, decoded)];
  if (isGuessed) notes.push(mislabelled(name, type));
  if (type !== 'json') {
    if (type === 'csv' || type === 'tsv') checkCells(text, name);
    return { kind: 'text', type, text, notes };
  }
  if (bytes.length > LIMITS.importBytes)
    throw tooLarge(
      name,
      `is JSON of more than ${sizeText(LIMITS.importBytes)}`,
      'Save it as CSV or Parquet, or split it into several files.',
    );
  const json = jsonText(text, name);
  return { kind: 'text', type, text: json.text, notes: [...notes, ...json.notes] };
}

/** A name by which markup may be meant as it is. */
function isProseName(name: string): boolean {
  const kind = kindOfName(name);
  return kind === 'text' || kind === 'markdown' || kind === 'json';
}

/** A name by which a table is meant; `.xls` may be XML that old spreadsheets wrote. */
function isTableName(name: string): boolean {
  const kind = kindOfName(name);
  return kind === 'csv' || kind === 'tsv' || kind === 'xlsx' || /\.xls$/i.test(name);
}

/** Many programs save a web page and call it `.xls` or `.csv`; read as lines it would be a table of markup. */
function webPage(name: string): FileProblem {
  return new FileProblem(
    'FILE_UNKNOWN',
    `“${name}” is a web page, whatever it is called.`,
    'Open it in a spreadsheet and save it as XLSX or CSV.',
  );
}

/** What a text is: what its name says, unless it plainly is something else. */
function kindOfText(text: string, named: FileKind | null): { type: FileKind; isGuessed: boolean } {
  const isJson = /^\s*[[{]/.test(text);
  if (named === 'json') {
    const isOther = /^\s*[<#A-Za-z]/.test(text) && !/^\s*(?:true|false|null)\s*$/.test(text);
    return isOther ? { type: tableOrText(text), isGuessed: true } : { type: 'json', isGuessed: false };
  }
  if (named === 'csv' || named === 'tsv') {
    const isOther =
      isJson && (canBeParsed(text) || (text.length <= LIMITS.importBytes && areJsonLines(text)));
    return isOther ? { type: 'json', isGuessed: true } : { type: named, isGuessed: false };
  }
  if (named === 'markdown') return { type: named, isGuessed: false };
  const type = isJson && canBeParsed(text) ? 'json' : tableOrText(text);
  // A name that says nothing cannot mislead; one that says `.xlsx` or `.txt` can.
  return { type, isGuessed: named !== null && type !== named };
}

function tableOrText(text: string): FileKind {
  const separator = separatorIn(text);
  if (separator === null) return 'text';
  return separator === '\t' ? 'tsv' : 'csv';
}

function canBeParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const CALLED: Readonly<Record<FileKind, string>> = {
  text: 'plain text',
  markdown: 'Markdown',
  csv: 'a table separated by commas or semicolons',
  tsv: 'a table separated by tabs',
  json: 'JSON',
  xlsx: 'a workbook (XLSX)',
  parquet: 'a Parquet file',
  pdf: 'a PDF',
  docx: 'a document (DOCX)',
};

/** What a person is told of a file that is not what its name says. */
export function mislabelled(name: string, type: FileKind): Diagnostic {
  return note(
    'FILE_MISLABELLED',
    `“${name}” is ${CALLED[type]}, and is read as that.`,
    'Nothing needs to be done. Another ending of its name would say so.',
  );
}

function unknown(bytes: Uint8Array, name: string): FileProblem {
  const named = kindOfName(name);
  const called = foreignName(bytes);
  if (named !== null && called === null && isBinary(named))
    return new FileProblem(
      'FILE_DAMAGED',
      `“${name}” does not begin as ${CALLED[named]} does.`,
      'Open it in the program that made it and save it again, or fetch it once more.',
    );
  return unreadable(name, called ?? 'neither text nor a kind of file that is known here');
}

export function unreadable(name: string, what: string): FileProblem {
  const first = what.startsWith('an archive') ? 'Unpack it, and choose' : 'Choose';
  return new FileProblem(
    'FILE_UNKNOWN',
    `“${name}” is ${what}: it cannot be read.`,
    `${first} a file of one of these kinds: CSV, TSV, JSON, XLSX, Parquet, Markdown, text, PDF, DOCX.`,
  );
}
