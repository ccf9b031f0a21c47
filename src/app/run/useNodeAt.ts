import type { Address } from '#base';
import type { PlanNode } from '#plan';
import { nodeAtAddress } from '#projection';
import { useScene } from '../state/session';

/** The node that stands at an address of the shown run, in its plan or in one that an executor opened. */
export function useNodeAt(address: Address): PlanNode | null {
  return useScene(({ plan, view }) => (view === null ? null : nodeAtAddress(address, plan, view)));
}
