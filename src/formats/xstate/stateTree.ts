/** A state as XState finds it: by key from its parent, by id from anywhere. */
export interface TreeState {
  readonly key: string;
  /** Keys from below the root; empty for the root. */
  readonly path: readonly string[];
  readonly parent: TreeState | null;
  readonly children: Map<string, TreeState>;
  /** Its own `id`, or the machine's id and the path joined by points. */
  readonly id: string;
  readonly hasOwnId: boolean;
}

/** What XState calls a machine without an id. */
const NAMELESS = '(machine)';

/**
 * The states of a machine and how transitions name them. Follows XState 5.33: `StateNode`, `toStatePath`,
 * `resolveTarget`, `getStateNodeById`, `resolveHistoryDefaultTransition`.
 */
export class StateTree {
  readonly root: TreeState;
  private readonly byId = new Map<string, TreeState>();

  constructor(id: string | null) {
    const root: TreeState = {
      key: id ?? NAMELESS,
      path: [],
      parent: null,
      children: new Map(),
      id: id ?? NAMELESS,
      hasOwnId: true,
    };
    this.root = root;
    this.byId.set(root.id, root);
  }

  /** @returns the state, or null where its parent has one of that key, or the machine one of that id, already */
  add(parent: TreeState, key: string, ownId: string | null): TreeState | null {
    const path = [...parent.path, key];
    const id = ownId ?? [this.root.id, ...path].join('.');
    if (parent.children.has(key) || this.byId.has(id)) return null;
    const state: TreeState = { key, path, parent, children: new Map(), id, hasOwnId: ownId !== null };
    parent.children.set(key, state);
    this.byId.set(id, state);
    return state;
  }

  /** The state that a transition of `from` names: `sibling`, `sibling.child`, `.child`, `#id`, `#id.child`. */
  resolve(from: TreeState, target: string): TreeState | null {
    if (target.startsWith('#')) return this.byIdAndPath(target);
    const isInside = target.startsWith('.');
    if (isInside && from.parent === null) return this.atPath(from, target.slice(1));
    if (from.parent === null) return null;
    return this.atPath(from.parent, isInside ? `${from.key}${target}` : target);
  }

  /** The same for the default of a history state, whose names begin at its parent. */
  resolveFromParent(history: TreeState, target: string): TreeState | null {
    return history.parent === null ? null : this.atPath(history.parent, target);
  }

  /** How a transition of `from` may name a state: the shortest way that XState reads as that state and no other. */
  spell(from: TreeState, to: TreeState): string {
    if (from.parent !== null && to.parent === from.parent) return escapedKey(to.key);
    const inside = to.path.slice(from.path.length).map(escapedKey).join('.');
    if (isAncestor(from, to) && this.resolve(from, `.${inside}`) === to) return `.${inside}`;
    return this.spellFromAnywhere(to);
  }

  spellFromParent(history: TreeState, to: TreeState): string {
    return to.parent !== null && to.parent === history.parent
      ? escapedKey(to.key)
      : this.spellFromAnywhere(to);
  }

  /** `#id`, or the machine's id and the path. */
  spellFromAnywhere(to: TreeState): string {
    if (to.hasOwnId) return `#${escapedId(to.id)}`;
    return [`#${escapedId(this.root.id)}`, ...to.path.map(escapedKey)].join('.');
  }

  private byIdAndPath(target: string): TreeState | null {
    const [first = '', ...rest] = statePath(target);
    const state = this.byId.get(first.slice(1));
    return state === undefined ? null : descend(state, rest);
  }

  private atPath(from: TreeState, target: string): TreeState | null {
    if (target.startsWith('#')) {
      const named = this.byIdAndPath(target);
      if (named !== null) return named;
    }
    return descend(from, statePath(target));
  }
}

/** Finds the state below by keys; an empty key ends the way, as in XState. */
function descend(from: TreeState, keys: readonly string[]): TreeState | null {
  let state: TreeState | undefined = from;
  for (const key of keys) {
    if (key === '') break;
    state = state.children.get(key);
    if (state === undefined) return null;
  }
  return state;
}

/** Splits at points that no backslash stands before. */
function statePath(text: string): readonly string[] {
  const keys = [''];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '.') keys.push('');
    else {
      if (character === '\\') at++;
      keys[keys.length - 1] += text.charAt(at);
    }
  }
  return keys;
}

function isAncestor(above: TreeState, below: TreeState): boolean {
  for (let state = below.parent; state !== null; state = state.parent) if (state === above) return true;
  return false;
}

function escapedKey(key: string): string {
  return escapedId(key).replace(/^#/, '\\#');
}

function escapedId(id: string): string {
  return id.replace(/[\\.]/g, '\\$&');
}
