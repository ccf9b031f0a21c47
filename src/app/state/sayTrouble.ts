import { type Diagnostic, problem } from '#base';
import { StorageError } from '#runtime';
import { say } from '../parts/Toasts';
import { openDialog } from './dialogs';

/** What was asked of a workspace and takes time is not done in the one that is open next, and that is said. */
export const WORKSPACE_LEFT = problem(
  'WORKSPACE_LEFT',
  'The workspace was left before this was done: nothing was changed.',
  'Open it, and do it again.',
);

/** Says the first of these problems in passing (T8), and how many more there are. */
export function sayProblems(problems: readonly Diagnostic[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  say({ tone: 'bad', text: `${first.message}${more}`, help: first.help, code: first.code });
}

/**
 * Says why something could not be done. Where storage is the reason it leads to where room is made (case H2).
 *
 * @param what a sentence for errors that no one foresaw: what did not work
 */
export function sayThrown(thrown: unknown, what: string): void {
  const { code, message, help } = diagnosticOf(thrown, what);
  const isStorage = thrown instanceof StorageError;
  say({
    tone: 'bad',
    text: message,
    help,
    ...(isStorage ? { code, action: SEE_STORAGE } : {}),
  });
}

const SEE_STORAGE = {
  label: 'See storage',
  run: () => openDialog({ kind: 'settings', section: 'storage' }),
};

/** What was thrown as a problem, to be shown where it happened: a dialog covers what is said in passing. */
export function diagnosticOf(thrown: unknown, what: string): Diagnostic {
  if (thrown instanceof StorageError)
    return problem(thrown.code, `${what} ${thrown.message}`, HELP[thrown.code]);
  return problem('UNEXPECTED', what, thrown instanceof Error ? thrown.message : String(thrown));
}

const HELP: Readonly<Record<StorageError['code'], string>> = {
  STORAGE_FULL: 'Delete what you do not need any more, then try again. What was kept before is still there.',
  STORAGE_REFUSED: 'Check whether the browser lets this site store data, then try again.',
  STORAGE_STALE_WRITER: 'Go on in the tab that has it, or take it over from there.',
};
