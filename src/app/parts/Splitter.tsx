import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { keyDown } from './browser';
import { cx } from './cx';
import styles from './Splitter.module.css';

interface Props {
  readonly label: string;
  /** `vertical` stands between columns. */
  readonly orientation: 'vertical' | 'horizontal';
  /** Size of the panel it resizes, in CSS pixels. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** 1 when moving right or down makes the panel larger, -1 when it makes it smaller. */
  readonly direction: 1 | -1;
  readonly onChange: (value: number) => void;
  readonly className?: string | undefined;
}

const KEY_STEP = 16;

/** A window splitter (WAI-ARIA): drag it, or focus it and use the arrows. */
export function Splitter({ label, orientation, value, min, max, direction, onChange, className }: Props) {
  const start = useRef<{ at: number; value: number } | null>(null);
  const along = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    set(value + (event.key === more ? KEY_STEP : -KEY_STEP) * direction);
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no widget; a focusable separator is the pattern's role.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={cx(styles.splitter, styles[orientation], className)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: along(event), value };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.value + (along(event) - start.current.at) * direction);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
      onLostPointerCapture={() => {
        start.current = null;
      }}
    />
  );
}
