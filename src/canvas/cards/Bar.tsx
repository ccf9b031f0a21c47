import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { lineOf } from '#picture';
import { useBox, useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { MarkPill } from './marks';
import { Ports } from './Ports';

/** Where ways part (FORK) or meet (JOIN): a bar that edges run into, with what it waits for below. */
export const Bar = memo(function Bar({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  const line = lineOf(node);
  const named = node.node.name?.trim() ?? '';
  const caption = [named, line].filter((text) => text !== '').join(' · ');
  return (
    <CardFrame node={node} kind="bar" scale={box.scale} selected={selected}>
      <span className="beam" title={`${node.title}${line === '' ? '' : `: ${line}`}`} />
      {caption !== '' && <span className="caption">{caption}</span>}
      <CardState node={node} />
      <MarkPill mark={node.mark} />
      <Ports node={node} box={box} />
    </CardFrame>
  );
});
