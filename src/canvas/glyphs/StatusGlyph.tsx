import { iconOfStatus } from '#picture';
import type { NodeStatus } from '#projection';
import { Glyph } from './Glyph';

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
