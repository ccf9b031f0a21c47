import {
  Bot,
  Braces,
  CircleX,
  Flag,
  Gauge,
  Ghost,
  GitFork,
  Hourglass,
  ListOrdered,
  type LucideIcon,
  Merge,
  Package,
  PencilRuler,
  Play,
  Radio,
  Repeat,
  RotateCcw,
  Route,
  Rows3,
  ShieldCheck,
  Signpost,
  Split,
  StickyNote,
  TextCursorInput,
  UserCheck,
  WandSparkles,
  Waypoints,
  Workflow,
  Wrench,
} from 'lucide-react';
import { useContext } from 'react';
import type { NodeTypeName } from '#plan';
import { capabilityIcon, DeclaredIcons } from './capabilityIcons';
import { ICON_STROKE } from './iconStroke';

const ICONS: Readonly<Record<NodeTypeName | 'GHOST', LucideIcon>> = {
  START: Play,
  END: Flag,
  CAPABILITY: Wrench,
  TRANSFORM: Braces,
  FILL_TEMPLATE: TextCursorInput,
  IF: Split,
  SWITCH: Route,
  GROUP: Rows3,
  ITERATOR: ListOrdered,
  LOOP: Repeat,
  RETRY: RotateCcw,
  TRY_CATCH: ShieldCheck,
  FORK: GitFork,
  JOIN: Merge,
  SUB_PLAN: Package,
  EVENT_WAIT: Radio,
  DELAY: Hourglass,
  CANCEL: CircleX,
  PLANNER: WandSparkles,
  PLAN_EXECUTOR: Workflow,
  LLM_DECISION: Signpost,
  TOOL_ROUTER: Waypoints,
  EVALUATION: Gauge,
  REFLECTION: PencilRuler,
  AGENT: Bot,
  HUMAN_INPUT: UserCheck,
  NOTE: StickyNote,
  GHOST: Ghost,
};

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
  const Icon =
    type === 'CAPABILITY' && capability !== undefined
      ? capabilityIcon(capability, declared(capability))
      : ICONS[type];
  return <Icon size={size} strokeWidth={ICON_STROKE} aria-hidden />;
}
