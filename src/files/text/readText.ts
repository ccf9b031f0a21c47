import {
  type Diagnostic,
  filled,
  isJsonObject,
  type Json,
  jsonLosses,
  LIMITS,
  note,
  parseJson,
  recordsIn,
  sizeText,
  warning,
} from '#base';
import type { FileKind, TextContent, TextOfList } from '../fileContent';
import { foreignName, isBinary, kindOfName } from '../fileKind';
import { emptyFile, FileProblem, tooLarge } from '../problems';
import type { Named } from '../readOptions';
import { checkCells } from './checkCells';

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
  const lists = listsIn(json.value, name);
  const all = [...notes, ...json.notes, ...lists.notes];
  return { kind: 'text', type, text: json.text, notes: all, ...filled({ lists: lists.texts }) };
}

/** The lists of records in a JSON object; of several it is said what stands beside them, which is in none. */
function listsIn(
  value: Json,
  name: string,
): { readonly texts: readonly TextOfList[]; readonly notes: readonly Diagnostic[] } {
  const { lists, beside } = recordsIn(value);
  if (lists.length === 0) return { texts: [], notes: [noRecords(name)] };
  if (lists.length === 1)
    return { texts: lists.flatMap(({ path }) => (path === '' ? [] : [{ path }])), notes: [] };
  if (lists.length > LIMITS.fileLists) return { texts: [], notes: [tooManyLists(name, lists.length)] };
  const texts = lists.map(({ path, rows }) => ({ path, text: JSON.stringify(rows) }));
  const paths = lists.map(({ path }) => path);
  const left = beside.length === 0 ? '' : ` What stands beside them is in none: ${listText(beside)}.`;
  const told = `“${name}” holds ${lists.length} lists of records, and each is a table: ${listText(paths)}.${left}`;
  return { texts, notes: [note('JSON_LISTS', told, 'Nothing needs to be done.')] };
}

function noRecords(name: string): Diagnostic {
  return note(
    'JSON_NO_RECORDS',
    `“${name}” is JSON without records: it is a text, and no table that can be asked.`,
    'A table is read from a list of objects, [{ … }, { … }], or from an object that holds such lists.',
  );
}

function tooManyLists(name: string, count: number): Diagnostic {
  return warning(
    'JSON_LISTS_MANY',
    `“${name}” holds ${count.toLocaleString('en')} lists of records, more than the ${LIMITS.fileLists} tables that one file may have: it stays a text.`,
    'Save records of one kind in one list, with a key that says which of them they belong to.',
  );
}

/** Names that are told one by one. */
const NAMED = 8;

function listText(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((one) => `“${one.slice(0, 80)}”`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
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

/** A text and the encoding that it was in. */
interface Decoded {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  /** Bytes of UTF-8 that are none, each of which is read as `\ufffd`. */
  readonly unread: number;
}

/** Where the two differ; a browser has read them as Windows-1252 already. */
const CONTROLS = /[\u0080-\u009f]/g;

/** Bytes by which UTF-16 without a mark is told: each Latin letter has a zero beside it. */
const SAMPLE = 4_096;

/** What Windows-1252 has where Latin-1 has controls, from 0x80; five places are empty and stay what they are. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Reads bytes as text: by their byte order mark, else as UTF-16 where every other byte is zero, else as UTF-8, also where some of its
 * bytes are broken, else as
 * Windows-1252, which contains Latin-1 and in which every byte is a character. Null where zero bytes show that it is not text, or that
 * it is UTF-32.
 */
function decodeText(bytes: Uint8Array): Decoded | null {
  const order = utf16Order(bytes);
  if (order !== null) {
    const text = new TextDecoder(`utf-16${order}`).decode(bytes);
    return text.includes('\0') ? null : { text, encoding: 'UTF-16', unread: 0 };
  }
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8', unread: 0 };
  } catch {
    return brokenUtf8(bytes) ?? { text: windowsText(bytes), encoding: 'Windows-1252', unread: 0 };
  }
}

/**
 * UTF-8 of which a few bytes are broken, as where a file was cut or put together of several. Letters of another encoding hardly ever
 * are UTF-8 by chance: where more of them are than are not, it is that.
 */
function brokenUtf8(bytes: Uint8Array): Decoded | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  let letters = 0;
  let unread = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) unread++;
    else if (code > 0x7f) letters++;
  }
  return letters > unread ? { text, encoding: 'UTF-8', unread } : null;
}

/** Node's decoder of that name reads Latin-1, and loses the euro: the same bytes are the same text in page and command line. */
function windowsText(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replace(CONTROLS, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);
}

/** What a person is told of an encoding that was not UTF-8: where letters look wrong, this is why. */
function encodingNote(name: string, { encoding, unread }: Decoded): Diagnostic[] {
  if (unread > 0) return [unreadBytes(name, unread)];
  if (encoding === 'UTF-8') return [];
  const help =
    encoding === 'UTF-16'
      ? 'Nothing needs to be done: every character is there.'
      : 'If letters with accents look wrong, save the file as UTF-8 and choose it again.';
  return [note('FILE_ENCODING', `“${name}” is not UTF-8: it is read as ${encoding}.`, help)];
}

