import { filled, isJsonObject, type Json, type JsonObject, own, plainText, present } from '#base';
import { keeping } from '../common/kept';
import { below, type Path } from '../common/report';
import { celOf, templateOf, WHEN_GUARD } from './dialect';
import { actionsIn, delayOf, isPublish } from './importActions';
import {
  isOldEvent,
  listed,
  member,
  OLD_OF_INVOCATIONS,
  OLD_OF_STATES,
  OLD_OF_TRANSITIONS,
  objectAt,
  type Reading,
  signOfVersion4,
  textAt,
} from './reading';
import type { TreeState } from './stateTree';

const KNOWN = new Set(
  'id type initial states on always after onDone entry exit invoke tags meta output description'.split(' '),
);
const OF_HISTORY = new Set([...KNOWN, 'history', 'target']);
const OF_ROOT = new Set([...KNOWN, 'context']);
const OF_INVOCATION = new Set(['id', 'src', 'input', 'onDone', 'onError']);
const TYPES = new Set(['atomic', 'compound', 'parallel', 'final', 'history']);

/** A state and those inside it. */
export function stateDraft(reading: Reading, state: TreeState): JsonObject {
  const { config, path } = reading.configs.get(state) ?? { config: {}, path: '' };
  const id = reading.stateId(state);
  reading.report.recognised('states', 'states');
  const type = typeOf(reading, config, path);
  const states = [...state.children.values()].map((child) => stateDraft(reading, child));
  const description = textAt(reading, config, 'description', path);
  const action = publishedIn(reading, config);
  return {
    id,
    ...present({ type, description }),
    ...sharedDraft(reading, state),
    ...(action === null ? {} : { action }),
    ...(type === 'history' ? historyDraft(reading, state, config, path) : {}),
    ...filled({ states }),
    ...keeping('xstate', {
      ...(state.key === id ? {} : { key: state.key }),
      ...(state.hasOwnId ? { id: state.id } : {}),
      ...keptOfState(reading, config, path, type, id),
      ...reading.leftovers(config, type === 'history' ? OF_HISTORY : KNOWN, path, id, OLD_OF_STATES),
    }),
  };
}

/** What the root of a machine has in common with its states. */
export function sharedDraft(reading: Reading, state: TreeState): JsonObject {
  const { config, path } = reading.configs.get(state) ?? { config: {}, path: '' };
  const at = (key: string): Path => below(path, key);
  const meta = member(config, 'meta');
  const tags = listed(own(config, 'tags'), at('tags')).map(([tag, place]) => {
    if (typeof tag !== 'string') reading.invalid(place, 'a tag is text');
    return plainText(tag);
  });
  const lists = filled({
    on: eventTransitions(reading, state, member(config, 'on'), at('on')),
    always: transitionsIn(reading, state, own(config, 'always'), at('always')),
    after: delayedTransitions(reading, state, member(config, 'after'), at('after')),
    onDone: transitionsIn(reading, state, own(config, 'onDone'), at('onDone')),
    entry: actionsIn(reading, own(config, 'entry'), at('entry'), state.parent !== null),
    exit: actionsIn(reading, own(config, 'exit'), at('exit')),
    invoke: listed(own(config, 'invoke'), at('invoke')).map(([one, place], index) =>
      invocationDraft(reading, state, one, place, index),
    ),
    tags,
  });
  return {
    ...initialDraft(reading, state, config, path),
    ...lists,
    ...(isJsonObject(meta) ? { meta } : {}),
    ...present({ output: templateOf(own(config, 'output')) }),
  };
}

