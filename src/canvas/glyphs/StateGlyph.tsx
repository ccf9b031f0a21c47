import { iconOfState } from '#picture';
import type { StateKind } from '#projection';
import { Glyph } from './Glyph';

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
