import { EventNames, isJsonObject, type Json, type JsonObject, LIMITS, own, parseExactJson } from '#base';
import type { Body } from '../../nodes/node';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import type { StateMachinePlan } from '../../schema/stateMachine';
import { type MachineDraft, machineOfDefinition, Responders, UNNAMED_MACHINE } from './machineOfDefinition';

/**
 * A document of ours, as a model or a person writes it: `kind` and `id` may be left out, and an action that names a tool
 * and has no responder is answered by that tool.
 */
function machineOfOurs(value: JsonObject, catalogue: Catalogue): MachineDraft {
  const { id = UNNAMED_MACHINE, kind = 'state-machine' } = value;
  const given = own(value, 'responders');
  const answered = new Set(
    (Array.isArray(given) ? given : []).map((one) => (isJsonObject(one) ? own(one, 'request') : one)),
  );
  const responders = new Responders(catalogue, new EventNames());
  const states = Array.isArray(value.states) ? value.states.map((state) => answer(state)) : value.states;
  const added = responders.all();
  const repairs = value.id === undefined ? [`Called a plan without an id "${UNNAMED_MACHINE}".`] : [];
  return {
    plan: {
      ...value,
      id,
      kind,
      ...(states === undefined ? {} : { states }),
      ...(added.length === 0 ? {} : { responders: [...(Array.isArray(given) ? given : []), ...added] }),
    },
    repairs: [...repairs, ...responders.repairs],
    problems: [],
  };

  function answer(state: Json): Json {
    if (!isJsonObject(state)) return state;
    const { action, states: inner } = state;
    return {
      ...state,
      ...(isJsonObject(action) ? { action: byTool(action) } : {}),
      ...(Array.isArray(inner) ? { states: inner.map(answer) } : {}),
    };
  }

  function byTool(action: JsonObject): JsonObject {
    const { event, data, response, failure } = action;
    if (typeof event !== 'string' || answered.has(event) || !responders.knows(event)) return action;
    const text = (one: Json | undefined): string | null => (typeof one === 'string' ? one : null);
    return {
      ...action,
      ...responders.answer({ event, data, response: text(response), failure: text(failure) }),
    };
  }
}

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

/** A dynamic plan that is a machine as its executor runs it (M5): one step, a SUB_PLAN under the machine's own id. */
export function bodyOfMachine({ id, name }: StateMachinePlan): Body {
  const named = name === undefined ? {} : { name };
  return { nodes: [{ id, type: 'SUB_PLAN', ...named, params: { plan: id } }], edges: [] };
}
