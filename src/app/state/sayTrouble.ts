import type { Diagnostic } from '#base';
import { StorageError } from '#runtime';
import { say } from '../parts/Toasts';
import { openDialog } from './dialogs';

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
  if (!(thrown instanceof StorageError)) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    say({ tone: 'bad', text: what, help: reason });
    return;
  }
  say({
    tone: 'bad',
    text: `${what} ${thrown.message}`,
    help: HELP[thrown.code],
    code: thrown.code,
    action: { label: 'See storage', run: () => openDialog({ kind: 'settings', section: 'storage' }) },
  });
}

const HELP: Readonly<Record<StorageError['code'], string>> = {
  STORAGE_FULL: 'Delete what you do not need any more, then try again. What was kept before is still there.',
  STORAGE_REFUSED: 'Look whether the browser lets this site store data, then try again.',
  STORAGE_STALE_WRITER: 'Go on in the tab that has it, or take it over from there.',
};
