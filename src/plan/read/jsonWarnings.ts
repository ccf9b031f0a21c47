import { type Diagnostic, type JsonLoss, jsonLosses, warning } from '#base';

/**
 * What JSON.parse swallows without a word, found in the text itself (case A13): a key that is twice in one
 * object, of which the last wins, and whole numbers too large to be kept exactly.
 *
 * @param text JSON that is known to be well formed
 */
export function jsonWarnings(text: string): readonly Diagnostic[] {
  return jsonLosses(text).map(warningOf);
}

function warningOf({ kind, written, field, offset }: JsonLoss): Diagnostic {
  const where = { field, offset };
  if (kind === 'duplicate-key') {
    const message = `The key "${written}" is there twice; the last one counts.`;
    return warning('DUPLICATE_KEY', message, 'Keep one of them.', where);
  }
  const message =
    kind === 'digits'
      ? `The number ${written} is too large to be kept exactly.`
      : `The number ${written} is too small to be kept: it counts as 0.`;
  return warning('NUMBER_NOT_EXACT', message, 'Write it as text if every digit counts.', where);
}
