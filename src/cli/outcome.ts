import { type Diagnostic, type Json, problem } from '#base';

/** H1: what a command ends with; the last two as programs do that a signal of the system has ended. */
export const EXIT = {
  done: 0,
  failed: 1,
  refused: 2,
  waiting: 3,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command came to: what is printed on stdout, and the exit code. */
export interface Outcome {
  readonly exit: ExitCode;
  /** Printed as JSON. */
  readonly result?: object;
  /** Printed as it is, for text formats. */
  readonly text?: string;
  /** The same, for formats that are no text. */
  readonly bytes?: Uint8Array;
}

export function done(result: object): Outcome {
  return { exit: EXIT.done, result };
}

/** Bad input (T8): all that is wrong, on stdout for programs and on stderr for people. */
export class Refusal extends Error {
  readonly diagnostics: readonly Diagnostic[];
  /** What else the result says, such as the hash that has to be trusted. */
  readonly more: { readonly [name: string]: Json };
  /** The file that all of it is in, for people. */
  readonly file: string | undefined;

  constructor(
    diagnostics: readonly Diagnostic[],
    more: { readonly [name: string]: Json } = {},
    file?: string,
  ) {
    super(diagnostics[0]?.message ?? 'refused');
    this.diagnostics = diagnostics;
    this.more = more;
    this.file = file;
  }
}

/** The command was called wrongly: its help is shown as well. */
export class UsageError extends Refusal {
  constructor(message: string, help: string) {
    super([problem('USAGE', message, help)]);
  }
}

export function refuse(code: string, message: string, help: string): Refusal {
  return new Refusal([problem(code, message, help)]);
}

/** What nobody has thought of is told like any other problem, and not by a stack (T8). */
export function unexpected(thrown: unknown): Refusal {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const [line = ''] = reason.split('\n');
  return refuse(
    'UNEXPECTED',
    `The command has failed: ${line.replace(/\.$/, '')}.`,
    'This is a fault of Planloom: report it with the command as it was given.',
  );
}

/** One line for people: what is wrong, where, and what to do. */
export function lineOf({ severity, code, where, message, help }: Diagnostic, file?: string): string {
  const place = [
    file === undefined ? undefined : `"${file}"`,
    where.plan,
    where.node,
    where.edge,
    where.field === '' ? undefined : where.field,
    where.line === undefined ? undefined : `line ${where.line}`,
    where.column === undefined ? undefined : `column ${where.column}`,
    where.offset === undefined || where.column !== undefined ? undefined : `position ${where.offset}`,
  ];
  const at = place.filter((part) => part !== undefined).join(' ');
  return `${severity} ${code}${at === '' ? '' : ` (${at})`}: ${message} ${help}`;
}
