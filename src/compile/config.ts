import { filled, type JsonObject, present } from '#base';
import {
  type BranchesScope,
  type CompiledNode,
  type CompiledScope,
  DONE,
  FAILED,
  type GraphScope,
  type Move,
  type SequenceScope,
} from './scope';

/** An action or a guard by its name, with parameters that are JSON. */
type Named = { readonly type: string; readonly params?: JsonObject };

export type TransitionConfig = {
  readonly target?: string;
  readonly guard?: Named;
  readonly actions?: readonly Named[];
};

type InvokeConfig = {
  readonly id: string;
  readonly src: string;
  readonly onDone: readonly TransitionConfig[];
  readonly onError: readonly TransitionConfig[];
};

export type StateConfig = {
  readonly type?: 'final';
  readonly meta?: JsonObject;
  readonly entry?: readonly Named[];
  readonly invoke?: InvokeConfig;
  readonly on?: { readonly [event: string]: readonly TransitionConfig[] };
  readonly always?: readonly TransitionConfig[];
};

/**
 * The part of an XState v5 machine configuration that Planloom writes: plain JSON that holds names only (C1). What
 * the names do is given once for all machines, in `machine/`.
 */
export type MachineConfig = {
  readonly id: string;
  readonly initial: string;
  readonly context?: JsonObject;
  readonly entry?: readonly Named[];
  readonly on?: { readonly [event: string]: readonly TransitionConfig[] };
  readonly states: { readonly [key: string]: StateConfig };
  readonly options: { readonly maxIterations: number };
};

/**
 * Most microsteps of one event (case D1): XState's default has no end, and an `always` cycle would hang the tab.
 * Ours take at most three.
 */
export const OPTIONS = { maxIterations: 100 };

export const FINALS = { [DONE]: { type: 'final' }, [FAILED]: { type: 'final' } } as const;
const ANY_DONE = 'xstate.done.actor.*';
const ANY_ERROR = 'xstate.error.actor.*';

/** Where a token leaves one piece of a long sequence, and where it enters the next. */
const LEFT = '_left';
const ENTRY = '_entry';

/** One machine of a scope; `nodes[i]` is the node of its i-th node state. */
interface ScopeMachine {
  readonly config: MachineConfig;
  readonly nodes: readonly number[];
}

/**
 * The canonical configurations of a scope, which `invoke` (what people see and export): one, or one for each piece
 * of a long sequence.
 */
export function machineOf(scope: CompiledScope, segment: number): ScopeMachine {
  if (scope.shape === 'sequence') return sequenceMachine(scope, segment);
  if (scope.shape === 'graph') return graphMachine(scope);
  return { config: branchesConfig(scope), nodes: [] };
}

/** How many machines a scope has. */
export function machineCount(scope: CompiledScope): number {
  return scope.shape === 'sequence' ? scope.segments.length : 1;
}

function sequenceMachine(scope: SequenceScope, segment: number): ScopeMachine {
  const { nodes, entries } = scope.segments[segment] ?? { nodes: [], entries: [] };
  const states: Record<string, StateConfig> = {};
  if (segment > 0) states[ENTRY] = { on: { enter: entries.map((to) => entryOf(scope, to)) } };
  for (const index of nodes) {
    const node = scope.nodes[index];
    if (node === undefined) continue;
    const transitions = (scope.moves[index] ?? []).map((move) => transitionOf(scope, segment, move));
    states[node.key] = nodeState(node, transitions);
  }
  if (scope.segments.length > 1) states[LEFT] = { type: 'final' };
  const first = scope.start === null ? DONE : (scope.nodes[scope.start]?.key ?? DONE);
  const skips = segment === 0 ? scope.skipAtOpen : [];
  const entry = skips.map(({ because, nodes: skipped }) => skipping(because, skipped));
  return {
    nodes,
    config: {
      id: segment === 0 ? scope.id : `${scope.id}+${segment}`,
      initial: segment === 0 ? first : ENTRY,
      ...filled({ entry }),
      states: { ...states, ...FINALS },
      options: OPTIONS,
    },
  };
}

