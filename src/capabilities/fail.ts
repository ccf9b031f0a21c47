import { CallError } from '#runtime';

/**
 * The expected failure of a call: a code to quote, one sentence, and what to do about it (T8).
 *
 * @example throw failure('COLUMN_UNKNOWN', 'There is no column "umsatz".', 'The columns are: region, revenue.')
 */
export function failure(code: string, message: string, help: string): CallError {
  return new CallError({ code, message, help });
}

/** Names for a sentence, at most `most` of them: `"a", "b" and 3 more`. */
export function listed(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
