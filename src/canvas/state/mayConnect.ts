import type { CanvasState } from './canvasStore';

/**
 * Whether an edge may be drawn: within one container, to a node that has an input. Whether the plan is still
 * sound then (circles, double edges) the document's rules say.
 */
export function mayConnect({ nodes }: Pick<CanvasState, 'nodes'>, from: string, to: string): boolean {
  const source = nodes.get(from);
  const target = nodes.get(to);
  return (
    source !== undefined &&
    target !== undefined &&
    from !== to &&
    target.hasInput &&
    !target.dynamic &&
    source.parent === target.parent
  );
}
