import { type Address, isJsonObject, type Json, type JsonObject, nodeOf, own } from '#base';
import { criteriaMet, objectIn } from '#kernel';
import { criteriaOf, isSingle, type NodeOf, type PlanNode } from '#plan';
import { ownerOf } from './addresses';
import { callInside } from './callsInside';
import type { NodeRecord, RunView } from './runView';

/** One turn of an agent (L11): what it thought, did, saw and was told of it. */
export interface AgentTurn {
  /** Its number, behind where the attempt stands. */
  readonly key: string;
  readonly number: number;
  readonly thought: NodeRecord | null;
  /** In its own words; null before they are there. */
  readonly words: string | null;
  /** What it wanted to call; null where it answered. */
  readonly wanted: { readonly tool: string; readonly input: Json } | null;
  /** The call; null where it could not be made. */
  readonly action: NodeRecord | null;
  readonly answer: Json | undefined;
  readonly verdict: NodeRecord | null;
  readonly met: boolean | null;
  /** The same of each of its criteria. */
  readonly criteria: readonly boolean[] | null;
  readonly reason: string | null;
}

/** The turns that an agent has had at a position of its run, of all its attempts, in their order. */
export function agentTurns(node: NodeOf<'AGENT'>, address: Address, view: RunView): readonly AgentTurn[] {
  const turns = new Map<string, Map<string, NodeRecord>>();
  for (const { node: call, record } of callsMadeBy(node, address, view)) {
    const [purpose = '', number = ''] = call.id.split('-');
    const key = `${record.address.slice(0, record.address.lastIndexOf('/'))}/${number}`;
    turns.set(key, (turns.get(key) ?? new Map<string, NodeRecord>()).set(purpose, record));
  }
  return [...turns].map(([key, calls]) => turnOf(node, key, calls));
}

function turnOf(node: NodeOf<'AGENT'>, key: string, calls: ReadonlyMap<string, NodeRecord>): AgentTurn {
  const thought = calls.get('think') ?? null;
  const action = calls.get('act') ?? null;
  const verdict = calls.get('judge') ?? null;
  const said = saidIn(thought);
  const judged = saidIn(verdict);
  const wanted = wantedIn(said);
  const [first = ''] = node.params.tools ?? [];
  const byAuthor = thought === null && action !== null ? { tool: first, input: action.input ?? null } : null;
  const criteria =
    verdict?.result === undefined ? null : criteriaMet(criteriaOf(node.params), own(judged, 'met'));
  return {
    key,
    number: Number(key.slice(key.lastIndexOf('/') + 1)),
    thought,
    words: textOf(own(said, 'thought')),
    wanted: wanted ?? byAuthor,
    action,
    answer: wanted === null ? own(said, 'answer') : undefined,
    verdict,
    met: criteria?.every(Boolean) ?? null,
    criteria,
    reason: textOf(own(judged, 'reason')),
  };
}

function wantedIn(said: JsonObject): AgentTurn['wanted'] {
  const action = own(said, 'action');
  if (!isJsonObject(action)) return null;
  const tool = own(action, 'tool');
  return typeof tool === 'string' ? { tool, input: own(action, 'input') ?? null } : null;
}

/** What a model answered with; nothing before it has. */
function saidIn(record: NodeRecord | null): JsonObject {
  return objectIn(record?.result ?? null);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whether a node is an agent that thinks. */
export function isThinking(node: PlanNode): node is NodeOf<'AGENT'> {
  return node.type === 'AGENT' && !isSingle(node);
}

/** A call that a node made inside itself, and what became of it. */
export interface InnerCall {
  readonly node: NodeOf<'CAPABILITY'>;
  readonly record: NodeRecord;
}

/** The calls that a node made inside itself (K2), of all its attempts, in the order in which they began. */
export function callsMadeBy(node: PlanNode, address: Address, view: RunView): readonly InnerCall[] {
  const calls: InnerCall[] = [];
  for (const record of view.nodes.values()) {
    if (!record.address.startsWith(address) || ownerOf(record.address) !== address) continue;
    const call = callInside(node, nodeOf(record.address));
    if (call !== null) calls.push({ node: call, record });
  }
  return calls;
}
