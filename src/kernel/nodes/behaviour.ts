import { type Address, ok, type Result } from '#base';
import type { NodeOf, NodeTypeName } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { beginLeaf, failNode, type Success, succeedNode } from '../node';
import type { NodeBehaviour } from '../ports';

/** What nodes of one type do. */
export type Behaviour<Type extends NodeTypeName> = NodeBehaviour<Draft, NodeOf<Type>>;

/** How such a node begins an attempt. */
export type Start<Type extends NodeTypeName> = Behaviour<Type>['start'];

/** A node that is settled within the kernel, in the commit that starts it. */
export function pure<Type extends NodeTypeName>(
  decide: (
    draft: Draft,
    frame: Frame,
    node: NodeOf<Type>,
    address: Address,
    ref: NodeRef,
  ) => Result<Success, RunError>,
): Start<Type> {
  return (draft, ref, node, attempt) => {
    const address = beginLeaf(draft, ref, attempt, { kind: 'calling' });
    const decided = decide(draft, draft.frame(ref.frame), node, address, ref);
    if (decided.ok) succeedNode(draft, ref, decided.value);
    else failNode(draft, ref, decided.problem, { final: true });
  };
}

/** A success that takes ports and has no result. */
export function through(...ports: readonly string[]): Result<Success, RunError> {
  return ok({ ports });
}
