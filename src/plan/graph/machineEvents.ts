import { didYouMean, isEventType, isJsonObject, own } from '#base';
import type { StateMachinePlan } from '../schema/stateMachine';
import { allStates } from './states';

/** The descriptors of all events that a machine hears, wildcards among them, in document order. */
export function eventsHeard(plan: StateMachinePlan): readonly string[] {
  const states = [...allStates(plan.states)];
  const events = [plan, ...states].flatMap(({ on }) => (on ?? []).map(({ event }) => event));
  const responses = states.flatMap(({ action }) => {
    if (action?.response === undefined) return [];
    return [action.response, action.failure ?? action.response.replace(/[^.]*$/, 'failed')];
  });
  const resuming = states.flatMap(({ pause }) =>
    pause === undefined ? [] : ['resume', ...(pause.resumeOn === undefined ? [] : [pause.resumeOn])],
  );
  return [...new Set([...events, ...responses, ...resuming])];
}

/** What an event is called here that was imported under another name; as it is where it is called so here, too. */
export function eventOfOurs(plan: StateMachinePlan, type: string): string {
  if (eventsHeard(plan).some((event) => isHeardBy(event, type) && event !== '*')) return type;
  for (const kept of Object.values(plan.source ?? {})) {
    const names = isJsonObject(kept) ? own(kept, 'events') : undefined;
    const found = isJsonObject(names)
      ? Object.entries(names).find(([, theirs]) => theirs === type)
      : undefined;
    if (found !== undefined && isEventType(found[0])) return found[0];
  }
  return type;
}

/** Says that no state of a machine hears an event, and which are heard; null where one does. */
export function unheardEvent(plan: StateMachinePlan, type: string): string | null {
  const heard = eventsHeard(plan);
  if (heard.some((event) => isHeardBy(event, type))) return null;
  const known = heard.length === 0 ? 'It hears none' : `It hears ${heard.slice(0, 20).join(', ')}`;
  const more = heard.length > 20 ? `, and ${heard.length - 20} more` : '';
  return `"${type}" is no event of "${plan.id}". ${didYouMean(type, heard)}${known}${more}.`;
}

function isHeardBy(descriptor: string, type: string): boolean {
  if (descriptor === '*' || descriptor === type) return true;
  const stem = descriptor.endsWith('.*') ? descriptor.slice(0, -2) : null;
  return stem !== null && (type === stem || type.startsWith(`${stem}.`));
}

/**
 * Whether an event is one that a descriptor names (M1).
 *
 * @example hears('order.*', 'order.paid') // true, and so is hears('order.*', 'order')
 */
export function hears(descriptor: string, type: string): boolean {
  if (descriptor === '*' || descriptor === type) return true;
  if (!descriptor.endsWith('.*')) return false;
  const stem = descriptor.slice(0, -2);
  return type === stem || type.startsWith(`${stem}.`);
}
