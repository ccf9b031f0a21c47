import { type Diagnostic, jsonLosses, LIMITS, parseJson, warning } from '#base';
import { FileProblem } from '../problems';

/** Losses that are told one by one. */
const TOLD = 3;

/**
 * Checks a text of JSON, or of JSON lines (one value a line), which it makes an array of.
 *
 * @throws FileProblem `FILE_DAMAGED` with the line at which it stops being JSON
 */
export function jsonText(text: string, name: string): { text: string; notes: readonly Diagnostic[] } {
  const whole = parseJson(text, LIMITS.jsonDepth);
  if (whole.ok) return { text, notes: losses(text, name) };
  const joined = fromLines(text);
  if (joined !== null) return { text: joined, notes: losses(joined, name) };
  const { message, help, where } = whole.problem;
  throw new FileProblem('FILE_DAMAGED', `“${name}”: ${message}`, help, where);
}

/** Null where not every line that is not blank is a value of its own, or there is one line alone. */
function fromLines(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*[[{]/.test(line))) return null;
  const joined = `[\n${lines.join(',\n')}\n]`;
  return parseJson(joined, LIMITS.jsonDepth).ok ? joined : null;
}

function losses(text: string, name: string): Diagnostic[] {
  const found = jsonLosses(text);
  const told = found.slice(0, TOLD).map(({ kind, written, field, offset }) => {
    const shown = written.slice(0, 40);
    const message =
      kind === 'duplicate-key'
        ? `“${name}” has the key "${shown}" twice in one object: only the last of them counts.`
        : `“${name}” has the number ${shown}, which cannot be kept exactly.`;
    return warning(
      'JSON_LOSS',
      message,
      'Write each key once, and long numbers as text in quotation marks.',
      {
        field,
        offset,
      },
    );
  });
  if (found.length <= TOLD) return told;
  const others = `${found.length - TOLD} other places of “${name}” lose something in the same way.`;
  return [...told, warning('JSON_LOSS', others, 'Write each key once, and long numbers as text.')];
}
