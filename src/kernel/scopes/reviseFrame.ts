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
  const portsOf = (node: number): readonly string[] | undefined => left?.get(scope.nodes[node]?.key ?? '');
  let at: ScopeTurn = openScope(scope);
  const said: ScopeEffect[] = [...at.effects];
  const fresh: ScopeEffect[] = [];
  // The list grows while it is walked: what a settled node leads to may have settled as well.
  for (const effect of said) {
    if (effect.type === 'skip') {
      fresh.push({ ...effect, nodes: effect.nodes.filter((node) => portsOf(node) === undefined) });
      continue;
    }
    const ports = effect.type === 'openBranch' ? undefined : portsOf(effect.node);
    if (ports === undefined) fresh.push(effect);
    // A JOIN that has settled missed what arrives late then already, and the entries say so.
    else if (effect.type !== 'late' && effect.type !== 'lateAtStarved' && effect.type !== 'openBranch') {
      at = settleNode(scope, at.position, effect.node, ports);
      said.push(...at.effects);
    }
  }
  return { position: at.position, effects: fresh, outcome: at.outcome };
}
