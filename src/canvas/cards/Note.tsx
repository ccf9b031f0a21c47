import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { Markdown } from '../markdown/Markdown';
import { useBox, useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { ResizeCorner } from './ResizeCorner';

/** A sticky note: what its author wrote, rendered from Markdown. */
export const Note = memo(function Note({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  const text = node.node.type === 'NOTE' ? node.node.params.markdown : '';
  return (
    <CardFrame node={node} kind="note" color={box.color} scale={1} selected={selected}>
      {text.trim() === '' ? (
        <p className="placeholder">Write something: Markdown works.</p>
      ) : (
        <Markdown text={text} />
      )}
      {selected && <ResizeCorner node={node} box={box} />}
    </CardFrame>
  );
});
