import { type Diagnostic, err, LIMITS, ok, type Result } from '#base';
import type { FileContent } from './fileContent';
import { containerOf, kindOfName } from './fileKind';
import { damaged, emptyFile, encrypted, FileProblem } from './problems';
import type { Named, ReadOptions } from './readOptions';
import { mislabelled, readText, unreadable } from './text/readText';
import { entryNames } from './zip/unpack';

/**
 * Reads a file: what it is, by its bytes before its name, and what it says. The same bytes give the same content in page,
 * worker and Node; nothing of it is run, and nothing is fetched.
 *
 * @returns the content, or why there is none: one diagnostic with code, sentence, place and way out (I9)
 * @throws the reason of the signal, nothing else
 * @example await readFile(bytes, { name: 'orders.xlsx' }) // { ok: true, value: { kind: 'table', sheets: [...] } }
 */
export async function readFile(
  bytes: Uint8Array,
  named: Named,
  options: ReadOptions = {},
): Promise<Result<FileContent, readonly Diagnostic[]>> {
  options.signal?.throwIfAborted();
  try {
    const content = await contentOf(bytes, named, options);
    options.signal?.throwIfAborted();
    options.progress?.(1);
    return ok(content);
  } catch (cause) {
    options.signal?.throwIfAborted();
    return err([diagnosticOf(cause, named.name)]);
  }
}

async function contentOf(bytes: Uint8Array, named: Named, options: ReadOptions): Promise<FileContent> {
  switch (containerOf(bytes)) {
    case 'empty':
      throw emptyFile(named.name);
    case 'compound':
      throw compound(bytes, named.name);
    case 'zip':
      return withLabel(await readArchive(bytes, named, options), named.name);
    case 'text':
    case 'foreign':
      return readText(bytes, named);
    case 'pdf': {
      const { readPdf } = await import('./pdf/readPdf');
      return withLabel(await readPdf(bytes, named, options), named.name);
    }
    case 'parquet': {
      const { readParquet } = await import('./parquet/readParquet');
      return withLabel(await readParquet(bytes, named, options), named.name);
    }
  }
}

async function readArchive(bytes: Uint8Array, named: Named, options: ReadOptions): Promise<FileContent> {
  const entries = await entryNames(bytes, named.name);
  if (entries.includes('xl/workbook.xml')) {
    const { readXlsx } = await import('./xlsx/readXlsx');
    return readXlsx(bytes, named, options);
  }
  if (entries.includes('word/document.xml')) {
    const { readDocx } = await import('./docx/readDocx');
    return readDocx(bytes, named, options);
  }
  if (entries.includes('xl/workbook.bin'))
    throw unreadable(named.name, 'a workbook in the binary format of Excel (XLSB)');
  if (entries.includes('ppt/presentation.xml')) throw unreadable(named.name, 'a presentation (PPTX)');
  if (entries.includes('content.xml')) throw unreadable(named.name, 'a file of OpenOffice or LibreOffice');
  throw archive(named.name, entries);
}

/** An archive is not looked into: what is inside may be an archive again, and which of its files is meant nobody said. */
function archive(name: string, entries: readonly string[]): FileProblem {
  const files = entries.filter((entry) => !entry.endsWith('/'));
  const [first = ''] = files.filter((entry) => kindOfName(entry) !== null);
  const holds =
    files.length === 0
      ? 'with nothing in it'
      : `of ${files.length === 1 ? 'one file' : `${files.length} files`}`;
  return new FileProblem(
    'FILE_UNKNOWN',
    `“${name}” is an archive (ZIP) ${holds}: it cannot be read.`,
    first === ''
      ? 'Unpack it, and choose a file of a kind that can be read: CSV, TSV, JSON, XLSX, Parquet, Markdown, text, PDF, DOCX.'
      : `Unpack it, and choose the files that you want to ask, as “${first.slice(-80)}”.`,
  );
}

/** Adds what a person should know of a name that says something else than the bytes. */
function withLabel(content: FileContent, name: string): FileContent {
  const named = kindOfName(name);
  if (named === null || named === content.type) return content;
  return { ...content, notes: [mislabelled(name, content.type), ...content.notes] };
}

/** Old Office files, and new ones with a password, are containers of streams with names in UTF-16. */
function compound(bytes: Uint8Array, name: string): FileProblem {
  const text = new TextDecoder('windows-1252').decode(bytes.subarray(0, LIMITS.importBytes));
  const holds = (stream: string) => text.includes([...stream].join('\0'));
  if (holds('EncryptedPackage')) return encrypted(name);
  const [what, instead] = holds('WordDocument')
    ? ['a document of old Word (DOC)', 'DOCX']
    : holds('Workbook') || holds('Book')
      ? ['a workbook of old Excel (XLS)', 'XLSX or CSV']
      : ['a file of an old Office program', 'DOCX, XLSX or PDF'];
  return new FileProblem(
    'FILE_LEGACY',
    `“${name}” is ${what}, which is not read.`,
    `Open it in its program, save it as ${instead}, and choose that file.`,
  );
}

function diagnosticOf(cause: unknown, name: string): Diagnostic {
  if (cause instanceof FileProblem) return cause.diagnostic;
  const what = cause instanceof Error ? cause.message : String(cause);
  return damaged(name, `it cannot be read (${what})`).diagnostic;
}
