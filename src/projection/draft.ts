import { type Address, withoutAttempt } from '#base';
import type { Usage } from '#kernel';
import { MapDraft } from './layeredMap';
import { runStatus } from './runStatus';
import type { NodeRecord, RunView } from './runView';

type MapField = 'nodes' | 'variables' | 'planning' | 'opened' | 'scopes' | 'rounds' | 'open';
type MapsOf = {
  -readonly [Field in MapField]: RunView[Field] extends ReadonlyMap<infer Key, infer Value>
    ? MapDraft<Key, Value>
    : never;
};

/** A view that is being changed by one commit or by many. `settled` is how the run ended, null while it lives. */
export type Draft = MapsOf & {
  -readonly [Field in Exclude<keyof RunView, MapField | 'status'>]: RunView[Field];
} & { settled: 'completed' | 'failed' | 'cancelled' | null };

export function openDraft(view: RunView): Draft {
  const { status, ...rest } = view;
  return {
    ...rest,
    nodes: new MapDraft(view.nodes),
    variables: new MapDraft(view.variables),
    planning: new MapDraft(view.planning),
    opened: new MapDraft(view.opened),
    scopes: new MapDraft(view.scopes),
    rounds: new MapDraft(view.rounds),
    open: new MapDraft(view.open),
    settled: status === 'completed' || status === 'failed' || status === 'cancelled' ? status : null,
  };
}

export function closeDraft(draft: Draft): RunView {
  const { settled, ...rest } = draft;
  return {
    ...rest,
    status: settled ?? runStatus(draft),
    nodes: draft.nodes.close(),
    variables: draft.variables.close(),
    planning: draft.planning.close(),
    opened: draft.opened.close(),
    scopes: draft.scopes.close(),
    rounds: draft.rounds.close(),
    open: draft.open.close(),
  };
}

/** Changes the record of the node that `address` ends at, which is made when it is not there yet. */
export function touchNode(draft: Draft, address: Address, seq: number, change: Partial<NodeRecord>): void {
  const key = withoutAttempt(address);
  draft.nodes.set(key, { ...(draft.nodes.get(key) ?? freshNode(key)), seq, ...change });
}

/** The record of the node that `address` ends at, or that of one that nothing is known of. */
export function nodeAt(draft: Draft, address: Address): NodeRecord {
  const key = withoutAttempt(address);
  return draft.nodes.get(key) ?? freshNode(key);
}

export function addUsage(sum: Usage, usage: Usage | undefined): Usage {
  if (usage === undefined) return sum;
  const currency = usage.currency ?? sum.currency;
  return {
    inputTokens: (sum.inputTokens ?? 0) + (usage.inputTokens ?? 0),
    outputTokens: (sum.outputTokens ?? 0) + (usage.outputTokens ?? 0),
    microUnits: (sum.microUnits ?? 0) + (usage.microUnits ?? 0),
    ...(currency === undefined ? {} : { currency }),
    ...(sum.estimated || usage.estimated ? { estimated: true } : {}),
  };
}

function freshNode(address: Address): NodeRecord {
  return {
    address,
    node: address.slice(address.lastIndexOf('/') + 1),
    status: 'pending',
    startedAt: null,
    endedAt: null,
    input: undefined,
    result: undefined,
    error: null,
    ports: [],
    attempts: [],
    waits: [],
    message: null,
    calls: 0,
    usage: {},
    because: null,
    late: 0,
    seq: 0,
  };
}
