import { useEffect, useRef, useState } from 'react';
import {
  type Diagnostic,
  err,
  LIMITS,
  nameOfRecords,
  ok,
  present,
  problem,
  type Result,
  sizeText,
  utf8Length,
  warning,
} from '#base';
import type { FileContent, Sheet } from '#files';
import {
  type ColumnReading,
  type DocumentFile,
  type Edit,
  type FileDocument,
  isFileDocument,
  type TextDocument,
  type TextKind,
  type Workspace,
  type WorkspaceDocument,
} from '#plan';
import type { Bytes } from '#runtime';
import { refuseLargeFile, textOf } from '#share';
import type { Storage } from '#storage';
import { Button } from '../parts/Button';
import { say } from '../parts/Toasts';
import { diagnosticOf, sayProblems, WORKSPACE_LEFT } from '../state/sayTrouble';
import { documentsOfPage, readFileOfPage } from '../state/services';
import type { Session } from '../state/session';
import { readingWords } from '../tables/ColumnChip';
import { withColumns } from './ColumnsList';
import styles from './documentFromFile.module.css';
import { newId } from './items';
import { noteReadingTime, rememberNotes } from './useReadDocument';

const ENDINGS: ReadonlySet<string> = new Set([
  ...['csv', 'tsv', 'tab', 'md', 'markdown', 'txt', 'xlsx', 'xlsm', 'parquet', 'pdf', 'docx', 'docm'],
]);

