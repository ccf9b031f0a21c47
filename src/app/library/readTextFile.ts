import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { refuseLargeFile, textOf } from '#share';

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
