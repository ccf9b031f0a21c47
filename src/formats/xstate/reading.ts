import { EventNames, IdMint, isJsonArray, isJsonObject, type Json, type JsonObject, own } from '#base';
import { below, type ImportReport, type Path } from '../common/report';
import { renameStates, variableName } from './dialect';
import type { StateTree, TreeState } from './stateTree';

/** What a module says about the names in its configuration; a JSON document says nothing. */
export interface Implementations {
  /** Conditions by name, in CEL over `params`. */
  readonly guards: Readonly<Record<string, string>>;
  /** Milliseconds, or CEL. */
  readonly delays: Readonly<Record<string, number | string>>;
  /** Actions by name, as the dialect writes one. */
  readonly actions: Readonly<Record<string, Json>>;
  /** Names of actors that are machines of the same document, and the ids of their plans. */
  readonly plans: Readonly<Record<string, string>>;
  /** Source text of what could not be translated, by name: read by people, never run. */
  readonly code: Readonly<Record<string, string>>;
}

export const NO_IMPLEMENTATIONS: Implementations = {
  guards: {},
  delays: {},
  actions: {},
  plans: {},
  code: {},
};

/** One machine being read: what has been found so far, and where problems are told. */
export class Reading {
  readonly stateIds = new Map<TreeState, string>();
  readonly configs = new Map<TreeState, { readonly config: JsonObject; readonly path: Path }>();
  readonly events = new EventNames();
  readonly invocations = new Map<string, string>();
  /** Variables that actions assign and the context does not name. */
  readonly assigned = new Set<string>();
  /** Whether there are states that could not be read: nobody knows then what is in them. */
  lacksStates = false;
  /** Delays that are expressions, by the names that were made for them. */
  readonly delays = new Map<string, string>();
  private readonly told = new Set<string>();
  private readonly states = new IdMint();
  private readonly invocationIds = new IdMint();

  constructor(
    readonly report: ImportReport,
    readonly tree: StateTree,
    readonly planId: string,
    readonly implementations: Implementations,
  ) {}

  mintState(state: TreeState): void {
    this.stateIds.set(state, this.states.mint(state.key, 'state'));
  }

  mintInvocation(theirs: string): void {
    if (!this.invocations.has(theirs))
      this.invocations.set(theirs, this.invocationIds.mint(theirs, 'invocation'));
  }

  stateId(state: TreeState): string {
    return this.stateIds.get(state) ?? this.planId;
  }

  variable(theirs: string): string {
    return variableName(theirs);
  }

  /** A condition of the dialect: states by XState's names become states by ids of ours. */
  condition(cel: string, path: Path): string {
    return renameStates(cel, (name) => {
      const state = this.tree.resolve(this.tree.root, name);
      if (state !== null) return this.stateId(state);
      this.invalid(path, `inState(${JSON.stringify(name)}) names no state`);
      return name;
    });
  }

  /** A name that nothing here says the meaning of (M6): told once, with the first place that names it. */
  onlyNamed(kind: 'action' | 'guard' | 'actor' | 'delay', name: string, path: Path): void {
    const { code } = this.implementations;
    const key = `${kind} ${name}`;
    if (this.told.has(key) || own(code, name) !== undefined) return;
    this.told.add(key);
    this.report.info(
      'XSTATE_NAMED',
      `The ${kind} "${name}" is only a name: what it does is not in this configuration.`,
      kind === 'action' || kind === 'actor'
        ? 'Add a capability of that name, or bind one to it (--bind NAME=CAPABILITY).'
        : `Say what it stands for under "${kind}s" of the plan; a simulation asks for it.`,
      path,
    );
  }

  invalid(path: Path, what: string, help = 'Fix it in the machine and import again.'): void {
    this.report.error('XSTATE_INVALID', `At ${path === '' ? 'the top' : path}: ${what}.`, help, path);
  }

  /** What `createMachine` of XState throws at as well, as far as the states are known that are meant. */
  invalidThere(path: Path, what: string): void {
    if (this.lacksStates) this.invalid(path, what);
    else this.invalid(path, what, 'XState v5 would refuse this machine too: fix it there and import again.');
  }

