import { EXIT, type Outcome } from '../outcome';
import type { Interruption, Surroundings } from '../surroundings';

/** A run that a signal of the system may end. */
export interface Interruptible {
  /** Resolves when that happens. */
  readonly interrupted: Promise<Interruption>;
  /** From here on a signal ends the program as it does any other. */
  stop(): void;
}

export function interruptible({ onInterruption }: Surroundings): Interruptible {
  let stop = (): void => {};
  const interrupted = new Promise<Interruption>((resolve) => {
    stop = onInterruption?.(resolve) ?? stop;
  });
  return { interrupted, stop: () => stop() };
}

/** What a command ends with that was interrupted: nothing on stdout, as its result is not known. */
export function interruptedOutcome(signal: Interruption): Outcome {
  return { exit: signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated };
}

/** For people: how the run goes on. */
export function wayOn(runId: string, file: string, ledger: string | undefined): string {
  return ledger === undefined
    ? `Interrupted. The run ${runId} is gone: with --ledger it could be taken up.`
    : `Interrupted. Take the run ${runId} up: planloom run ${file} --resume ${ledger}`;
}
