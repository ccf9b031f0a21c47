import { LIMITS, sizeText } from '#base';
import { damaged, encrypted, tooLarge } from '../problems';

export type Entries = Readonly<Record<string, Uint8Array>>;

/**
 * Unpacks the entries of a ZIP archive that are wanted. The sizes that it claims are added up first, and nothing is
 * unpacked beyond them: an entry that claims too little is cut there. No reader of XLSX or DOCX has a bound of its own.
 *
 * @param most bytes that all of them may have together
 * @throws FileProblem
 */
export async function unpack(
  bytes: Uint8Array,
  name: string,
  isWanted: (entry: string) => boolean,
  most: number = LIMITS.fileUnpackedBytes,
): Promise<Entries> {
  const { unzipSync } = await import('fflate');
  if (hasPassword(bytes)) throw encrypted(name);
  let total = 0;
  let count = 0;
  const filter = (entry: { name: string; originalSize: number }): boolean => {
    if (!isWanted(entry.name)) return false;
    total += entry.originalSize;
    count += 1;
    if (total > most) throw tooMuch(name, most);
    if (count > LIMITS.fileEntries) throw tooMany(name);
    return true;
  };
  return orDamaged(name, () => unzipSync(bytes, { filter }));
}

/** The names of everything in an archive, nothing unpacked. */
export async function entryNames(bytes: Uint8Array, name: string): Promise<readonly string[]> {
  const { unzipSync } = await import('fflate');
  const names: string[] = [];
  const filter = (entry: { name: string }): boolean => {
    names.push(entry.name);
    if (names.length > LIMITS.fileEntries) throw tooMany(name);
    return false;
  };
  orDamaged(name, () => unzipSync(bytes, { filter }));
  return names;
}

/** An archive of entries that are not compressed: what a reader is given that unpacks by itself. */
export async function repack(entries: Entries): Promise<ArrayBuffer> {
  const { zipSync } = await import('fflate');
  const packed = zipSync({ ...entries }, { level: 0 });
  return packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
}

function orDamaged<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'FileProblem') throw cause;
    const what = cause instanceof Error ? cause.message : String(cause);
    throw damaged(name, `its archive cannot be unpacked (${what})`);
  }
}

/** Bit 0 of the flags of the first entry (APPNOTE 4.4.4). */
function hasPassword(bytes: Uint8Array): boolean {
  return bytes[2] === 3 && bytes[3] === 4 && ((bytes[6] ?? 0) & 1) === 1;
}

function tooMuch(name: string, most: number) {
  return tooLarge(
    name,
    `unpacks to more than ${sizeText(most)}`,
    'Save a large table as CSV or Parquet, or split it into several files.',
  );
}

function tooMany(name: string) {
  return tooLarge(
    name,
    `is an archive of more than ${LIMITS.fileEntries.toLocaleString('en')} files`,
    'Take out what you want to ask, and choose that.',
  );
}
