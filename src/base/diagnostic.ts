/** What a door answers: a value, or the reasons why there is none. Expected problems are data, not exceptions. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function err<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}

/** How much a diagnostic weighs: an error blocks running, a warning and a note do not (E4). */
export type Severity = 'error' | 'warning' | 'info';

/** Where a problem is. Every part is optional; the editor jumps to the most exact one it knows. */
export interface Where {
  readonly plan?: string;
  readonly node?: string;
  /** Identity of an edge, `from:port->to`. */
  readonly edge?: string;
  /** JSON Pointer (RFC 6901) into the node, or into the whole text when there is no node. */
  readonly field?: string;
  /** Position in an expression or a text, in UTF-16 code units. */
  readonly offset?: number;
  /** Line of an NDJSON file or of a text, from 1. */
  readonly line?: number;
  /** Place in that line, from 1, in UTF-16 code units. */
  readonly column?: number;
}

/**
 * One problem, with the anatomy that every refusal has (T8, I9): a code to quote, one sentence, where it is,
 * and what to do about it.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly where: Where;
  readonly message: string;
  readonly help: string;
}

export function problem(code: string, message: string, help: string, where: Where = {}): Diagnostic {
  return { code, severity: 'error', where, message, help };
}

export function warning(code: string, message: string, help: string, where: Where = {}): Diagnostic {
  return { code, severity: 'warning', where, message, help };
}

export function note(code: string, message: string, help: string, where: Where = {}): Diagnostic {
  return { code, severity: 'info', where, message, help };
}

/** Errors before warnings and notes, else in their order: who tells one problem tells the first. */
export function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  return [...diagnostics.filter(isError), ...diagnostics.filter((one) => !isError(one))];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
