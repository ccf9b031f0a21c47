import type { PointerEvent } from 'react';
import { inputOffset, portOffset } from '#picture';
import type { GraphBox, GraphNode } from '#projection';
import { useCanvas } from '../state/canvasStore';
import { useConnect, usedPorts } from '../state/connection';

/**
 * The dots that edges start and end at, with their names: shown on hover, focus and selection. They are for the
 * pointer; by keyboard a connection is made from the node itself.
 */
export function Ports({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const editable = useCanvas((state) => state.mode === 'edit' && state.gestures.onConnect !== undefined);
  const used = useCanvas((state) => usedPorts(state.edges, node.key));
  const begin = useConnect();
  if (!editable || node.dynamic) return null;
  return (
    <span className="ports" aria-hidden="true">
      {node.hasInput && <Port kind="in" at={inputOffset(box)} scale={box.scale} />}
      {node.ports.map((port) => (
        <Port
          key={port}
          kind={port === 'error' ? 'error' : 'out'}
          name={port}
          used={used.has(port)}
          at={portOffset(node, port, box)}
          scale={box.scale}
          onPointerDown={(event) => begin(event, node.key, port)}
        />
      ))}
    </span>
  );
}

interface PortProps {
  readonly kind: 'in' | 'out' | 'error';
  readonly name?: string;
  /** Whether an edge leaves from it, which says the name. */
  readonly used?: boolean;
  readonly at: { readonly x: number; readonly y: number };
  readonly scale: number;
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
}

function Port({ kind, name, used, at, scale, onPointerDown }: PortProps) {
  return (
    <span
      className={`port nodrag nopan ${kind}`}
      data-port={name}
      data-used={used || undefined}
      style={{ left: at.x / scale, top: at.y / scale }}
      onPointerDown={onPointerDown}
    >
      <i className="dot" />
      {name !== undefined && <b className="label">{name}</b>}
    </span>
  );
}
