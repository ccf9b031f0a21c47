import type { RunError, Usage } from '#kernel';
import { CallError } from './callError';

/** What became of a call that threw: an error that can be stored, and how long the other side asks to wait. */
export interface Failure {
  readonly error: RunError;
  readonly retryAfterMs?: number | undefined;
  /** What it took all the same (K10). */
  readonly usage?: Usage | undefined;
}

const LONGEST_MESSAGE = 2_000;

/**
 * Normalises whatever a capability or a model threw (case F1): a `CallError` speaks for itself, everything else,
 * objects whose getters throw included, becomes `CAPABILITY_THREW`.
 */
export function failureOf(thrown: unknown): Failure {
  if (isCallError(thrown)) return { error: thrown.error, ...thrown.failed };
  return {
    error: {
      code: 'CAPABILITY_THREW',
      message: `The capability broke off: ${messageOf(thrown)}`.slice(0, LONGEST_MESSAGE),
      help: 'Look at its input; if that is right, the capability itself has a fault.',
    },
  };
}

function isCallError(thrown: unknown): thrown is CallError {
  try {
    return thrown instanceof CallError;
  } catch {
    // A proxy may refuse even that question.
    return false;
  }
}

function messageOf(thrown: unknown): string {
  try {
    if (thrown === undefined) return 'it threw nothing.';
    if (typeof thrown === 'object' && thrown !== null) {
      const message: unknown = Reflect.get(thrown, 'message');
      return typeof message === 'string' && message !== ''
        ? message
        : 'it threw an object without a message.';
    }
    return String(thrown);
  } catch {
    return 'it threw something that cannot be read.';
  }
}
