import { type Diagnostic, hashText, present, type Result, utf8, utf8Length } from '#base';
import type { FileContent, Named, ReadOptions, Sheet, TextContent } from '#files';
import type { RunStarted } from '#kernel';
import {
  type FileDocument,
  isFileDocument,
  type TextDocument,
  type TextKind,
  type WorkspaceDocument,
} from '#plan';
import type { Blobs, Bytes } from './blobs';
import { CallError } from './callError';
import type { DocumentReader, FollowedReading, ReadDocument, ReadText } from './readDocument';

/** How bytes become content: `readFile` of #files, or the same in a worker. */
export type FileReader = (
  bytes: Bytes,
  named: Named,
  options?: ReadOptions,
) => Promise<Result<FileContent, readonly Diagnostic[]>>;

/** Contents that are held at once. A file is large; whoever asks for more of them reads some again. */
const HELD = 6;

/**
 * A reader of documents whose files lie in a store.
 *
 * @param from without it only documents that hold their text can be read
 */
export function documentReader(from?: {
  readonly blobs: Blobs;
  readonly readFile: FileReader;
  /** Works ahead of those who ask what is in a document that was read. */
  readonly prepare?: (document: ReadDocument, following?: FollowedReading) => Promise<void>;
}): DocumentReader {
  const contents = new Map<string, Promise<FileContent>>();
  const documents = new WeakMap<WorkspaceDocument, Promise<ReadDocument>>();
  /** The last of them by what they say: a workspace that is opened again has other objects. */
  const last = new Map<string, Promise<ReadDocument>>();

  async function load(document: FileDocument): Promise<FileContent> {
    const { hash, name, type } = document.file;
    const bytes = (await from?.blobs.read(hash)) ?? null;
    if (bytes === null || from === undefined) throw missing(document);
    const read = await from.readFile(bytes, { name, type });
    if (!read.ok) throw unreadable(document, read.problem);
    return read.value;
  }

  function contentOf(document: FileDocument): Promise<FileContent> {
    const { hash } = document.file;
    const content = contents.get(hash) ?? load(document);
    hold(contents, hash, content);
    content.catch(() => contents.delete(hash));
    return content;
  }

  /** The one that was asked for last stands last. */
  function hold<Value>(held: Map<string, Value>, key: string, value: Value): void {
    held.delete(key);
    held.set(key, value);
    for (const oldest of [...held.keys()].slice(0, -HELD)) held.delete(oldest);
  }

  async function readFile(document: FileDocument, following?: FollowedReading): Promise<ReadDocument> {
    const made = withContent(document, await contentOf(document));
    await from?.prepare?.(made, following);
    return made;
  }

  return {
    read: (document, following) => {
      if (!isFileDocument(document)) return Promise.resolve(readAtOnce(document));
      const key = JSON.stringify(document);
      const read = documents.get(document) ?? last.get(key) ?? readFile(document, following);
      documents.set(document, read);
      hold(last, key, read);
      // What failed may be there, or be readable, another time.
      read.catch(() => {
        documents.delete(document);
        last.delete(key);
      });
      return read;
    },
    know: (hash, content) => hold(contents, hash, Promise.resolve(content)),
    isHere: async (document) =>
      !isFileDocument(document) || ((await from?.blobs.has(document.file.hash)) ?? false),
  };
}

const tabbed = new WeakMap<TextDocument, ReadText>();

/** A document that holds its text is read at once; the same object for the same document. */
export function readAtOnce(document: TextDocument): ReadText {
  if (isItsContent(document)) return document;
  const known = tabbed.get(document) ?? { ...document, kind: 'csv' };
  tabbed.set(document, known);
  return known;
}

/** A text stands as it is read, but for tabs, which are CSV. */
function isItsContent(
  document: TextDocument,
): document is TextDocument & { readonly kind: Exclude<TextKind, 'tsv'> } {
  return document.kind !== 'tsv';
}

function withContent(document: FileDocument, content: FileContent): ReadDocument {
  const { id, name, columns } = document;
  const about = {
    id,
    ...present({ name, columns }),
    ...(content.notes.length === 0 ? {} : { notes: content.notes }),
  };
  if (content.kind === 'text') {
    const text = textOf(document, content);
    return { ...about, kind: textKindOf(content.type), text, ...present({ pages: content.pages }) };
  }
  const sheet = sheetOf(document, content.sheets);
  if (sheet === undefined) throw noSheet(document, content.sheets);
  return { ...about, kind: 'sheet', sheet };
}

