import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { isPng, isSvg, refuseLargeFile, workspaceInPng, workspaceInSvg } from '#share';
import { readTextFile } from '../library/readTextFile';

/** How many bytes tell what kind of file it is. */
const HEAD = 16;

/**
 * What a given file holds, as text: of a picture the workspace inside (S2). The picture itself is never drawn, parsed or
 * put into the page (T1).
 */
export async function readGiven(file: File): Promise<Result<string, Diagnostic>> {
  const tooLarge = refuseLargeFile(file.name, file.size);
  if (tooLarge !== null) return err(tooLarge);
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => null);
  if (head !== null && isPng(new Uint8Array(head))) {
    const inside = workspaceInPng(new Uint8Array(await file.arrayBuffer()));
    return inside === null ? err(nothingInside(file.name)) : ok(inside);
  }
  const read = await readTextFile(file);
  return read.ok ? insideOf(read.value, file.name) : read;
}

/** The same of a text that was pasted: the source of a picture holds its workspace too. */
export function insideOf(text: string, name = 'picture'): Result<string, Diagnostic> {
  if (!isSvg(text)) return ok(text);
  const inside = workspaceInSvg(text);
  return inside === null ? err(nothingInside(name)) : ok(inside);
}

function nothingInside(name: string): Diagnostic {
  return problem(
    'PICTURE_EMPTY',
    `“${name}” is a picture without a workspace inside.`,
    'Pictures that Export writes have one; some programs take it out when they save a picture again.',
  );
}
