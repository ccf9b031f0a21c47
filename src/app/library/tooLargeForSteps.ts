import { type Diagnostic, LIMITS, sizeText, utf8Length, warning } from '#base';
import { isFileDocument, type WorkspaceDocument } from '#plan';

/**
 * What is to be said of a text that is kept and that no step can read whole: a step hands on so much at most. Tables go by
 * reference (V6), whatever their size.
 *
 * @returns null where a step can
 */
export function tooLargeForSteps(document: WorkspaceDocument): Diagnostic | null {
  if (isFileDocument(document)) return null;
  const { id, name, kind, text } = document;
  const bytes = utf8Length(text);
  if (bytes <= LIMITS.toolOutputBytes || kind === 'csv' || kind === 'tsv' || kind === 'json') return null;
  return warning(
    'DOCUMENT_TOO_LARGE_FOR_STEPS',
    `“${name ?? id}” is kept whole, but no step can read it whole: it has about ${sizeText(bytes)}, and a step hands on at most ${sizeText(LIMITS.toolOutputBytes)}.`,
    'Let documents.search find the passages that are needed, or split the file.',
  );
}