/** Members of the machine itself that have no counterpart. */
export function keptOfRoot(reading: Reading, config: JsonObject): JsonObject {
  const type = member(config, 'type');
  if (type !== undefined && type !== 'parallel' && type !== 'compound' && type !== 'atomic')
    reading.invalid('/type', `a machine itself cannot be ${JSON.stringify(type)}`, typeHelp(type));
  if (type === 'atomic' && reading.tree.root.children.size > 0)
    reading.invalid(
      '/type',
      'a machine that is "atomic" has no states',
      'XState v5 enters none: leave "type" out.',
    );
  const sign = signOfVersion4(config);
  if (sign !== null)
    reading.report.warn(
      'XSTATE_VERSION_4',
      `The machine is written for XState v4 ("${sign}") and read as one of v5, where a transition to its own state, or to one inside, does not leave that state.`,
      'Add "reenter": true where it has to be left and entered again.',
      below('', sign),
    );
  return {
    ...(type === undefined || type === 'parallel' ? {} : { type }),
    ...(member(config, 'id') === undefined ? { id: null } : {}),
    ...keptOfState(reading, config, '', type === 'parallel' ? 'parallel' : undefined, reading.planId),
    ...reading.leftovers(config, OF_ROOT, '', reading.planId, OLD_OF_STATES),
  };
}

function typeHelp(type: Json): string {
  return type === 'final'
    ? 'XState v5 ends such a machine as it starts: give it a final state and make that initial.'
    : 'Leave it out, or write "parallel".';
}

function keptOfState(
  reading: Reading,
  config: JsonObject,
  path: Path,
  type: string | undefined,
  id: string,
): JsonObject {
  const meta = member(config, 'meta');
  const initial = member(config, 'initial');
  const hasMore =
    isJsonObject(initial) && Object.keys(initial).some((key) => key !== 'target' && key !== 'actions');
  const isIdle = initial !== undefined && type === 'parallel';
  const kept: JsonObject = {
    ...(meta === undefined || isJsonObject(meta) ? {} : { meta }),
    ...(hasMore || isIdle ? { initial } : {}),
  };
  reading.report.keptEach(
    kept,
    path,
    (key) => `${id}.source.xstate.${key}`,
    (key) => `"${key}" says more than is said here.`,
  );
  return kept;
}

/** M2: the action of a state, as export writes it among its entry actions. */
function publishedIn(reading: Reading, config: JsonObject): JsonObject | null {
  const published = listed(own(config, 'entry'), '')
    .map(([action]) => action)
    .find(isPublish);
  const params = isJsonObject(published) ? own(published, 'params') : undefined;
  if (!isJsonObject(params)) return null;
  const { event, data, response, failure } = params;
  if (typeof event !== 'string') return null;
  const minted = (type: Json | undefined) =>
    typeof type === 'string' ? reading.events.mint(type) : undefined;
  return {
    event: reading.events.mint(event),
    ...present({ data: templateOf(data), response: minted(response), failure: minted(failure) }),
  };
}

function typeOf(reading: Reading, config: JsonObject, path: Path): string | undefined {
  const type = textAt(reading, config, 'type', path);
  if (type !== undefined && !TYPES.has(type))
    reading.invalid(below(path, 'type'), `there is no type "${type}"`);
  if (type !== undefined) return type;
  const states = own(config, 'states');
  const hasStates = isJsonObject(states) && Object.keys(states).length > 0;
  const history = own(config, 'history');
  return !hasStates && history !== undefined && history !== false && history !== null ? 'history' : undefined;
}

function initialDraft(reading: Reading, state: TreeState, config: JsonObject, path: Path): JsonObject {
  const initial = member(config, 'initial');
  const isParallel = own(config, 'type') === 'parallel';
  const at = below(path, 'initial');
  if (initial === undefined) {
    const what = 'a state with states inside needs "initial"';
    const type = own(config, 'type');
    if (state.children.size === 0 || isParallel) return {};
    if (!type || type === 'compound') reading.invalidThere(path, what);
    else reading.invalid(path, what);
    return {};
  }
  if (isParallel) return {};
  const target =
    typeof initial === 'string' ? initial : isJsonObject(initial) ? own(initial, 'target') : null;
  const child = typeof target === 'string' ? state.children.get(target) : undefined;
  if (child === undefined) {
    reading.invalid(at, `${JSON.stringify(target ?? null)} is not a state right inside`);
    return {};
  }
  const actions = isJsonObject(initial)
    ? actionsIn(reading, own(initial, 'actions'), below(at, 'actions'))
    : [];
  return {
    initial: reading.stateId(child),
    ...filled({ initialActions: actions }),
  };
}

