import { filled, isJsonObject, type Json, type JsonObject, own, plainText, present } from '#base';
import { omitted } from '../common/fields';
import { keeping } from '../common/kept';
import { below, type Path } from '../common/report';
import { celOf, DATA_MARK, PUBLISH, templateOf } from './dialect';
import { listed, member, type Reading } from './reading';

const KNOWN = new Set(['type', 'params']);

/** Actions of XState as actions of ours: its own by what they do, all others as calls by name (M6). */
export function actionsIn(
  reading: Reading,
  value: Json | undefined,
  path: Path,
  mayPublish = false,
): readonly JsonObject[] {
  const actions = listed(value, path).filter(([action]) => !(mayPublish && isPublish(action)));
  return actions.flatMap(([action, at]) => actionAt(reading, action, at));
}

/** The action of a state of ours (M2), as export writes it. */
export function isPublish(action: Json): boolean {
  return isJsonObject(action) && own(action, 'type') === PUBLISH && isJsonObject(own(action, 'params'));
}

function actionAt(reading: Reading, action: Json, path: Path): readonly JsonObject[] {
  if (action === null) {
    reading.invalid(
      path,
      'an action is null, which is what JSON makes of a function in a list',
      'Import the module that the machine is written in, or give the action a name there.',
    );
    return [];
  }
  const object = typeof action === 'string' ? { type: action } : action;
  const type = isJsonObject(object) ? own(object, 'type') : undefined;
  if (!isJsonObject(object) || typeof type !== 'string' || type === '' || type.length > 200) {
    reading.invalid(path, 'an action is a name of up to 200 characters, or an object with such a "type"');
    return [];
  }
  reading.report.recognised('actions', 'actions');
  const built = ofXState(reading, type, object, path);
  if (built !== null) return [built];
  const translated = own(reading.implementations.actions, type);
  if (translated !== undefined && member(object, 'params') === undefined)
    return [byName(reading, type, translated, path)];
  const rest = reading.leftovers(object, KNOWN, path, reading.planId);
  const params = member(object, 'params');
  reading.onlyNamed('action', type, path);
  return [
    {
      type: 'call',
      capability: type,
      ...present({ input: templateOf(params) }),
      ...keeping('xstate', rest),
    },
  ];
}

/** What a module says that the name does, with the name and what was made of it: while they agree, export writes it. */
function byName(reading: Reading, name: string, translated: Json, path: Path): JsonObject {
  const type = isJsonObject(translated) ? own(translated, 'type') : undefined;
  const made =
    isJsonObject(translated) && typeof type === 'string' ? ofXState(reading, type, translated, path) : null;
  if (made === null) return { type: 'call', capability: name };
  return { ...made, ...keeping('xstate', { name, made }) };
}

/** Actions that XState itself performs; null for all others, and for such whose parameters are not those of ours. */
function ofXState(reading: Reading, type: string, action: JsonObject, path: Path): JsonObject | null {
  const params = member(action, 'params');
  if (!isJsonObject(params)) return null;
  switch (type) {
    case 'xstate.assign':
      return assigning(reading, params);
    case 'xstate.raise':
      return sending(reading, 'raise', params, path);
    case 'xstate.emit':
      return sending(reading, 'emit', params, path);
    case 'xstate.sendTo':
      return sending(reading, 'send', params, path);
    case 'xstate.cancel': {
      const id = own(params, 'sendId');
      return typeof id === 'string' && id !== '' ? { type: 'cancel', id } : null;
    }
    case 'xstate.log': {
      const label = own(params, 'label');
      const message = templateOf(own(params, 'value') ?? null);
      return { type: 'log', message, ...(typeof label === 'string' ? { label } : {}) };
    }
    default:
      return null;
  }
}

function assigning(reading: Reading, params: JsonObject): JsonObject | null {
  const assignment = own(params, 'assignment');
  if (!isJsonObject(assignment)) return null;
  const values = Object.entries(assignment).map(([theirs, value]) => {
    reading.assigned.add(theirs);
    return [reading.variable(theirs), celOf(value)] as const;
  });
  return { type: 'assign', values: Object.fromEntries(values) };
}

function sending(
  reading: Reading,
  type: 'raise' | 'emit' | 'send',
  params: JsonObject,
  path: Path,
): JsonObject | null {
  const event = own(params, 'event');
  const eventType = isJsonObject(event) ? own(event, 'type') : undefined;
  if (!isJsonObject(event) || typeof eventType !== 'string' || eventType === '') return null;
  const to = type === 'send' ? reading.invocations.get(plainText(own(params, 'to'))) : undefined;
  if (type === 'send' && to === undefined) return null;
  const id = own(params, 'id');
  return {
    type,
    ...present({ to }),
    event: reading.events.mint(eventType),
    ...dataOf(event),
    ...(type === 'emit' ? {} : delayOf(reading, member(params, 'delay'), below(path, 'params', 'delay'))),
    ...(type !== 'emit' && typeof id === 'string' && id !== '' ? { id } : {}),
  };
}

/** XState's events are flat; ours have `data`: all members beside the type. */
function dataOf(event: JsonObject): JsonObject {
  const whole = own(event, DATA_MARK);
  if (whole !== undefined) return { data: templateOf(whole) };
  return filled({ data: templateOf(omitted(event, ['type'])) });
}

/** Milliseconds, the name of a delay, or an expression, which gets a name. */
export function delayOf(reading: Reading, delay: Json | undefined, path: Path): JsonObject {
  if (delay === undefined) return {};
  if (typeof delay === 'number' && Number.isInteger(delay) && delay >= 0) return { delayMs: delay };
  if (typeof delay === 'string' && delay !== '') {
    if (own(reading.implementations.delays, delay) === undefined) reading.onlyNamed('delay', delay, path);
    return { delay };
  }
  if (isJsonObject(delay) && typeof own(delay, '$cel') === 'string') {
    const name = `delay of ${path}`.slice(0, 200);
    reading.delays.set(name, celOf(delay));
    return { delay: name };
  }
  reading.invalid(
    path,
    'a delay is a whole number of milliseconds, or a name',
    'Round it to a whole number that is not negative, or give it a name.',
  );
  return {};
}
