import { useContext } from 'react';
import { iconOfType } from '#picture';
import type { NodeTypeName } from '#plan';
import { DeclaredIcons } from './capabilityIcons';
import { Glyph } from './Glyph';

/**
 * The one icon of a node type, or the one that the capability of a CAPABILITY node declares: cards, outline, palette and
 * timeline all show the same. Decorative: the name stands beside it.
 */
export function NodeGlyph({
  type,
  capability,
  size = 16,
}: {
  /** `GHOST` is a streamed step that could not be read as a node. */
  readonly type: NodeTypeName | 'GHOST';
  readonly capability?: string | undefined;
  /** Edge length in pixels. */
  readonly size?: number;
}) {
  const declared = useContext(DeclaredIcons);
  return <Glyph icon={iconOfType(type, capability, declared)} size={size} />;
}
