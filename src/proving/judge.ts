import { compileExpression, evaluate } from '#plan';
import { asJson, type Seen } from './seen';
import type { Check } from './suite';

/** What became of one check. */
export interface Judged {
  readonly held: boolean;
  /** Why it could not be told, where it is neither true nor false. */
  readonly because?: string | undefined;
}

/** Whether what must hold does. What cannot be told does not hold, and says why. */
export function judge({ that }: Check, { plan, status, outputs, usage, attempts }: Seen): Judged {
  const compiled = compileExpression(that);
  if (!compiled.ok) return { held: false, because: compiled.problem.message };
  const value = evaluate(compiled.value, {
    plan,
    status,
    outputs,
    usage: asJson(usage),
    attempts: asJson(attempts),
  });
  if (!value.ok) return { held: false, because: value.problem.message };
  if (typeof value.value === 'boolean') return { held: value.value };
  return { held: false, because: `"${that}" is neither true nor false.` };
}
