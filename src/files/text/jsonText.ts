import { type Diagnostic, isJsonObject, jsonLosses, LIMITS, parseJson, warning } from '#base';
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
  if (whole.ok) {
    // One line of JSON lines is a list of one.
    const one =
      /\.(?:jsonl|ndjson)$/i.test(name) && isJsonObject(whole.value) ? `[\n${text.trim()}\n]` : text;
    return { text: one, notes: losses(one, name) };
  }
  const lines = linesIn(text);
  if (lines !== null) {
    const joined = `[\n${lines.map(({ line }) => line).join(',\n')}\n]`;
    const read = parseJson(joined, LIMITS.jsonDepth);
    if (read.ok) return { text: joined, notes: losses(joined, name) };
    throw brokenLine(lines, name) ?? broken(name, read.problem);
  }
  throw broken(name, whole.problem);
}

function broken(name: string, { message, help, where }: Diagnostic): FileProblem {
  return new FileProblem('FILE_DAMAGED', `“${name}”: ${message}`, help, where);
}

interface JsonLine {
  readonly line: string;
  /** Counted from 1. */
  readonly number: number;
}

/** The lines of JSON lines, those that are blank left out; null where the text is none: its first line is no value of its own. */
function linesIn(text: string): readonly JsonLine[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  const areValues = lines.every(({ line }) => /^\s*[[{]/.test(line));
  return areValues && parseJson(first.line, LIMITS.jsonDepth).ok ? lines : null;
}

/** Whether a text that is called something else is JSON lines: each that is not blank is a value. */
export function areJsonLines(text: string): boolean {
  return linesIn(text)?.every(({ line }) => parseJson(line, LIMITS.jsonDepth).ok) ?? false;
}

function brokenLine(lines: readonly JsonLine[], name: string): FileProblem | null {
  for (const { line, number } of lines) {
    const read = parseJson(line, LIMITS.jsonDepth);
    if (read.ok) continue;
    const { message, help } = read.problem;
    return new FileProblem('FILE_DAMAGED', `“${name}”, line ${number}: ${message}`, help, { line: number });
  }
  return null;
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
