import { Copy, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { copyText } from './copyText';
import { cx } from './cx';
import styles from './FaultNote.module.css';

interface Props {
  readonly title: string;
  /** One sentence: what holds now. */
  readonly children: ReactNode;
  readonly code: string;
  /** What was thrown, to be copied into a report. */
  readonly details: string;
  /** How much room there is: a page, a panel, one line, or a corner over everything else. */
  readonly size: 'page' | 'panel' | 'strip' | 'corner';
  readonly onRetry: () => void;
  readonly onReload: () => void;
  /** More ways on. */
  readonly actions?: ReactNode;
}

/** What stands in the place of a part that threw: what holds, what was thrown, and the ways on. */
export function FaultNote({ title, children, code, details, size, onRetry, onReload, actions }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The element that had the focus is gone.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const place = ref.current?.parentElement ?? currentTarget;
    onRetry();
    requestAnimationFrame(() => focusIn(place));
  };
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={cx(styles.note, styles[size])}>
      <TriangleAlert className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={styles.sentence}>
          {children} <code>{code}</code>
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="outline" size="small" icon={RotateCcw} onClick={retry}>
          Try again
        </Button>
        <Button size="small" icon={RefreshCw} onClick={onReload}>
          Reload
        </Button>
        {actions}
      </div>
      <Details text={details} />
    </div>
  );
}

function Details({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => setCopied(await copyText(text));
  return (
    <details className={styles.details}>
      <summary>What went wrong</summary>
      <pre>{text}</pre>
      <Button size="small" icon={Copy} onClick={() => void copy()}>
        {copied === null ? 'Copy' : copied ? 'Copied' : 'Select the text to copy it'}
      </Button>
    </details>
  );
}

/** Where the keyboard goes on after the note is gone. */
function focusIn(place: Element): void {
  if (document.activeElement !== document.body) return;
  const first = place.querySelector(
    'button:enabled, [href], input:enabled, select:enabled, textarea:enabled, [tabindex="0"]',
  );
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}
