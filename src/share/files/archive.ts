import type { ZippableFile } from 'fflate';
import { type Diagnostic, err, isHash, LIMITS, ok, problem, type Result, sizeText } from '#base';
import { type Bytes, bytesHash } from '#runtime';

/** A workspace, or the ledger of a run, with the bytes of what it names, as one archive (S2, W8, V6). */
export interface Archive {
  readonly kind: 'workspace' | 'run';
  /** The document or the ledger as it is written. */
  readonly text: string;
  /** The bytes of its files, by their hash. */
  readonly files: ReadonlyMap<string, Bytes>;
}

/** What its text is called in an archive of each kind. */
const NAMES = { workspace: 'workspace.planloom.json', run: 'run.ndjson' } as const;
const FILES = 'files/';
/** An archive holds the same bytes whenever it is made: the first day that ZIP knows. */
const MTIME = new Date(1980, 0, 1);

/** Packs a text and its files as a ZIP. Files are stored as they are: most of their formats are packed already. */
export async function packArchive({ kind, text, files }: Archive): Promise<Bytes> {
  const { strToU8, zipSync } = await import('fflate');
  const entries = [...files].map(([hash, bytes]): [string, ZippableFile] => [
    `${FILES}${hash}`,
    [bytes, { level: 0 }],
  ]);
  const packed = zipSync(
    { [NAMES[kind]]: [strToU8(text), { level: 6 }], ...Object.fromEntries(entries) },
    { mtime: MTIME },
  );
  return new Uint8Array(packed);
}

/** Whether bytes begin as a ZIP does: one of ours, a workbook, or any other. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * Unpacks an archive of ours. What it claims to hold is added up before any of it is unpacked; each file must be the one
 * that its name says. Entries that are not ours are passed over.
 *
 * @returns the archive, null where it is none of ours, or `ARCHIVE_TOO_LARGE` or `ARCHIVE_DAMAGED`
 */
export async function unpackArchive(
  name: string,
  bytes: Uint8Array,
): Promise<Result<Archive | null, Diagnostic>> {
  const { strFromU8, unzipSync } = await import('fflate');
  let claimed = 0;
  let count = 0;
  const filter = (entry: { readonly name: string; readonly originalSize: number }): boolean => {
    const isOurs = kindOf(entry.name) !== undefined || isHash(hashIn(entry.name));
    if (!isOurs) return false;
    claimed += entry.originalSize;
    count++;
    if (claimed > LIMITS.fileUnpackedBytes || count > LIMITS.fileEntries) throw new TooLarge();
    return true;
  };
  try {
    const entries = Object.entries(unzipSync(bytes, { filter }));
    const [named, text] = entries.find(([entry]) => kindOf(entry) !== undefined) ?? ['', null];
    const kind = kindOf(named);
    if (kind === undefined || text === null) return ok(null);
    const files = new Map<string, Bytes>();
    for (const [entry, content] of entries) {
      if (kindOf(entry) !== undefined) continue;
      const own = new Uint8Array(content);
      if ((await bytesHash(own)) !== hashIn(entry)) return err(damaged(name, `“${entry}” was changed`));
      files.set(hashIn(entry), own);
    }
    return ok({ kind, text: strFromU8(text), files });
  } catch (cause) {
    if (cause instanceof TooLarge) return err(tooLarge(name));
    return err(damaged(name, cause instanceof Error ? cause.message : String(cause)));
  }
}

class TooLarge extends Error {}

function kindOf(entry: string): Archive['kind'] | undefined {
  if (entry === NAMES.workspace) return 'workspace';
  return entry === NAMES.run ? 'run' : undefined;
}

function hashIn(entry: string): string {
  return entry.startsWith(FILES) ? entry.slice(FILES.length) : '';
}

function tooLarge(name: string): Diagnostic {
  return problem(
    'ARCHIVE_TOO_LARGE',
    `“${name}” unpacks to more than ${sizeText(LIMITS.fileUnpackedBytes)}, or holds more than ${LIMITS.fileEntries} files.`,
    'Export the workspace without its files, and take them along by themselves.',
  );
}

function damaged(name: string, why: string): Diagnostic {
  return problem(
    'ARCHIVE_DAMAGED',
    `“${name}” cannot be unpacked: ${why}.`,
    'Take it anew from where it came from, or export it again.',
  );
}
