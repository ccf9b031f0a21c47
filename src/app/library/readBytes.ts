import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { Bytes } from '#runtime';
import { refuseLargeFile } from '#share';

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
