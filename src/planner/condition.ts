import { err, type JsonObject, ok, type Result } from '#base';
import { compileExpression, evaluate } from '#plan';

/**
 * Whether a `when` holds (P12): CEL over the planning-time names. A condition that cannot be evaluated, because it
 * reads something that is not there, does not hold, and says why; absent, it always holds.
 */
export function holds(when: string | undefined, values: JsonObject): Result<true, string> {
  if (when === undefined) return ok(true);
  const expression = compileExpression(when);
  if (!expression.ok) return err(expression.problem.message);
  const value = evaluate(expression.value, values);
  if (!value.ok) return err(value.problem.message);
  return value.value === true ? ok(true) : err(`${when} does not hold`);
}
