import { type Address, nodeOf } from '#base';
import { callInside, ownerOf } from './addresses';
import { nodeAtAddress, type OpenedPlans } from './names';

/** The node that made a call inside it; null for an address of a node of a plan. */
export function callerOf(address: Address, view: OpenedPlans): Address | null {
  const owner = ownerOf(address);
  if (owner === null) return null;
  const plan = view.started?.closure.plans[0];
  const node = nodeAtAddress(owner, plan?.kind === 'capability' ? plan : null, view);
  return node !== null && callInside(node, nodeOf(address)) !== null ? owner : null;
}
