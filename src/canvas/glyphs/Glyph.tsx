import { ICONS, type IconName } from '#picture';
import { ICON_STROKE } from './iconStroke';

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
