import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseExactJson } from '#base';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import type { MachineDraft } from './draft';
import { machineOfDefinition } from './machineOfDefinition';
import { machineOfOurs } from './machineOfOurs';

/** How many wrappings (`{plan: …}`, JSON in a string) are taken off. */
const MOST_WRAPPINGS = 4;

/**
 * Reads a value as a state machine (P4, M5): a document of ours, or a `PlanDefinition` of reference 5, whose actions name
 * the tools that answer them; null when it is neither.
 *
 * @param catalogue what may be called: an action whose event is the id of one of these is answered by it
 */
export function machineDraftOf(
  value: Json,
  catalogue: Catalogue,
  wrappings = MOST_WRAPPINGS,
): MachineDraft | null {
  if (typeof value === 'string') return inText(value, catalogue, wrappings);
  if (!isJsonObject(value)) return null;
  const states = own(value, 'states') ?? own(value, 'state_machine');
  if (isOurs(value, states)) return machineOfOurs(value, catalogue);
  if (isListOfStates(states) || isMapOfStates(states)) return machineOfDefinition(value, catalogue);
  const plan = own(value, 'plan') ?? own(value, 'dynamicPlan') ?? own(value, 'machine');
  if (plan === undefined || wrappings === 0) return null;
  const inner = machineDraftOf(plan, catalogue, wrappings - 1);
  return inner && withRepair(inner, 'Read the plan out of the object around it.');
}

function inText(text: string, catalogue: Catalogue, wrappings: number): MachineDraft | null {
  if (wrappings === 0 || !/^\s*[{"]/.test(text)) return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  const inner = parsed.ok ? machineDraftOf(parsed.value, catalogue, wrappings - 1) : null;
  return inner && withRepair(inner, 'Read the plan out of a JSON string.');
}

function isOurs(value: JsonObject, states: Json | undefined): boolean {
  if (own(value, 'kind') === 'state-machine') return true;
  return Array.isArray(states) && states.length > 0 && states.every((state) => hasText(state, 'id'));
}

function isListOfStates(states: Json | undefined): boolean {
  return Array.isArray(states) && states.length > 0 && states.every((state) => hasText(state, 'state_name'));
}

function isMapOfStates(states: Json | undefined): boolean {
  return isJsonObject(states) && Object.values(states).every(isJsonObject);
}

function hasText(value: Json | undefined, key: string): boolean {
  return isJsonObject(value) && typeof own(value, key) === 'string';
}

function withRepair(draft: MachineDraft, repair: string): MachineDraft {
  return { ...draft, repairs: [repair, ...draft.repairs] };
}