function skipping(because: string, nodes: readonly number[]): Named {
  return { type: 'skip', params: { because, nodes } };
}

function nodeState(node: CompiledNode, onDone: readonly TransitionConfig[]): StateConfig {
  return {
    meta: metaOf(node),
    invoke: { id: node.key, src: node.node.type, onDone, onError: [{ target: FAILED }] },
  };
}

function metaOf({ node }: CompiledNode): JsonObject {
  const { id, type, name, timeoutMs, retry, onError } = node;
  return present({ node: id, type, name, timeoutMs, maxAttempts: retry?.maxAttempts, onError });
}

function transitionOf(scope: SequenceScope, segment: number, move: Move): TransitionConfig {
  const place = move.to === null ? null : scope.places[move.to];
  const away = place ? place.segment !== segment : false;
  const actions: Named[] = [];
  if (move.skips.length > 0) actions.push(skipping('dead', move.skips));
  if (place && away)
    actions.push({ type: 'enter', params: { ahead: place.segment - segment, node: place.local } });
  const inside = move.to === null ? DONE : (scope.nodes[move.to]?.key ?? DONE);
  return {
    ...(move.port === null ? {} : { guard: { type: 'port', params: { port: move.port } } }),
    target: away ? LEFT : inside,
    ...filled({ actions }),
  };
}

/** How the token comes in from an earlier piece. */
function entryOf(scope: SequenceScope, to: number): TransitionConfig {
  return {
    guard: { type: 'at', params: { node: scope.places[to]?.local ?? 0 } },
    target: scope.nodes[to]?.key ?? DONE,
  };
}

function graphMachine(scope: GraphScope): ScopeMachine {
  const running: StateConfig = {
    meta: { nodes: scope.nodes.map(metaOf) },
    entry: [{ type: 'begin' }],
    on: {
      [ANY_DONE]: [{ actions: [{ type: 'propagate' }] }],
      [ANY_ERROR]: [{ target: FAILED }],
      cancel: [{ actions: [{ type: 'cancelNodes' }] }],
    },
    always: [{ guard: { type: 'atRest' }, target: DONE }],
  };
  return {
    nodes: [...scope.nodes.keys()],
    config: {
      id: scope.id,
      initial: '_running',
      context: {
        keys: scope.nodes.map((node) => node.key),
        types: scope.nodes.map((node) => node.node.type),
        edges: scope.edges.map(({ from, port, to }) => [from, port, to]),
        unreachable: scope.unreachable,
        disabled: scope.disabled,
        ends: scope.ends,
        joins: scope.joins.map(({ node, need }) => [node, need]),
      },
      states: { _running: running, ...FINALS },
      options: OPTIONS,
    },
  };
}

function branchesConfig(scope: BranchesScope): MachineConfig {
  const open: Named = { type: 'openBranches' };
  // Where all branches open at once none is left to open when one has ended.
  const isLimited = scope.limit < scope.branches.length;
  const ended = [{ actions: [{ type: 'countBranch' }, ...(isLimited ? [open] : [])] }];
  const running: StateConfig = {
    entry: [open],
    on: { [ANY_DONE]: ended, [ANY_ERROR]: ended },
    always: [
      { guard: { type: 'branchesFailed' }, target: FAILED },
      { guard: { type: 'branchesDone' }, target: DONE },
    ],
  };
  return {
    id: scope.id,
    initial: '_running',
    context: {
      n: scope.branches.length,
      rule: scope.completion.rule,
      need: scope.completion.need,
      limit: scope.limit,
      opened: 0,
      ok: 0,
      bad: 0,
      skipped: 0,
    },
    states: { _running: running, ...FINALS },
    options: OPTIONS,
  };
}
