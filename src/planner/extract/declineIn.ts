import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { isStep } from '#plan';

/** What of a model's reason is kept, in characters. */
const REASON_LENGTH = 500;

/**
 * The reason with which a reply declines (P13), where it does: a step of type `decline` alone or among others, `{"decline":
 * REASON}`, or a machine of type `decline`. Whoever declines in the middle of a plan does not stand by what came before.
 *
 * @returns null where it does not decline; an empty text where it gives no reason
 * @example declineIn({ steps: [{ type: 'decline', reason: 'No tool sends letters.' }] }) // 'No tool sends letters.'
 */
export function declineIn(value: Json): string | null {
  if (Array.isArray(value)) return firstDecline(value);
  if (!isJsonObject(value)) return null;
  if (isDecline(value)) return reasonOf(own(value, 'reason') ?? own(value, 'text') ?? own(value, 'message'));
  if (own(value, 'plan_type') === 'decline') return reasonOf(own(value, 'description'));
  const steps = own(value, 'steps');
  if (Array.isArray(steps) && steps.length > 0) return firstDecline(steps);
  const said = own(value, 'decline');
  return typeof said === 'string' && !isStep(value) ? reasonOf(said) : null;
}

/** Whether an object is the step that declines: it has no tool, whatever its type is called. */
export function isDecline(value: JsonObject): boolean {
  return own(value, 'type') === 'decline' && !isStep(value);
}

function firstDecline(steps: readonly Json[]): string | null {
  const found = steps.find((step) => isJsonObject(step) && isDecline(step));
  return found === undefined ? null : declineIn(found);
}

function reasonOf(said: Json | undefined): string {
  const line = typeof said === 'string' ? said.replace(/\s+/g, ' ').trim() : '';
  return line.length <= REASON_LENGTH ? line : `${line.slice(0, REASON_LENGTH)} …`;
}
