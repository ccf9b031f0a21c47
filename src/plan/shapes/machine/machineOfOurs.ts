import { EventNames, isJsonObject, type Json, type JsonObject, own } from '#base';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import { type MachineDraft, UNNAMED_MACHINE } from './draft';
import { Responders } from './responders';

/**
 * A document of ours, as a model or a person writes it: `kind` and `id` may be left out, and an action that names a tool
 * and has no responder is answered by that tool.
 */
export function machineOfOurs(value: JsonObject, catalogue: Catalogue): MachineDraft {
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
