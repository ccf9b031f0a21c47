import type { Address, PersistentMap } from '#base';
import { type CompiledScope, openScope, type ScopeEffect, type ScopeTurn, settleNode } from '#compile';
import type { Draft } from '../draft';
import type { DynamicPlan } from '../state';
import { applyTurn } from './frames';

export interface Revision {
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly dynamic: DynamicPlan;
}

/**
 * Puts another revision of a dynamic plan into its open scope (R13): what has settled stays as it is, with its results,
 * and what has not started is replaced. Nothing in the scope may be active: no revision comes before running steps are
 * done.
 */
export function reviseFrame(draft: Draft, id: string, { address, scope, dynamic }: Revision): void {
  const frame = draft.change(id);
  frame.address = address;
  frame.scope = scope;
  frame.dynamic = dynamic;
  draft.ready.drop(id);
  applyTurn(draft, id, openAfter(scope, frame.left));
}

/** The scope's machine from its beginning to where the nodes that have settled already take it. */
function openAfter(scope: CompiledScope, left: PersistentMap<readonly string[]> | null): ScopeTurn {
  const keyOf = (node: number): string => scope.nodes[node]?.key ?? '';
  const hasLeft = (node: number): boolean => left?.has(keyOf(node)) ?? false;
  const opened = openScope(scope);
  const said: ScopeEffect[] = [...opened.effects];
  const fresh: ScopeEffect[] = [];
  let at: ScopeTurn = opened;
  // The list grows while it is walked: what a settled node leads to may have settled as well.
  for (const effect of said) {
    if (effect.type === 'start' && hasLeft(effect.node)) {
      at = settleNode(scope, at.position, effect.node, left?.get(keyOf(effect.node)) ?? []);
      said.push(...at.effects);
    } else if (effect.type === 'skip') {
      fresh.push({ ...effect, nodes: effect.nodes.filter((node) => !hasLeft(node)) });
    } else fresh.push(effect);
  }
  return { position: at.position, effects: fresh, outcome: at.outcome };
}
