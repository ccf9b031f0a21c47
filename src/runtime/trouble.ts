import { StorageError } from './ports';
import type { RunTrouble } from './runHandle';

/** What to say, and whether trying again can help, when the run's ledger could not be written (cases H2, H3). */
export function troubleOf(thrown: unknown): RunTrouble {
  if (thrown instanceof StorageError) return { ...storageTrouble(thrown.code), message: thrown.message };
  return {
    code: 'RUN_BROKEN',
    message: `The run cannot continue: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    help: 'Its ledger is kept as it is. Export it and report the fault; the plan can be run anew.',
    retryable: false,
  };
}

function storageTrouble(code: StorageError['code']): Omit<RunTrouble, 'message'> {
  switch (code) {
    case 'STORAGE_FULL':
      return {
        code,
        help: 'Delete old runs or export this one, then try again. Nothing is lost so far, and nothing more is called.',
        retryable: true,
      };
    case 'STORAGE_REFUSED':
      return {
        code,
        help: 'Check whether the browser lets this site store data, then try again, or export the run.',
        retryable: true,
      };
    case 'STORAGE_STALE_WRITER':
      return {
        code,
        help: 'Another tab has taken this run over. It continues there; here it can be read.',
        retryable: false,
      };
  }
}
