import { useEffect, useRef, useState } from 'react';
import { keyDown } from './browser';
import styles from './Tooltips.module.css';

interface Shown {
  readonly text: string;
  readonly keys: string | null;
  readonly anchor: DOMRect;
}

const DELAY_MS = 350;
/** Keys that move the focus. */
const WALKING: ReadonlySet<string> = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/**
 * One tooltip for the whole page: whatever carries `data-tip` (and `data-keys`) shows it on hover and on
 * keyboard focus. The text repeats or adds to the accessible name, so it is hidden from screen readers.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  // A button that changes into another one under a pointer that rests after its press has not been asked about.
  const pressed = useRef({ x: -1, y: -1 });
  // Focus that comes with a dialog that opens or closes was not moved by anybody: only keys that walk ask about a thing.
  const walks = useRef(false);
  useEffect(() => {
    let timer = 0;
    const isPressedSpot = ({ clientX, clientY }: PointerEvent) =>
      clientX === pressed.current.x && clientY === pressed.current.y;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const consider = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      hide();
      if (!target?.dataset.tip) return;
      if (event.type === 'focusin' && !(walks.current && target.matches(':focus-visible'))) return;
      if (event instanceof PointerEvent && isPressedSpot(event)) return;
      const { tip: text, keys } = target.dataset;
      timer = window.setTimeout(() => {
        if (target.isConnected)
          setShown({ text, keys: keys ?? null, anchor: target.getBoundingClientRect() });
      }, DELAY_MS);
    };
    const onPress = (event: PointerEvent) => {
      hide();
      walks.current = false;
      pressed.current = { x: event.clientX, y: event.clientY };
    };
    const onKey = keyDown((event: KeyboardEvent) => {
      walks.current = WALKING.has(event.key);
      if (event.key === 'Escape') hide();
    });
    document.addEventListener('pointerover', consider);
    document.addEventListener('focusin', consider);
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('scroll', hide, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', consider);
      document.removeEventListener('focusin', consider);
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('scroll', hide, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);
  useEffect(() => {
    const tip = ref.current;
    if (!shown || !tip) return;
    // The top layer, so that tooltips of a modal dialog are above it.
    tip.showPopover?.();
    const { left, top } = place(shown.anchor, tip.getBoundingClientRect());
    tip.style.left = `${left}px`;
    tip.style.top = `${top}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={ref} popover="manual" className={styles.tip} aria-hidden>
      {shown.text}
      {shown.keys && <kbd className={styles.keys}>{shown.keys}</kbd>}
    </div>
  );
}

const GAP = 6;

function place(anchor: DOMRect, tip: DOMRect): { left: number; top: number } {
  const below = anchor.bottom + GAP;
  const top = below + tip.height > window.innerHeight ? anchor.top - tip.height - GAP : below;
  const centred = anchor.left + anchor.width / 2 - tip.width / 2;
  return { left: Math.max(GAP, Math.min(centred, window.innerWidth - tip.width - GAP)), top };
}