  /** Members that have no counterpart here, kept as they are; those that v4 would have heard are told. */
  leftovers(
    config: JsonObject,
    known: ReadonlySet<string>,
    path: Path,
    at: string,
    old: OldWords = {},
  ): JsonObject {
    const rest: [string, Json][] = [];
    for (const [key, value] of Object.entries(config)) {
      if (known.has(key)) continue;
      const now = own(old, key);
      if (now !== undefined && losesCondition(key, config)) {
        this.invalid(below(path, key), `"${key}" is a word of XState v4; v5 says ${now}`);
        continue;
      }
      rest.push([key, value]);
      if (now !== undefined && !isDefault(key, value))
        this.report.warn(
          'XSTATE_VERSION_4',
          `"${key}" is a word of XState v4, which v5 does not hear: it says ${now}.`,
          'Write it as v5 does and import again; else it is kept, and nothing is done about it.',
          below(path, key),
        );
      this.report.kept(
        below(path, key),
        `${at}.source.xstate.rest.${key}`,
        `"${key}" has no counterpart in a state machine of Planloom.`,
      );
    }
    return rest.length === 0 ? {} : { rest: Object.fromEntries(rest) };
  }
}

/** A member that counts: XState takes `undefined` for absent, and JSON writes it as null, if at all. */
export function member(config: JsonObject, key: string): Json | undefined {
  return own(config, key) ?? undefined;
}

/** One or several: a list, the one thing, or nothing. */
export function listed(value: Json | undefined, path: Path): readonly (readonly [Json, Path])[] {
  if (value === undefined || value === null) return [];
  if (!isJsonArray(value)) return [[value, path]];
  return value.map((item, index) => [item, below(path, index)] as const);
}

/** An object, or a problem and nothing. */
export function objectAt(reading: Reading, value: Json | undefined, path: Path, what: string): JsonObject {
  if (value === undefined || isJsonObject(value)) return value ?? {};
  reading.invalid(path, `${what} must be an object`);
  return {};
}

/** A text, or a problem and nothing. */
export function textAt(reading: Reading, config: JsonObject, key: string, path: Path): string | undefined {
  const value = member(config, key);
  if (value === undefined || typeof value === 'string') return value;
  reading.invalid(below(path, key), `"${key}" must be text`);
  return undefined;
}

/** Words of XState v4 that v5 does not hear, with what v5 says instead. */
type OldWords = Readonly<Record<string, string>>;

export const OLD_OF_STATES: OldWords = {
  onEntry: '"entry"',
  onExit: '"exit"',
  activities: '"invoke"',
  data: '"output"',
};
export const OLD_OF_TRANSITIONS: OldWords = {
  cond: '"guard"',
  in: '"guard" with stateIn(…)',
  internal: '"reenter": true',
};
export const OLD_OF_INVOCATIONS: OldWords = {
  data: '"input"',
  autoForward: '"sendTo" for each event',
};

/** Without a guard in its place, what v4 asks there would not be asked at all. */
function losesCondition(key: string, config: JsonObject): boolean {
  return (key === 'cond' || key === 'in') && own(config, 'guard') === undefined;
}

/** Whether v5 does the same without hearing the word: its transitions are internal. */
function isDefault(key: string, value: Json): boolean {
  return key === 'internal' && value === true;
}

/** Words of a machine that only v4 reads, and that change nothing in v5. */
const SIGNS = ['predictableActionArguments', 'preserveActionOrder', 'tsTypes', 'schema'] as const;

/** By what a machine says that it is written for v4; null where nothing does. */
export function signOfVersion4(config: JsonObject): string | null {
  return SIGNS.find((key) => Object.hasOwn(config, key)) ?? null;
}

/** Events that v4 sends and v5 calls otherwise. */
export function isOldEvent(type: string): boolean {
  return /^(?:done\.(?:invoke|state)|error\.(?:platform|communication|execution))\./.test(type);
}
