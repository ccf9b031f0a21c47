import { isFileDocument, type WorkspaceDocument } from '#plan';

/** How long files took to be read, in milliseconds: of this visit only, since it says something of this device now. */
const times = new Map<string, number>();

export function noteReadingTime(documents: readonly WorkspaceDocument[], ms: number): void {
  for (const document of documents) times.set(keyOf(document), ms);
}

/** How long the file of a document took to be read; null where that was not in this visit. */
export function readingTimeOf(document: WorkspaceDocument): number | null {
  return times.get(keyOf(document)) ?? null;
}

function keyOf(document: WorkspaceDocument): string {
  return isFileDocument(document) ? document.file.hash : `${document.name} ${document.text.length}`;
}
