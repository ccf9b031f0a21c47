import {
  Braces,
  Flag,
  Group,
  type LucideIcon,
  Play,
  Route,
  Split,
  StickyNote,
  TextCursorInput,
  UserCheck,
  WandSparkles,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { NodeTypeName } from '#plan';
import { capabilityIcon } from './capabilityIcons';
import { ICON_STROKE } from './iconStroke';

const ICONS: Readonly<Record<NodeTypeName, LucideIcon>> = {
  START: Play,
  END: Flag,
  CAPABILITY: Wrench,
  TRANSFORM: Braces,
  FILL_TEMPLATE: TextCursorInput,
  IF: Split,
  SWITCH: Route,
  GROUP: Group,
  PLANNER: WandSparkles,
  PLAN_EXECUTOR: Workflow,
  HUMAN_INPUT: UserCheck,
  NOTE: StickyNote,
};

/**
 * The one icon of a node type, or of the capability that a CAPABILITY node calls: cards, outline, palette and
 * timeline all show the same. Decorative: the name stands beside it.
 */
export function NodeGlyph({
  type,
  capability,
  size = 16,
}: {
  readonly type: NodeTypeName;
  readonly capability?: string | undefined;
  /** Edge length in pixels. */
  readonly size?: number;
}) {
  const Icon = type === 'CAPABILITY' && capability !== undefined ? capabilityIcon(capability) : ICONS[type];
  return <Icon size={size} strokeWidth={ICON_STROKE} aria-hidden />;
}
