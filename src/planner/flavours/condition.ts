import { err, type JsonObject, ok, type Result } from '#base';
import { compileExpression, evaluate } from '#plan';

/** Why a condition does not hold, and how near it came. */
interface Unmet {
  /** The first part that does not hold, in words. */
  readonly reason: string;
  /** How many parts of `a && b && c` hold before it. */
  readonly held: number;
}

/**
 * Whether a `when` holds (P12): CEL over the planning-time names. A condition that cannot be evaluated, because it
 * reads something that is not there, does not hold, and says why; absent, it always holds.
 */
export function holds(when: string | undefined, values: JsonObject): Result<true, Unmet> {
  if (when === undefined) return ok(true);
  const whole = judge(when, values);
  return whole === null ? ok(true) : err(firstUnmet(when, values) ?? { reason: whole, held: 0 });
}

/** Null when it holds, else why not. */
function judge(condition: string, values: JsonObject): string | null {
  const expression = compileExpression(condition);
  if (!expression.ok) return expression.problem.message;
  const value = evaluate(expression.value, values);
  if (!value.ok) return value.problem.message;
  return value.value === true ? null : `${condition} does not hold`;
}

/** Looks at the parts one by one, where the condition is such a row of parts that can be read by themselves. */
function firstUnmet(when: string, values: JsonObject): Unmet | null {
  const parts = when.split('&&').map((part) => part.trim());
  if (!parts.every((part) => compileExpression(part).ok)) return null;
  const reasons = parts.map((part) => judge(part, values));
  const held = reasons.findIndex((reason) => reason !== null);
  return held < 0 ? null : { reason: reasons[held] ?? '', held };
}
