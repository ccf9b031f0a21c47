import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Hourglass,
  Loader,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import type { NodeStatus } from '#projection';
import { ICON_STROKE } from './iconStroke';

/** D6: every status has its own shape, so that colour is never the only difference. */
const SHAPES: Readonly<Record<NodeStatus, LucideIcon | null>> = {
  pending: null,
  planned: CircleDashed,
  ready: Circle,
  running: Loader,
  waiting: Hourglass,
  paused: CirclePause,
  retrying: RotateCw,
  succeeded: CircleCheck,
  failed: CircleX,
  skipped: CircleSlash,
  cancelled: Ban,
  uncertain: CircleQuestionMark,
};

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
  const Shape = SHAPES[status];
  if (Shape === null) return null;
  return (
    <Shape size={size} strokeWidth={ICON_STROKE} aria-hidden className="status-glyph" data-status={status} />
  );
}
