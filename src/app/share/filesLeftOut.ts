import { sizeText } from '#base';
import { isFileDocument, type Workspace } from '#plan';

/** The files that documents of a workspace name, each once, with its size: what a link or a text cannot carry (W8). */
export function filesLeftOut({ documents }: Workspace): readonly string[] {
  const files = new Map(documents.filter(isFileDocument).map(({ file }) => [file.hash, file]));
  return [...files.values()].map(({ name, bytes }) => `${name} (${sizeText(bytes)})`);
}
