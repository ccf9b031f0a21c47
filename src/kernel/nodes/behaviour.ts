import { type Address, type Json, ok, type Result } from '#base';
import type { NodeOf, NodeTypeName } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { beginContainer, beginLeaf, failNode, type Success, startTimeout, succeedNode } from '../node';
import type { NodeBehaviour } from '../ports';
import { fillTextIn, resolveInput } from '../variables';

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

/**
 * A node that asks models in a scope of its own (K2): its attempt begins with its input, and with the text that it is about,
 * filled.
 */
export function asking<Type extends NodeTypeName>(
  textOf: (node: NodeOf<Type>) => string,
  ask: (draft: Draft, ref: NodeRef, node: NodeOf<Type>, text: string, input: Json | undefined) => void,
): Start<Type> {
  return (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const input = resolveInput(draft, frame, node);
    const text = fillTextIn(draft, frame, textOf(node));
    beginContainer(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
    if (!input.ok) return failNode(draft, ref, input.problem, { final: true });
    if (!text.ok) return failNode(draft, ref, text.problem, { final: true });
    startTimeout(draft, ref);
    ask(draft, ref, node, text.value, input.value);
  };
}

/** A success that takes ports and has no result. */
export function through(...ports: readonly string[]): Result<Success, RunError> {
  return ok({ ports });
}
