import { type Address, nodeOf } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { ownerOf } from './addresses';
import { callInside } from './callsInside';
import type { NodeRecord, RunView } from './runView';

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
