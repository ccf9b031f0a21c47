import { capabilityOf, isNameless } from '#picture';
import type { GraphNode } from '#projection';
import { Glyph } from './Glyph';
import { NodeGlyph } from './NodeGlyph';
import { StateGlyph } from './StateGlyph';

/** The icon of whatever stands on the canvas. */
export function CardGlyph({ node, size = 16 }: { readonly node: GraphNode; readonly size?: number }) {
  if (node.type === 'STATE')
    return <StateGlyph kind={node.shape.kind} active={node.status === 'running'} size={size} />;
  if (node.mark === 'writing') return <Glyph icon="pencil" size={size} />;
  const type = isNameless(node) ? 'GHOST' : node.type;
  return <NodeGlyph type={type} capability={capabilityOf(node)} size={size} />;
}
