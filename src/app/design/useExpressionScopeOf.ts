import { useMemo } from 'react';
import type { JsonObject } from '#base';
import { localsOf } from '#plan';
import type { GraphNode } from '#projection';
import type { ExpressionScope } from '../forms/scope';
import { useScene } from '../state/session';

/**
 * What expressions of the open plan may name, with the values of the shown run at its position.
 *
 * @param node whose expressions they are: what the containers around it declare for their contents comes first (L9)
 */
export function useExpressionScopeOf(node: GraphNode | null = null): ExpressionScope {
  const declared = useScene((scene) => (scene.plan ?? scene.machine)?.variables);
  const view = useScene((scene) => scene.view);
  const nodes = useScene((scene) => scene.graph.nodes);
  const locals = useMemo(() => localsAround(nodes, node).join(' '), [nodes, node]);
  return useMemo(() => {
    const names = Array.isArray(declared) ? declared.map(({ id }) => id) : [];
    const written: JsonObject | null =
      view === null ? null : Object.fromEntries([...view.variables].map(([id, { value }]) => [id, value]));
    const local = locals.split(' ').filter(Boolean);
    return { variables: [...new Set([...local, ...names, ...Object.keys(written ?? {})])], values: written };
  }, [declared, view, locals]);
}

/** Names of the item and of the round, of the innermost container first; a LOOP's own tests see its round. */
function localsAround(nodes: readonly GraphNode[], node: GraphNode | null): readonly string[] {
  const names: string[] = node?.type === 'LOOP' && node.node.type === 'LOOP' ? [...localsOf(node.node)] : [];
  const byKey = new Map(nodes.map((one) => [one.key, one]));
  for (let at = byKey.get(node?.parent ?? ''); at !== undefined; at = byKey.get(at.parent ?? '')) {
    if (at.lane === null && at.type !== 'STATE') names.push(...localsOf(at.node));
  }
  return names;
}
