import type { ReactNode } from 'react';
import { accessibleName, describeAgent, describeState, isOff } from '#picture';
import type { NoteColor } from '#plan';
import { type GraphNode, shownStatus } from '#projection';
import { type CanvasState, useCanvas, useForeseen, useResult } from '../state/canvasStore';
import type { CardResult } from '../state/cardResult';
import type { ForeseenMark } from '../state/foreseenMark';

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
