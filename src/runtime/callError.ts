import { type Diagnostic, problem } from '#base';
import type { RunError, Usage } from '#kernel';

/** What a failed call leaves besides its reason. */
interface FailedCall {
  /** Milliseconds that the other side asks to wait before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** What it took all the same (K10); `{}` when the other side did not begin, absent when nobody knows. */
  readonly usage?: Usage | undefined;
}

/** The one expected failure of a call: a code, one sentence, what to do (T8). */
export class CallError extends Error {
  readonly error: RunError;
  readonly failed: FailedCall;
  constructor(error: RunError, failed: FailedCall = {}) {
    super(error.message);
    this.name = 'CallError';
    this.error = error;
    this.failed = failed;
  }

  get diagnostic(): Diagnostic {
    return diagnosticOf(this.error);
  }
}

/** Why something failed, as it is shown. */
export function diagnosticOf({ code, message, help = '' }: RunError): Diagnostic {
  return problem(code, message, help);
}
