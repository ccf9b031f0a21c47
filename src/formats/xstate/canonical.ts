import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '#base';
import { StateTree, type TreeState } from './stateTree';

/**
 * A configuration of XState v5 in canonical form (M6): shorthands expanded, defaults and empty lists left out, targets
 * as the path of the state that they name. Two configurations of one form are the same machine, written in two ways.
 * States are a list, because their order is meaning; the order of other keys is none (`canonicalJson` sorts them).
 */
export function canonicalMachine(config: JsonObject): Json {
  const id = own(config, 'id');
  const tree = new StateTree(typeof id === 'string' ? id : null);
  const states = new Map<TreeState, JsonObject>([[tree.root, config]]);
  collect(tree, tree.root, config, states);
  return canonicalState(tree, tree.root, states);
}

type Configs = Map<TreeState, JsonObject>;

function collect(tree: StateTree, parent: TreeState, config: JsonObject, into: Configs): void {
  for (const [key, child] of Object.entries(objectOf(own(config, 'states')))) {
    const childConfig = objectOf(child);
    const id = own(childConfig, 'id');
    const state = tree.add(parent, key, typeof id === 'string' ? id : null);
    if (state === null) continue;
    into.set(state, childConfig);
    collect(tree, state, childConfig, into);
  }
}

function canonicalState(tree: StateTree, state: TreeState, configs: Configs): Json {
  const config = configs.get(state) ?? {};
  const hasStates = state.children.size > 0;
  const history = own(config, 'history');
  const isHistory = own(config, 'type') === 'history' || (!hasStates && Boolean(history));
  const type = own(config, 'type') ?? (isHistory ? 'history' : hasStates ? 'compound' : 'atomic');
  const transitions = (key: string): Json =>
    list(own(config, key)).map((one) => transition(tree, state, one));
  const keyed = (key: string): Json => {
    const entries = Object.entries(objectOf(own(config, key)));
    const lists = entries.map(
      ([name, value]) => [name, list(value ?? {}).map((one) => transition(tree, state, one))] as const,
    );
    return Object.fromEntries(lists.filter(([, all]) => all.length > 0));
  };
  return compact({
    ...config,
    ...(state.parent === null ? {} : { key: state.key }),
    type,
    initial: initialOf(own(config, 'initial')),
    history: isHistory ? (history === 'deep' ? 'deep' : 'shallow') : null,
    target: isHistory ? historyTargets(tree, state, own(config, 'target')) : (own(config, 'target') ?? null),
    on: keyed('on'),
    after: keyed('after'),
    always: transitions('always'),
    onDone: transitions('onDone'),
    entry: actions(own(config, 'entry')),
    exit: actions(own(config, 'exit')),
    tags: list(own(config, 'tags')),
    invoke: list(own(config, 'invoke')).map((one) => invocation(tree, state, one)),
    states: [...state.children.values()].map((child) => canonicalState(tree, child, configs)),
  });
}

function transition(tree: StateTree, from: TreeState, value: Json): Json {
  const config = typeof value === 'string' ? { target: value } : objectOf(value);
  return compact({
    ...config,
    target: list(own(config, 'target')).map((name) => {
      const state = typeof name === 'string' ? tree.resolve(from, name) : null;
      return state === null ? name : [...state.path];
    }),
    guard: named(own(config, 'guard')),
    actions: actions(own(config, 'actions')),
    reenter: own(config, 'reenter') === true ? true : null,
  });
}

function historyTargets(tree: StateTree, state: TreeState, target: Json | undefined): Json {
  return list(target).map((name) => {
    const found = typeof name === 'string' ? tree.resolveFromParent(state, name) : null;
    return found === null ? name : [...found.path];
  });
}

function invocation(tree: StateTree, from: TreeState, value: Json): Json {
  const config = typeof value === 'string' ? { src: value } : objectOf(value);
  const ends = ['onDone', 'onError', 'onSnapshot'].map((key) => [
    key,
    list(own(config, key)).map((one) => transition(tree, from, one)),
  ]);
  return compact({ ...config, ...Object.fromEntries(ends) });
}

function initialOf(value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) return { target: value };
  return compact({ ...value, actions: actions(own(value, 'actions')) });
}

function actions(value: Json | undefined): readonly Json[] {
  return list(value).map(named);
}

function named(value: Json | undefined): Json {
  return typeof value === 'string' ? { type: value } : (value ?? null);
}

function list(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isJsonArray(value) ? value : [value];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Without what says nothing: null, and lists and objects that are empty. */
function compact(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(([key, value]) => key === 'params' || !isEmpty(value));
  return Object.fromEntries(entries);
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