function historyDraft(reading: Reading, state: TreeState, config: JsonObject, path: Path): JsonObject {
  const history = own(config, 'history');
  const kind = history === true ? 'shallow' : history === false ? undefined : (history ?? undefined);
  if (kind !== undefined && kind !== 'shallow' && kind !== 'deep')
    reading.invalid(below(path, 'history'), '"history" is "shallow" or "deep"');
  const targets = listed(own(config, 'target'), below(path, 'target')).flatMap(([name, at]) => {
    const target = typeof name === 'string' ? reading.tree.resolveFromParent(state, name) : null;
    if (target !== null && target !== reading.tree.root) return [reading.stateId(target)];
    reading.invalid(at, `${JSON.stringify(name)} names no state`);
    return [];
  });
  return {
    ...present({ history: kind }),
    ...filled({ target: targets.length === 1 ? targets[0] : targets }),
  };
}

function invocationDraft(
  reading: Reading,
  state: TreeState,
  value: Json,
  path: Path,
  index: number,
): JsonObject {
  const config = objectAt(reading, typeof value === 'string' ? { src: value } : value, path, 'an invocation');
  const src = own(config, 'src');
  if (typeof src !== 'string' || src === '' || src.length > 200) {
    reading.invalid(below(path, 'src'), 'an invocation needs "src", a name of up to 200 characters');
    return {};
  }
  reading.report.recognised('invocations', 'invocations');
  const theirs = textAt(reading, config, 'id', path);
  const ours = theirs === undefined ? undefined : reading.invocations.get(theirs);
  const plan = own(reading.implementations.plans, src);
  if (plan === undefined) reading.onlyNamed('actor', src, below(path, 'src'));
  const onDone = transitionsIn(reading, state, own(config, 'onDone'), below(path, 'onDone'));
  const onError = transitionsIn(reading, state, own(config, 'onError'), below(path, 'onError'));
  return {
    ...present({ id: ours }),
    ...(plan === undefined ? { capability: src } : { plan }),
    ...present({ input: templateOf(own(config, 'input')) }),
    ...filled({ onDone, onError }),
    ...keeping('xstate', {
      ...(theirs === undefined || theirs === ours ? {} : { id: theirs }),
      ...(plan === undefined ? {} : { src }),
      ...reading.leftovers(
        config,
        OF_INVOCATION,
        path,
        `${reading.stateId(state)}.invoke[${index}]`,
        OLD_OF_INVOCATIONS,
      ),
    }),
  };
}

const KNOWN_OF_TRANSITION = new Set(['target', 'guard', 'actions', 'reenter', 'description', 'meta']);

/** `on`, in the order in which XState tries them: exact types, then wildcards, the longest first. */
function eventTransitions(reading: Reading, from: TreeState, value: Json | undefined, path: Path) {
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
function delayedTransitions(reading: Reading, from: TreeState, value: Json | undefined, path: Path) {
  const after = objectAt(reading, value, path, '"after"');
  return Object.entries(after).flatMap(([delay, transitions]) => {
    const at = below(path, delay);
    const isNumber = delay.trim() !== '' && !Number.isNaN(Number(delay));
    const fields = delayOf(reading, isNumber ? Number(delay) : delay, at);
    return transitionsIn(reading, from, transitions, at).map((transition) => ({ ...fields, ...transition }));
  });
}

/** One transition, several, or the name of a target, as a list of ours; order is priority. */
function transitionsIn(
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
    ...present({ when }),
    ...(member(config, 'reenter') === true ? { reenter: true } : {}),
    ...filled({ actions }),
    ...present({ description }),
    ...keeping('xstate', {
      ...spelled,
      ...(guard !== undefined && hasMore(guard) ? { guard, when: when ?? null } : {}),
      ...present({ meta }),
      ...reading.leftovers(config, KNOWN_OF_TRANSITION, path, reading.stateId(from), OLD_OF_TRANSITIONS),
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