function unreadBytes(name: string, unread: number): Diagnostic {
  const places =
    unread === 1
      ? 'one place that is not: it is'
      : `${unread.toLocaleString('en')} places that are not: each is`;
  return warning(
    'FILE_ENCODING',
    `“${name}” is UTF-8 with ${places} read as “\ufffd”.`,
    'Save the file as UTF-8 in the program that made it, and choose it again.',
  );
}

function utf16Order(bytes: Uint8Array): 'le' | 'be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'be';
  const length = Math.min(bytes.length & ~1, SAMPLE);
  const zeros = [0, 0];
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = length / 2;
  if (length >= 4 && odd > most * 0.6 && even < most * 0.05) return 'le';
  if (length >= 4 && even > most * 0.6 && odd < most * 0.05) return 'be';
  return null;
}

/** Losses that are told one by one. */
const TOLD = 3;

/**
 * Checks a text of JSON, or of JSON lines (one value a line), which it makes an array of.
 *
 * @throws FileProblem `FILE_DAMAGED` with the line at which it stops being JSON
 */
function jsonText(
  text: string,
  name: string,
): { readonly text: string; readonly value: Json; readonly notes: readonly Diagnostic[] } {
  const whole = parseJson(text, LIMITS.jsonDepth);
  if (whole.ok) {
    // One line of JSON lines is a list of one.
    if (!/\.(?:jsonl|ndjson)$/i.test(name) || !isJsonObject(whole.value))
      return { text, value: whole.value, notes: losses(text, name) };
    const one = `[\n${text.trim()}\n]`;
    return { text: one, value: [whole.value], notes: losses(one, name) };
  }
  const lines = linesIn(text);
  if (lines !== null) {
    const joined = `[\n${lines.map(({ line }) => line).join(',\n')}\n]`;
    const read = parseJson(joined, LIMITS.jsonDepth);
    if (read.ok) return { text: joined, value: read.value, notes: losses(joined, name) };
    throw brokenLine(lines, name) ?? broken(name, read.problem);
  }
  throw broken(name, whole.problem);
}

function broken(name: string, { message, help, where }: Diagnostic): FileProblem {
  return new FileProblem('FILE_DAMAGED', `“${name}”: ${message}`, help, where);
}

interface JsonLine {
  readonly line: string;
  /** Counted from 1. */
  readonly number: number;
}

/** The lines of JSON lines, those that are blank left out; null where the text is none: its first line is no value of its own. */
function linesIn(text: string): readonly JsonLine[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  const areValues = lines.every(({ line }) => /^\s*[[{]/.test(line));
  return areValues && parseJson(first.line, LIMITS.jsonDepth).ok ? lines : null;
}

/** Whether a text that is called something else is JSON lines: each that is not blank is a value. */
function areJsonLines(text: string): boolean {
  return linesIn(text)?.every(({ line }) => parseJson(line, LIMITS.jsonDepth).ok) ?? false;
}

function brokenLine(lines: readonly JsonLine[], name: string): FileProblem | null {
  for (const { line, number } of lines) {
    const read = parseJson(line, LIMITS.jsonDepth);
    if (read.ok) continue;
    const { message, help } = read.problem;
    return new FileProblem('FILE_DAMAGED', `“${name}”, line ${number}: ${message}`, help, { line: number });
  }
  return null;
}

function losses(text: string, name: string): Diagnostic[] {
  const found = jsonLosses(text);
  const told = found.slice(0, TOLD).map(({ kind, written, field, offset }) => {
    const shown = written.slice(0, 40);
    const message =
      kind === 'duplicate-key'
        ? `“${name}” has the key "${shown}" twice in one object: only the last of them counts.`
        : `“${name}” has the number ${shown}, which cannot be kept exactly.`;
    return warning(
      'JSON_LOSS',
      message,
      'Write each key once, and long numbers as text in quotation marks.',
      {
        field,
        offset,
      },
    );
  });
  if (found.length <= TOLD) return told;
  const others = `${found.length - TOLD} other places of “${name}” lose something in the same way.`;
  return [...told, warning('JSON_LOSS', others, 'Write each key once, and long numbers as text.')];
}

/** Lines by which a separator is told. */
const SAMPLED = 50;
const SEPARATORS = ['\t', ';', '|', ','];

/**
 * The separator of a text whose name does not say that it is a table: every line of its beginning has it equally often,
 * quotation marks aside. Null where there is none, as in prose.
 */
function separatorIn(text: string): string | null {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLED);
  if (lines.length < 2 || /^\s*</.test(text)) return null;
  const found = SEPARATORS.find((separator) => {
    const counts = lines.map((line) => countOutsideQuotes(line, separator));
    const [first = 0] = counts;
    // Two lines of prose may well have one comma each.
    return first > 0 && (first > 1 || separator !== ',') && counts.every((count) => count === first);
  });
  return found ?? null;
}

function countOutsideQuotes(line: string, separator: string): number {
  let isQuoted = false;
  let count = 0;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) count++;
  }
  return count;
}
