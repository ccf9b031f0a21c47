import { useStoreApi } from '@xyflow/react';
import type { PointerEvent, ReactNode } from 'react';
import { accessibleName, describeAgent, describeState, inputOffset, isOff, portOffset } from '#picture';
import type { NoteColor } from '#plan';
import { type GraphBox, type GraphNode, shownStatus } from '#projection';
import {
  type CanvasState,
  type CardResult,
  type ForeseenMark,
  useCanvas,
  useForeseen,
  useResult,
} from '../state/canvasStore';
import { useConnect, usedPorts } from '../state/connection';

interface Frame {
  readonly node: GraphNode;
  readonly kind: 'card' | 'bar' | 'box' | 'note' | 'row' | 'state' | 'region' | 'history';
  /** Of a note. */
  readonly color?: NoteColor | undefined;
  readonly scale: number;
  readonly selected: boolean;
  readonly children: ReactNode;
}

/**
 * The element that a node is for people, screen readers and tests (U): role, name, ids, focus and state. It is
 * drawn at the size of the design and scaled as a whole.
 */
export function CardFrame({ node, kind, color, scale, selected, children }: Frame) {
  const newest = useCanvas((state) => state.newest === node.key);
  const drop = useCanvas((state) => state.dropBox === node.key);
  const target = useCanvas((state) => targetState(node.key, state));
  const pinned = useCanvas((state) => state.pinned.has(node.key));
  const result = useResult(node.key);
  const foreseen = useForeseen(node.key);
  const holder = useCanvas((state) => state.nodes.get(node.parent ?? '')?.title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SPEC U names the role; a fieldset would be a form.
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nodes are walked with the arrow keys.
      tabIndex={0}
      aria-label={accessibleName(node, pinned)}
      aria-description={descriptionOf(node, holder, result, foreseen)}
      aria-current={selected ? 'true' : undefined}
      data-node-id={node.node.id}
      data-address={node.address}
      data-key={node.key}
      className={`node ${kind}`}
      data-status={shownStatus(node) ?? undefined}
      data-mark={node.mark ?? undefined}
      data-type={node.type}
      data-color={color}
      data-stale={result?.stale?.word}
      data-foreseen={foreseen?.kind}
      data-selected={selected || undefined}
      data-off={(node.status === null && isOff(node)) || undefined}
      data-kind={node.type === 'STATE' ? node.shape.kind : undefined}
      data-preview={node.type === 'STATE' ? (node.shape.preview ?? undefined) : undefined}
      data-newest={newest || undefined}
      data-drop={drop || undefined}
      data-target={target ?? undefined}
      data-problem={
        node.status === null && node.reason !== null
          ? node.warned === true
            ? 'warning'
            : 'error'
          : undefined
      }
      style={scale === 1 ? undefined : { zoom: scale }}
    >
      {children}
    </div>
  );
}

/** How far an agent is, which kind of state it is, and what the shapes of a kept status and of its marks say to those who see them. */
function descriptionOf(
  node: GraphNode,
  holder: string | undefined,
  { status, stale }: CardResult = NO_RESULT,
  foreseen?: ForeseenMark,
): string | undefined {
  const words = [
    node.type === 'STATE' ? describeState(node, holder) : describeAgent(node),
    status === null ? '' : `${status} in the last run`,
    stale === null ? '' : `${stale.word}: ${stale.reason}`,
    foreseen?.word ?? '',
  ];
  return words.filter((part) => part !== '').join('; ') || undefined;
}

const NO_RESULT: CardResult = { status: null, stale: null };

/** Whether a connection that is being made may end here, or would end here now. */
function targetState(
  key: string,
  state: Pick<CanvasState, 'dragged' | 'connecting'>,
): 'now' | 'allowed' | 'refused' | null {
  const { connecting } = state;
  const walked = connecting?.targets?.[connecting.target];
  if (walked === key) return 'now';
  if (state.dragged?.over === key) return state.dragged.refusal === null ? 'now' : 'refused';
  return connecting?.targets?.includes(key) ? 'allowed' : null;
}

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

const GRID = 20;
const LEAST = { width: 240, height: 120 } as const;

/** The corner that gives a box its size (D4: an executor keeps the size that its author gives). */
export function ResizeCorner({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const editable = useCanvas((state) => state.mode === 'edit' && state.gestures.onResize !== undefined);
  const gestures = useCanvas((state) => state.gestures);
  const flow = useStoreApi();
  if (!editable || node.dynamic) return null;
  const drag = (event: PointerEvent<HTMLElement>): void => {
    event.stopPropagation();
    const { currentTarget: corner, clientX, clientY, pointerId } = event;
    const zoom = flow.getState().transform[2];
    corner.setPointerCapture(pointerId);
    let last = '';
    const move = (now: globalThis.PointerEvent): void => {
      const width = snapUp(box.width + (now.clientX - clientX) / zoom, LEAST.width);
      const height = snapUp(box.height + (now.clientY - clientY) / zoom, LEAST.height);
      if (last === `${width} ${height}`) return;
      last = `${width} ${height}`;
      gestures.onResize?.(node.key, { width, height });
    };
    const end = (): void => {
      corner.removeEventListener('pointermove', move);
      corner.removeEventListener('pointerup', end);
      corner.removeEventListener('pointercancel', end);
    };
    corner.addEventListener('pointermove', move);
    corner.addEventListener('pointerup', end);
    corner.addEventListener('pointercancel', end);
  };
  return <span className="resize nodrag nopan" aria-hidden="true" onPointerDown={drag} />;
}

function snapUp(value: number, least: number): number {
  return Math.max(least, Math.round(value / GRID) * GRID);
}