/** Whether a file is a table or a text by its ending. JSON is not: it may be a workspace or a plan. */
export function isDocumentName(name: string): boolean {
  return ENDINGS.has(/\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

/** How reading is followed and ended. */
export interface Following {
  readonly signal?: AbortSignal | undefined;
  /** How much is read, from 0 to 1. */
  readonly progress?: (share: number) => void;
  /** How many rows the tables have that were read so far. */
  readonly rows?: ((rows: number) => void) | undefined;
}

/**
 * A file as documents of a workspace, under ids that are free in it. It is read off the page's thread. A text that fits
 * stands in its document; the bytes of all else lie beside the workspace, once per content. A workbook has a document for
 * each sheet that holds anything.
 *
 * @returns the documents, or why the file is none
 * @throws StorageError, or the signal's reason when it was aborted
 */
export async function documentsFromFile(
  file: File,
  workspace: Workspace,
  storage: Storage,
  { signal, progress, rows }: Following = {},
): Promise<Result<readonly WorkspaceDocument[], readonly Diagnostic[]>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return err([bytes.problem]);
  const read = await readFileOfPage(bytes.value, { name: file.name, type: file.type }, { signal, progress });
  signal?.throwIfAborted();
  if (!read.ok) return read;
  const name = stemOf(file.name);
  const parts = partsOf(read.value, name);
  const [first] = parts;
  const text = textThatFits(read.value, bytes.value.length);
  if (text !== null && parts.length === 1) {
    rememberNotes(text.text, read.value.notes);
    return ok([newDocument(first?.title ?? name, text.kind, text.text, workspace)]);
  }
  const kept = await keepFile(file, bytes.value, read.value, storage);
  const documents: FileDocument[] = [];
  for (const { sheet, title } of parts) {
    const id = newId(title, 'document', [...workspace.documents, ...documents]);
    const about = { id, name: title, kind: read.value.type, file: kept };
    documents.push(sheet === null ? about : { ...about, sheet });
  }
  await readTables(documents, storage, { signal, rows });
  return ok(documents);
}

/** What becomes a document of its own. */
interface PartOfFile {
  /** Null where there is one thing in the file. */
  readonly sheet: string | null;
  /** What the document is called. */
  readonly title: string;
}

function partsOf(content: FileContent, name: string): readonly PartOfFile[] {
  if (content.kind === 'table')
    return sheetsIn(content).map((sheet) => ({ sheet, title: sheet === null ? name : `${name} · ${sheet}` }));
  const { lists = [] } = content;
  if (lists.length < 2) return [{ sheet: null, title: nameOfRecords(lists[0]?.path ?? '') ?? name }];
  const called = lists.map(({ path }) => nameOfRecords(path) ?? path);
  return lists.map(({ path }, index) => {
    const isAlone = called.filter((one) => one === called[index]).length === 1;
    return { sheet: path, title: isAlone ? (called[index] ?? path) : path.replaceAll('.', ' · ') };
  });
}

/** What is in a table is read while its file comes in, where it is followed and can be ended: nobody waits for it later. */
async function readTables(
  documents: readonly FileDocument[],
  storage: Storage,
  { signal, rows }: Pick<Following, 'signal' | 'rows'>,
): Promise<void> {
  let before = 0;
  for (const document of documents) {
    let counted = 0;
    const told = (count: number): void => {
      counted = count;
      rows?.(before + count);
    };
    await documentsOfPage(storage).read(document, { signal, rows: told });
    before += counted;
  }
}

/** The bytes are kept, and what was read of them is known, before a document names them. */
export async function keepFile(
  { name, type }: File,
  bytes: Bytes,
  content: FileContent,
  storage: Storage,
): Promise<DocumentFile> {
  const hash = await storage.blobs.write(bytes);
  documentsOfPage(storage).know(hash, content);
  return { hash, bytes: bytes.length, type: type.slice(0, MOST_OF_NAME), name: name.slice(-MOST_OF_NAME) };
}

/** As many characters of a name and a media type are kept; of a name the last, where its ending is. */
const MOST_OF_NAME = 255;

/** What may stand in a document as text: as large as what a step hands on. */
function textThatFits(content: FileContent, bytes: number): Pick<TextDocument, 'kind' | 'text'> | null {
  if (content.kind !== 'text' || bytes > LIMITS.toolOutputBytes || !isTextKind(content.type)) return null;
  return { kind: content.type, text: content.text };
}

function isTextKind(kind: FileContent['type']): kind is TextKind {
  return kind === 'text' || kind === 'markdown' || kind === 'csv' || kind === 'tsv' || kind === 'json';
}

/** The sheets that become documents, by name; null alone where there is one thing in the file. */
export function sheetsIn(content: FileContent): readonly (string | null)[] {
  if (content.kind === 'text') return [null];
  const filled = content.sheets.filter(({ rows }: Sheet) => rows.length > 0);
  return filled.length > 1 ? filled.map(({ name }) => name) : [null];
}

/** A text as a document under an id made from its name, free in the workspace. */
export function newDocument(name: string, kind: TextKind, text: string, workspace: Workspace): TextDocument {
  return { id: newId(name, 'document', workspace.documents), name, kind, text };
}

/** A name without its ending; one that is nothing but an ending stays. */
function stemOf(name: string): string {
  const end = name.lastIndexOf('.');
  return end > 0 ? name.slice(0, end) : name;
}

/**
 * The bytes of a chosen or dropped file. Its size is judged before any of it is read (SECURITY, limits).
 *
 * @returns the bytes, or `FILE_TOO_LARGE` or `FILE_UNREADABLE`
 */
export async function readBytes(file: File): Promise<Result<Bytes, Diagnostic>> {
  const tooLarge = refuseLargeFile(file.name, file.size);
  if (tooLarge) return err(tooLarge);
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? err(unreadable(file.name)) : ok(new Uint8Array(bytes));
}

function unreadable(name: string): Diagnostic {
  return problem(
    'FILE_UNREADABLE',
    `“${name}” could not be read.`,
    'Check whether it is still there, and choose it again.',
  );
}

/**
 * The text of a chosen or dropped file. Its size is judged before any of it is read (SECURITY, limits); what is no
 * UTF-8 text is refused, and never read as something that it is not (case A13).
 *
 * @returns the text, or `FILE_TOO_LARGE`, `FILE_NOT_TEXT` or `FILE_UNREADABLE`
 */
export async function readTextFile(file: File): Promise<Result<string, Diagnostic>> {
  const tooLarge = refuseLargeFile(file.name, file.size);
  if (tooLarge) return err(tooLarge);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) {
    return err(
      problem(
        'FILE_UNREADABLE',
        `“${file.name}” could not be read.`,
        'Check whether it is still there, and choose it again.',
      ),
    );
  }
  const text = textOf(file.name, new Uint8Array(bytes));
  return text.ok ? ok(text.value.replace(/^\ufeff/, '')) : text;
}

