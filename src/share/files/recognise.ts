import { type Diagnostic, isJsonObject, type Json, LIMITS, parseJson, problem } from '#base';

/** What the text of a dropped or chosen file is; the room that owns the format reads it then. */
export type FileKind = 'workspace' | 'plan' | 'ledger' | 'unknown';

/** How a line of NDJSON begins that is a commit. */
const LEDGER_START = /^\s*\{"(seq|at|fact|entries|hash)":/;

/**
 * Judges a file by its content, never by its name (case A13). A text that is no JSON is `workspace`, so that its
 * reader says exactly what is wrong with it.
 */
export function recogniseFile(text: string): FileKind {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (LEDGER_START.test(source)) return 'ledger';
  const parsed = parseJson(source, LIMITS.jsonDepth);
  return parsed.ok ? kindOf(parsed.value) : 'workspace';
}

/** Refuses a file by its size, before any of it is read (SECURITY, limits). */
export function refuseLargeFile(name: string, bytes: number): Diagnostic | null {
  if (bytes <= LIMITS.importBytes) return null;
  return problem(
    'FILE_TOO_LARGE',
    `"${name}" has ${bytes} bytes; at most ${LIMITS.importBytes} are opened.`,
    'Split it, or take out large documents.',
  );
}

function kindOf(value: Json): FileKind {
  if (!isJsonObject(value)) return 'unknown';
  if (Object.hasOwn(value, 'format')) return 'workspace';
  if (Object.hasOwn(value, 'seq') && Object.hasOwn(value, 'fact')) return 'ledger';
  const { kind } = value;
  return kind === 'capability' || kind === 'state-machine' ? 'plan' : 'unknown';
}
