import { createContext, useContext } from 'react';
import {
  capabilityOf,
  type DeclaredIcon,
  ICONS,
  type IconName,
  iconOfState,
  iconOfStatus,
  iconOfType,
  isNameless,
} from '#picture';
import type { NodeTypeName } from '#plan';
import type { GraphNode, NodeStatus, StateKind } from '#projection';

interface Props {
  readonly icon: IconName;
  /** Edge length in pixels. */
  readonly size: number;
  readonly className?: string;
  readonly status?: string;
}

/** An icon of cards and lists, as pictures draw it too. Decorative: words stand beside it. */
export function Glyph({ icon, size, className, status }: Props) {
  return (
    <svg
      className={className}
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={ICON_STROKE}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ICONS[icon]} />
    </svg>
  );
}

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

/** The one icon of a kind of state; a state that the machine is in has a dot. Decorative: the name stands beside it. */
export function StateGlyph({
  kind,
  active = false,
  size = 16,
}: {
  readonly kind: StateKind;
  readonly active?: boolean;
  /** Edge length in pixels. */
  readonly size?: number;
}) {
  return <Glyph icon={iconOfState(kind, active)} size={size} />;
}

/**
 * The shape of a status in its colour. `pending` has none: what has not happened needs no mark. Decorative: the
 * word stands beside it or in the accessible name.
 */
export function StatusGlyph({
  status,
  size = 16,
}: {
  readonly status: NodeStatus;
  /** Edge length in pixels. */
  readonly size?: number;
}) {
  const icon = iconOfStatus(status);
  return icon === null ? null : <Glyph icon={icon} size={size} className="status-glyph" status={status} />;
}

/** The icon of whatever stands on the canvas. */
export function CardGlyph({ node, size = 16 }: { readonly node: GraphNode; readonly size?: number }) {
  if (node.type === 'STATE')
    return <StateGlyph kind={node.shape.kind} active={node.status === 'running'} size={size} />;
  if (node.mark === 'writing') return <Glyph icon="pencil" size={size} />;
  const type = isNameless(node) ? 'GHOST' : node.type;
  return <NodeGlyph type={type} capability={capabilityOf(node)} size={size} />;
}

/** Stroke of every icon, in the icon's own 24 px grid (design). */
export const ICON_STROKE = 1.75;

/** The icon that a capability declares, by the capability's id: the app gives it from the catalogue of the open workspace. */
export const DeclaredIcons = createContext<DeclaredIcon>(() => undefined);
