import { CallError } from '#runtime';

/** So much of what the engine says of a statement is told. */
const REASON_CHARACTERS = 300;

/**
 * What the engine threw, as the failure of a call.
 *
 * @param tables what there is, in words
 */
export function failureOf(cause: unknown, tables: readonly string[]): CallError {
  if (cause instanceof CallError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  if (/out of memory|bad allocation/i.test(said)) {
    return failure(
      'SQL_TOO_LARGE',
      'The query needs more memory than a query may have (1 GB).',
      'Filter or group the rows earlier.',
    );
  }
  const reason = (said.split('\n')[0] ?? '').slice(0, REASON_CHARACTERS);
  return failure(
    'SQL_INVALID',
    `The query cannot be answered: ${reason}`,
    `Write one SELECT. The tables are: ${tables.join('; ') || 'none'}.`,
  );
}

export function sqlTimeout(ms: number): CallError {
  return failure(
    'SQL_TIMEOUT',
    `The query took longer than ${ms / 1_000} seconds.`,
    'Filter the rows earlier, or join on more columns.',
  );
}

export function sqlUnavailable(reason: string): CallError {
  return failure(
    'SQL_UNAVAILABLE',
    `The engine for queries could not be started: ${reason}`,
    'Reload the page while you are connected; steps of the other table tools do without it.',
  );
}

function failure(code: string, message: string, help: string): CallError {
  return new CallError({ code, message, help, retryable: false });
}
