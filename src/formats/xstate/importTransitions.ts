import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { below, type Path } from '../common/report';
import { celOf, WHEN_GUARD } from './dialect';
import { actionsIn, delayOf } from './importActions';
import { keeping } from './names';
import { listed, member, objectAt, type Reading, textAt } from './reading';
import type { TreeState } from './stateTree';
import { isOldEvent, OLD_OF_TRANSITIONS } from './versionFour';

const KNOWN = new Set(['target', 'guard', 'actions', 'reenter', 'description', 'meta']);

/** `on`, in the order in which XState tries them: exact types, then wildcards, the longest first. */
export function eventTransitions(reading: Reading, from: TreeState, value: Json | undefined, path: Path) {
  const keys = Object.keys(objectAt(reading, value, path, '"on"'));
  const on = isJsonObject(value) ? value : {};
  const isWild = (key: string): boolean => key === '*' || key.endsWith('.*');
  const wild = keys.filter(isWild).sort((a, b) => b.length - a.length);
  return [...keys.filter((key) => !isWild(key)), ...wild].flatMap((type) => {
    const at = below(path, type);
    if (type === '') {
      reading.invalidThere(at, 'an event without a type is written as "always" in XState v5');
      return [];
    }
    if (/^xstate\./.test(type))
      reading.report.warn(
        'XSTATE_EVENT',
        `"${type}" is an event of XState's own: no event of that type comes here (T6).`,
        'Use onDone, onError or after, which say the same.',
        at,
      );
    else if (isOldEvent(type))
      reading.report.warn(
        'XSTATE_VERSION_4',
        `"${type}" is an event of XState v4: v5 sends none of that type.`,
        'Use onDone or onError, which say the same.',
        at,
      );
    const event = reading.events.mint(type);
    const transitions = transitionsIn(reading, from, own(on, type) ?? {}, at);
    return transitions.map((transition) => ({ event, ...transition }));
  });
}

/** `after`: delays are milliseconds or names. */
export function delayedTransitions(reading: Reading, from: TreeState, value: Json | undefined, path: Path) {
  const after = objectAt(reading, value, path, '"after"');
  return Object.entries(after).flatMap(([delay, transitions]) => {
    const at = below(path, delay);
    const isNumber = delay.trim() !== '' && !Number.isNaN(Number(delay));
    const fields = delayOf(reading, isNumber ? Number(delay) : delay, at);
    return transitionsIn(reading, from, transitions, at).map((transition) => ({ ...fields, ...transition }));
  });
}

/** One transition, several, or the name of a target, as a list of ours; order is priority. */
export function transitionsIn(
  reading: Reading,
  from: TreeState,
  value: Json | undefined,
  path: Path,
): readonly JsonObject[] {
  return listed(value, path).map(([transition, at]) => transitionAt(reading, from, transition, at));
}

function transitionAt(reading: Reading, from: TreeState, value: Json, path: Path): JsonObject {
  const config = objectAt(
    reading,
    typeof value === 'string' ? { target: value } : (value ?? {}),
    path,
    'a transition',
  );
  reading.report.recognised('transitions', 'transitions');
  // XState does not look at texts in a list of delayed transitions.
  const isSkipped = typeof value === 'string' && /\/after\/[^/]*\/\d+$/.test(path);
  const { aim, spelled } = targetOf(
    reading,
    from,
    member(config, 'target'),
    below(path, 'target'),
    isSkipped,
  );
  const guard = member(config, 'guard');
  const when = guard === undefined ? undefined : conditionOf(reading, guard, below(path, 'guard'));
  const meta = member(config, 'meta');
  if (meta !== undefined)
    reading.report.kept(
      below(path, 'meta'),
      `${reading.stateId(from)}.source.xstate.meta`,
      'Transitions have no meta here.',
    );
  const actions = actionsIn(reading, own(config, 'actions'), below(path, 'actions'));
  const description = textAt(reading, config, 'description', path);
  return {
    ...aim,
    ...(when === undefined ? {} : { when }),
    ...(member(config, 'reenter') === true ? { reenter: true } : {}),
    ...(actions.length === 0 ? {} : { actions }),
    ...(description === undefined ? {} : { description }),
    ...keeping({
      ...spelled,
      ...(guard !== undefined && hasMore(guard) ? { guard, when: when ?? null } : {}),
      ...(meta === undefined ? {} : { meta }),
      ...reading.leftovers(config, KNOWN, path, reading.stateId(from), OLD_OF_TRANSITIONS),
    }),
  };
}

/** The target by ids of ours; how it was spelled is kept where export would spell it otherwise. */
function targetOf(
  reading: Reading,
  from: TreeState,
  value: Json | undefined,
  path: Path,
  isSkipped: boolean,
) {
  const names = listed(value, path).map(([name]) => name);
  const states = names.map((name) => (typeof name === 'string' ? reading.tree.resolve(from, name) : null));
  names.forEach((name, index) => {
    const what = `${JSON.stringify(name)} names no state`;
    if (states[index] === null && typeof name === 'string' && name !== '' && !isSkipped)
      reading.invalidThere(path, what);
    else if (states[index] === null) reading.invalid(path, what);
    if (states[index] === reading.tree.root && states.length > 1)
      reading.invalid(
        path,
        'the machine itself cannot be entered together with a state',
        'Lead it to one of them.',
      );
  });
  const known = states.filter((state) => state !== null);
  if (known.length === 0) return { aim: {}, spelled: {} };
  const isDefault = known.every((state, index) => reading.tree.spell(from, state) === names[index]);
  const spelled = isDefault ? {} : { target: names };
  const ids = known.filter((state) => state !== reading.tree.root).map((state) => reading.stateId(state));
  const [first, ...others] = ids;
  if (first === undefined) return { aim: { restart: true }, spelled };
  return { aim: { target: others.length === 0 ? first : ids }, spelled };
}

/** M6: a guard that is a name is asked for by it; the dialect's conditions are CEL. */
function conditionOf(reading: Reading, guard: Json, path: Path): string | undefined {
  const type = typeof guard === 'string' ? guard : isJsonObject(guard) ? own(guard, 'type') : undefined;
  if (typeof type !== 'string' || type === '') {
    reading.invalid(path, 'a guard is a name, or an object with a "type"');
    return undefined;
  }
  reading.report.recognised('guards', 'conditions');
  const params = isJsonObject(guard) ? member(guard, 'params') : undefined;
  const when = type === WHEN_GUARD && isJsonObject(params) ? own(params, 'when') : undefined;
  if (typeof when === 'string') return reading.condition(when, path);
  if (own(reading.implementations.guards, type) === undefined) reading.onlyNamed('guard', type, path);
  const name = JSON.stringify(type);
  return params === undefined ? `guard(${name})` : `guard(${name}, ${celOf(params)})`;
}

function hasMore(guard: Json): boolean {
  return isJsonObject(guard) && Object.keys(guard).some((key) => key !== 'type' && key !== 'params');
}
