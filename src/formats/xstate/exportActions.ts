import { canonicalJson, type Json, type JsonObject } from '#base';
import type { MachineAction } from '#plan';
import { DATA_MARK, marked, valueOfCel, valueOfTemplate } from './dialect';
import { keptOf } from './names';
import { restOf, type Writing } from './writing';

/** An action as XState's configuration writes it: names with `params`, its own ones by `xstate.*`. */
export function actionConfig(writing: Writing, action: MachineAction): JsonObject {
  const name = nameOf(action);
  if (name !== null) return { type: name };
  switch (action.type) {
    case 'call':
      return {
        type: action.capability,
        ...(action.input === undefined ? {} : { params: valueOfTemplate(action.input) }),
        ...restOf(keptOf(action)),
      };
    case 'assign': {
      const values = Object.entries(action.values).map(
        ([variable, cel]) => [writing.variable(variable), valueOfCel(cel)] as const,
      );
      return { type: 'xstate.assign', params: { assignment: Object.fromEntries(values) } };
    }
    case 'log': {
      const label = action.label === undefined ? {} : { label: action.label };
      return { type: 'xstate.log', params: { value: valueOfTemplate(action.message), ...label } };
    }
    case 'cancel':
      return { type: 'xstate.cancel', params: { sendId: action.id } };
    case 'emit':
      return { type: 'xstate.emit', params: { event: eventConfig(writing, action) } };
    case 'raise':
      return {
        type: 'xstate.raise',
        params: { event: eventConfig(writing, action), ...delayed(writing, action) },
      };
    case 'send':
      return {
        type: 'xstate.sendTo',
        params: {
          to: writing.invocation(action.to),
          event: eventConfig(writing, action),
          ...delayed(writing, action),
        },
      };
  }
}

/** The name under which a module defined an action, while it is still what was made of that definition. */
function nameOf(action: MachineAction): string | null {
  const { name, made } = keptOf(action);
  if (typeof name !== 'string' || made === undefined) return null;
  const { source: _, ...fields } = action;
  const now: Json = JSON.parse(JSON.stringify(fields));
  return canonicalJson(now) === canonicalJson(made) ? name : null;
}

function eventConfig(
  writing: Writing,
  { event, data }: { readonly event: string; readonly data?: Json | undefined },
): JsonObject {
  const type = writing.eventType(event);
  if (data === undefined) return { type };
  const isFlat = typeof data === 'object' && data !== null && !Array.isArray(data);
  const members = isFlat ? (data as JsonObject) : {};
  const canBeFlat =
    Object.keys(members).length > 0 && !Object.hasOwn(members, 'type') && !Object.hasOwn(members, DATA_MARK);
  const value = valueOfTemplate(data);
  return canBeFlat ? { type, ...(value as JsonObject) } : { type, [DATA_MARK]: value };
}

function delayed(
  writing: Writing,
  action: {
    readonly id?: string | undefined;
    readonly delayMs?: number | undefined;
    readonly delay?: string | undefined;
  },
): JsonObject {
  const delay =
    action.delayMs ?? (action.delay === undefined ? undefined : delayNamed(writing, action.delay));
  return {
    ...(delay === undefined ? {} : { delay }),
    ...(action.id === undefined ? {} : { id: action.id }),
  };
}

/** A delay that an importer named after its place is an expression again. */
function delayNamed(writing: Writing, name: string): Json {
  const cel = name.startsWith('delay of /')
    ? writing.plan.delays?.find((delay) => delay.name === name)?.ms
    : undefined;
  return typeof cel === 'string' ? marked(cel) : name;
}