/** Reads the columns of a document as a person says (W8), in one step of undo, which the message about it offers. */
export function readColumns(
  { editor, closed }: Session,
  document: WorkspaceDocument,
  columns: readonly ColumnReading[],
): void {
  editor.edit(
    { edit: 'put-item', list: 'documents', item: withColumns(document, columns) },
    { label: 'Read a column' },
  );
  say({
    tone: 'ok',
    text: wordsOf(columns.at(-1)),
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
}

function wordsOf(said: ColumnReading | undefined): string {
  if (said === undefined) return 'The columns are read as their cells are.';
  return `“${said.name}” is read as ${readingWords(said)}.`;
}

/**
 * Reads files as documents, one after the other, under ids that are free in a workspace.
 *
 * @returns the documents in the order of their files, and why others are none
 * @throws StorageError, or the signal's reason when it was aborted: then nothing was added anywhere
 */
export async function documentsOf(
  files: readonly File[],
  workspace: Workspace,
  storage: Storage,
  { signal, progress, rows }: Following = {},
): Promise<{ readonly documents: readonly WorkspaceDocument[]; readonly refused: readonly Diagnostic[] }> {
  const refused: Diagnostic[] = [];
  const documents: WorkspaceDocument[] = [];
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted();
    const around = { ...workspace, documents: [...workspace.documents, ...documents] };
    const before = performance.now();
    const read = await documentsFromFile(file, around, storage, {
      signal,
      progress: (share) => progress?.((index + share) / files.length),
      ...present({ rows }),
    });
    if (read.ok) {
      documents.push(...read.value);
      noteReadingTime(read.value, performance.now() - before);
    } else refused.push(...read.problem);
  }
  return { documents, refused };
}

/**
 * Adds files as documents of the open workspace, in one step of undo.
 *
 * @returns how many were added, and why others were not
 * @throws as `documentsOf`
 */
export async function takeDocuments(
  { editor, closed, storage }: Session,
  files: readonly File[],
  following: Following = {},
): Promise<{ readonly added: number; readonly refused: readonly Diagnostic[] }> {
  const { documents, refused } = await documentsOf(files, editor.workspace, storage, following);
  if (closed.aborted) return { added: 0, refused: [WORKSPACE_LEFT] };
  const edits = documents.map((item): Edit => ({ edit: 'put-item', list: 'documents', item }));
  const label = edits.length === 1 ? 'Add document' : `Add ${edits.length} documents`;
  if (edits.length > 0) editor.edit({ edit: 'batch', label, edits }, { label });
  sayWhatStepsCannotLoad(documents);
  return { added: edits.length, refused };
}

/** Another file in the place of one that is not here: every document of that file names the new one, in one step of undo. */
export async function replaceFile(session: Session, missing: FileDocument, file: File): Promise<void> {
  const { editor, closed } = session;
  const { documents, refused } = await documentsOf([file], editor.workspace, session.storage);
  const [first] = documents;
  if (closed.aborted) return sayProblems([WORKSPACE_LEFT]);
  if (first === undefined) return sayProblems(refused);
  const edits = editor.workspace.documents
    .filter((one): one is FileDocument => isFileDocument(one) && one.file.hash === missing.file.hash)
    .map((one): Edit => ({ edit: 'put-item', list: 'documents', item: inPlaceOf(one, first) }));
  const label = 'Replace file';
  editor.edit({ edit: 'batch', label, edits }, { label });
}

/** It keeps its id, its name and what was said of its columns. */
function inPlaceOf({ id, name, columns, sheet }: FileDocument, made: WorkspaceDocument): WorkspaceDocument {
  const kept = present({ name, columns });
  if (!isFileDocument(made)) return { ...made, id, ...kept };
  const { sheet: _, ...rest } = made;
  return { ...rest, id, ...kept, ...present({ sheet }) };
}

/** What was kept and is of no use to a step as a whole is said when it comes in, not first when a run fails. */
export function sayWhatStepsCannotLoad(documents: readonly WorkspaceDocument[]): void {
  for (const document of documents) {
    const found = tooLargeForSteps(document);
    if (found !== null) say({ tone: 'bad', text: found.message, help: found.help, code: found.code });
  }
}

/**
 * What is to be said of a text that is kept and that no step can read whole: a step hands on so much at most. Tables go by
 * reference (V6), whatever their size.
 *
 * @returns null where a step can
 */
export function tooLargeForSteps(document: WorkspaceDocument): Diagnostic | null {
  if (isFileDocument(document)) return null;
  const { id, name, kind, text } = document;
  const bytes = utf8Length(text);
  if (bytes <= LIMITS.toolOutputBytes || kind === 'csv' || kind === 'tsv' || kind === 'json') return null;
  return warning(
    'DOCUMENT_TOO_LARGE_FOR_STEPS',
    `“${name ?? id}” is kept whole, but no step can read it whole: it has about ${sizeText(bytes)}, and a step hands on at most ${sizeText(LIMITS.toolOutputBytes)}.`,
    'Let documents.search find the passages that are needed, or split the file.',
  );
}

interface Taking {
  /** What is being read, and how to end it; null while nothing is. */
  readonly status: React.ReactNode;
  /** Reads files by what is given, and tells why they could not be taken. */
  take(
    files: readonly File[],
    by: (files: readonly File[], following: Following) => Promise<readonly Diagnostic[]>,
  ): Promise<readonly Diagnostic[]>;
}

interface Reading {
  readonly name: string;
  /** How much of the files, from 0 to 1. */
  readonly share: number;
  /** How many rows of their tables; null while that is not known. */
  readonly rows: number | null;
}

/** Files that are being read, with their progress and Cancel. Whoever leaves cancels. */
export function useTaking(): Taking {
  const [reading, setReading] = useState<Reading | null>(null);
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);
  return {
    status: reading !== null && (
      <p role="status" className={styles.status}>
        <span>
          Reading {reading.name} …{reading.rows !== null && ` ${reading.rows.toLocaleString('en')} rows`}
        </span>
        <progress aria-label={`Reading ${reading.name}`} max={1} value={reading.share} />
        <Button size="small" variant="outline" onClick={() => going.current?.abort()}>
          Cancel
        </Button>
      </p>
    ),
    take: async (files, by) => {
      going.current?.abort();
      const now = new AbortController();
      going.current = now;
      const name = namesOf(files);
      let told: Reading = { name, share: 0, rows: null };
      const tell = (more: Partial<Reading>): void => {
        told = { ...told, ...more };
        if (!now.signal.aborted) setReading(told);
      };
      tell({});
      try {
        return await by(files, {
          signal: now.signal,
          progress: (share) => tell({ share }),
          rows: (rows) => tell({ rows }),
        });
      } catch (thrown) {
        return now.signal.aborted ? [] : [diagnosticOf(thrown, 'It could not be kept.')];
      } finally {
        if (going.current === now) setReading(null);
      }
    },
  };
}

function namesOf([first, ...more]: readonly File[]): string {
  if (first === undefined) return 'nothing';
  return more.length === 0 ? `“${first.name}”` : `“${first.name}” and ${more.length} more`;
}
