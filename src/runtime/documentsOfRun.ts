import { hashText, utf8, utf8Length } from '#base';
import type { RunStarted } from '#kernel';
import {
  type FileDocument,
  isFileDocument,
  type TextDocument,
  type TextKind,
  type WorkspaceDocument,
} from '#plan';
import type { Blobs } from './blobs';

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
