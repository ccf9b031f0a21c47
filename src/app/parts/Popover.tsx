import { type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react';
import styles from './Popover.module.css';

interface Props {
  /** What its button names: `<button popoverTarget={id}>`. The browser opens and closes it, and tells screen readers. */
  readonly id: string;
  readonly label: string;
  /** Drawn while it is open. */
  readonly children: (close: () => void) => ReactNode;
}

const GAP = 4;

/** A small surface that belongs to a button: below it at a desk, at the foot of the screen in a hand. */
export function Popover({ id, label, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => ref.current?.hidePopover();
  useEffect(() => {
    const surface = ref.current;
    if (!open || !surface) return;
    const anchor = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
    const at = anchor?.getBoundingClientRect();
    if (at) place(surface, at);
    surface.querySelector<HTMLElement>('button:enabled, input')?.focus({ preventScroll: true });
    // What it belongs to was scrolled away from under it. In a hand it is no neighbour of its button.
    const onScroll = () => {
      const now = anchor?.getBoundingClientRect();
      const isMoved = at && now && Math.abs(now.top - at.top) + Math.abs(now.left - at.left) > GAP;
      if (isMoved && surface.getBoundingClientRect().bottom < window.innerHeight) surface.hidePopover();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [open, id]);
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles.popover}
      onToggle={({ newState }: ToggleEvent) => setOpen(newState === 'open')}
    >
      {open && children(close)}
    </div>
  );
}

/** Below its button, or above it where it does not fit and there is more room; never over it, nor out of the screen. */
function place(surface: HTMLElement, anchor: DOMRect): void {
  const { width, height } = surface.getBoundingClientRect();
  const below = window.innerHeight - anchor.bottom - 2 * GAP;
  const above = anchor.top - 2 * GAP;
  const isBelow = height <= below || below >= above;
  const top = isBelow ? anchor.bottom + GAP : Math.max(GAP, anchor.top - height - GAP);
  const left = Math.max(GAP, Math.min(anchor.left, window.innerWidth - width - GAP));
  surface.style.setProperty('--left', `${left}px`);
  surface.style.setProperty('--top', `${top}px`);
  surface.style.setProperty('--room', `${isBelow ? below : above}px`);
}
