import { type Diagnostic, LIMITS, utf8Length, warning } from '#base';
import type { WorkspaceDocument } from '#plan';

/**
 * What is to be said of a document that is kept and that no step can load whole: a step hands on so much at most, and a
 * table as rows repeats the names of its columns in each.
 *
 * @returns null where a step can
 */
export function tooLargeForSteps({ id, name, kind, text }: WorkspaceDocument): Diagnostic | null {
  const bytes = kind === 'csv' ? bytesAsRows(text) : utf8Length(text);
  if (bytes <= LIMITS.toolOutputBytes) return null;
  const isTable = kind === 'csv' || kind === 'json';
  return warning(
    'DOCUMENT_TOO_LARGE_FOR_STEPS',
    `“${name ?? id}” is kept whole, but no step can ${isTable ? 'load' : 'read'} it whole: ${kind === 'csv' ? 'as rows ' : ''}it has about ${megabytes(bytes)} MB, and a step hands on at most ${megabytes(LIMITS.toolOutputBytes)} MB.`,
    isTable
      ? 'Let table.load take only the columns that are needed, or split the file.'
      : 'Let documents.search find the passages that are needed, or split the file.',
  );
}

/** About how many bytes the rows of a table have as JSON, without reading it: it may be large. */
function bytesAsRows(text: string): number {
  const end = text.indexOf('\n');
  const head = end < 0 ? text : text.slice(0, end);
  const columns = head.split(/[,;\t]/).length;
  let rows = 0;
  for (let at = end; at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) rows++;
  // Each name with its quotes and its colon, and the braces of the row.
  return utf8Length(text) + rows * (utf8Length(head) + 3 * columns + 2);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1).replace(/\.0$/, '');
}
