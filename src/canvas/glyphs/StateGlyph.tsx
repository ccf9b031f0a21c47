import { Circle, CircleDot, Columns2, Flag, History, type LucideIcon, SquareStack } from 'lucide-react';
import type { StateKind } from '#projection';
import { ICON_STROKE } from './iconStroke';

const ICONS: Readonly<Record<StateKind, LucideIcon>> = {
  atomic: Circle,
  compound: SquareStack,
  parallel: Columns2,
  final: Flag,
  history: History,
};

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
  const Icon = active && kind === 'atomic' ? CircleDot : ICONS[kind];
  return <Icon size={size} strokeWidth={ICON_STROKE} aria-hidden />;
}