/** All of a text; or of JSON that has several lists of records the one that is named. */
function textOf(document: FileDocument, { text, lists = [] }: TextContent): string {
  const { file, sheet } = document;
  if (sheet === undefined) return text;
  const list = lists.find(({ path }) => path === sheet);
  if (list !== undefined) return list.text ?? text;
  throw new CallError({
    code: 'SHEET_UNKNOWN',
    message: `“${file.name}” has no list of records “${sheet}”.`,
    help: `Its lists are: ${lists.map(({ path }) => path).join(', ') || 'none'}.`,
  });
}

function textKindOf(type: FileContent['type']): ReadText['kind'] {
  switch (type) {
    case 'csv':
    case 'tsv':
      return 'csv';
    case 'json':
    case 'text':
      return type;
    default:
      return 'markdown';
  }
}

function sheetOf({ sheet: named }: FileDocument, sheets: readonly Sheet[]): Sheet | undefined {
  if (named !== undefined) return sheets.find(({ name }) => name === named);
  return sheets.find(({ rows }) => rows.length > 0) ?? sheets[0];
}

/** What is said of a file that is not here: by name and hash (W8). */
export function missingFile({ file }: FileDocument): string {
  return `“${file.name}” is not here (SHA-256 ${file.hash.slice(0, 12)}…): choose it once more.`;
}

function missing(document: FileDocument): CallError {
  return new CallError({
    code: 'FILE_MISSING',
    message: `“${document.file.name}” is not here (SHA-256 ${document.file.hash}).`,
    help: 'Choose that file in the workspace, or put it beside the workspace file.',
  });
}

function unreadable({ file }: FileDocument, problems: readonly Diagnostic[]): CallError {
  const [first] = problems;
  return new CallError({
    code: first?.code ?? 'FILE_DAMAGED',
    message: `“${file.name}” cannot be read: ${first?.message ?? 'it says nothing.'}`,
    help: first?.help ?? 'Save it again in the program that wrote it.',
  });
}

function noSheet({ file, sheet }: FileDocument, sheets: readonly Sheet[]): CallError {
  return new CallError({
    code: 'SHEET_UNKNOWN',
    message:
      sheet === undefined ? `“${file.name}” has no sheets.` : `“${file.name}” has no sheet “${sheet}”.`,
    help: `Its sheets are: ${sheets.map(({ name }) => name).join(', ') || 'none'}.`,
  });
}

const references = new WeakMap<TextDocument, FileDocument>();

/**
 * A document by what is in it, as the closure of a run names it (W8, K5): a text too has the hash of its bytes, so that
 * the run can be taken up with what it began with, whatever the workspace says by then.
 */
export function byReference(document: WorkspaceDocument): FileDocument {
  if (isFileDocument(document)) return document;
  const known = references.get(document);
  if (known) return known;
  const { text, ...about } = document;
  const file = {
    hash: hashText(text),
    bytes: utf8Length(text),
    type: 'text/plain',
    name: `${document.id}.${ENDINGS[document.kind]}`,
  };
  const reference = { ...about, file };
  references.set(document, reference);
  return reference;
}

const ENDINGS: Readonly<Record<TextKind, string>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  markdown: 'md',
  text: 'txt',
};

/**
 * The documents of a run that is taken up: of the workspace those that are what the run began with, in the place of all
 * others what its closure names. A ledger of before names none.
 */
export function documentsOfRun(
  { closure }: RunStarted,
  now: readonly WorkspaceDocument[],
): readonly WorkspaceDocument[] {
  return (
    closure.documents?.map((then) => {
      const same = now.find(({ id }) => id === then.id);
      return same !== undefined && isSameDocument(byReference(same), then) ? same : then;
    }) ?? now
  );
}

/** Names do not count: they are not read. */
export function isSameDocument(one: FileDocument, other: FileDocument): boolean {
  return (
    one.file.hash === other.file.hash &&
    one.kind === other.kind &&
    one.sheet === other.sheet &&
    JSON.stringify(one.columns) === JSON.stringify(other.columns)
  );
}

/** Keeps the texts that a run may read, so that it can be taken up after they were edited. */
export async function keepTexts(documents: readonly WorkspaceDocument[], blobs: Blobs): Promise<void> {
  for (const document of documents)
    if (!isFileDocument(document)) await blobs.write(new Uint8Array(utf8(document.text)));
}
