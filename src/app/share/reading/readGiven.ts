import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { isPng, isSvg, refuseLargeFile, workspaceInPng, workspaceInSvg } from '#share';
import { readTextFile } from '../../library/readTextFile';

/** How many bytes tell what kind of file it is. */
const HEAD = 16;

/**
 * What a given file holds, as text: of a picture the workspace inside (S2). The picture itself is never drawn, parsed or
 * put into the page (T1).
 */
export async function readGiven(file: File): Promise<Result<string, Diagnostic>> {
  const tooLarge = refuseLargeFile(file.name, file.size);
  if (tooLarge !== null) return err(tooLarge);
  const head = await bytesOf(file.slice(0, HEAD));
  if (head !== null && isPng(head)) {
    const png = (await bytesOf(file)) ?? head;
    const inside = workspaceInPng(png);
    return inside === null ? err(nothingInside(file.name, latinOf(png))) : ok(inside);
  }
  const read = await readTextFile(file);
  return read.ok ? insideOf(read.value, file.name) : read;
}

function bytesOf(blob: Blob): Promise<Uint8Array | null> {
  return blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
}

/** Bytes as characters one by one, to look for a word among them. */
function latinOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The same of a text that was pasted: the source of a picture holds its workspace too. */
export function insideOf(text: string, name = 'picture'): Result<string, Diagnostic> {
  if (!isSvg(text)) return ok(text);
  const inside = workspaceInSvg(text);
  return inside === null ? err(nothingInside(name, text)) : ok(inside);
}

/** What our pictures call the workspace in them. */
const MARK = 'planloom-workspace';

function nothingInside(name: string, picture: string): Diagnostic {
  if (picture.includes(MARK)) {
    return problem(
      'PICTURE_DAMAGED',
      `The workspace in “${name}” is not whole: the picture was cut off or changed.`,
      'Take the picture anew from where it came from, or export it again.',
    );
  }
  return problem(
    'PICTURE_EMPTY',
    `“${name}” is a picture without a workspace inside.`,
    'Pictures that Export writes have one; some programs take it out when they save a picture again.',
  );
}
