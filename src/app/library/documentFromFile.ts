import { type Diagnostic, err, LIMITS, ok, problem, type Result } from '#base';
import type { FileContent, Sheet } from '#files';
import type {
  ColumnReading,
  DocumentFile,
  FileDocument,
  TextDocument,
  TextKind,
  Workspace,
  WorkspaceDocument,
} from '#plan';
import type { Bytes } from '#runtime';
import { refuseLargeFile, textOf } from '#share';
import type { Storage } from '#storage';
import { say } from '../parts/Toasts';
import { documentsOfPage, readFileOfPage } from '../state/services';
import type { Session } from '../state/session';
import { readingWords } from '../tables/columnWords';
import { withColumns } from './ColumnsList';
import { newId } from './items';
import { rememberNotes } from './ReadingNotes';

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
  const text = textThatFits(read.value, bytes.value.length);
  if (text !== null) {
    rememberNotes(text.text, read.value.notes);
    return ok([newDocument(name, text.kind, text.text, workspace)]);
  }
  const kept = await keepFile(file, bytes.value, read.value, storage);
  const documents: FileDocument[] = [];
  for (const sheet of sheetsIn(read.value)) {
    const title = sheet === null ? name : `${name} · ${sheet}`;
    const id = newId(title, 'document', [...workspace.documents, ...documents]);
    const about = { id, name: title, kind: read.value.type, file: kept };
    documents.push(sheet === null ? about : { ...about, sheet });
  }
  await readTables(documents, storage, { signal, rows });
  return ok(documents);
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
