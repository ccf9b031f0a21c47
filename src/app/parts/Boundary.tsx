import { Copy, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react';
import { Component, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Boundary.module.css';
import { Button } from './Button';
import { copyText } from './browser';
import { cx } from './cx';
import { type Kept, KeptContext } from './kept';
import { LoadFault } from './lazily';

/** What was thrown, and how to draw the same once more. */
export interface Fault {
  readonly thrown: unknown;
  readonly retry: () => void;
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (fault: Fault) => ReactNode;
  readonly onFault?: (thrown: unknown) => void;
}

/** Where a throw of what is drawn inside ends: the rest of the page goes on, and what was typed inside is kept. */
export class Boundary extends Component<BoundaryProps, { readonly fault: Fault | null }> {
  static override contextType = KeptContext;
  declare context: Kept | null;
  private kept: Kept | null = null;
  override state: { readonly fault: Fault | null } = { fault: null };

  static getDerivedStateFromError(thrown: unknown): { readonly fault: Fault } {
    return { fault: { thrown, retry: () => {} } };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFault?.(thrown);
  }

  private readonly retry = (): void => {
    const thrown = this.state.fault?.thrown;
    if (thrown instanceof LoadFault) thrown.forget();
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault !== null) return this.props.fallback({ ...fault, retry: this.retry });
    const around = this.context;
    this.kept ??= {
      values: around?.values ?? new Map<string, unknown>(),
      isHeld: () => this.state.fault !== null || around?.isHeld() === true,
    };
    return <KeptContext value={this.kept}>{this.props.children}</KeptContext>;
  }
}

interface FaultNoteProps {
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
export function FaultNote({
  title,
  children,
  code,
  details,
  size,
  onRetry,
  onReload,
  actions,
}: FaultNoteProps) {
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

/** Stands where a page or a panel is still being loaded. It shows only when that takes a while. */
export function Skeleton({ size }: { readonly size: 'page' | 'panel' }) {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className={cx(styles.skeleton, size === 'page' && styles.page)}
    >
      <i />
      <i />
      <i />
    </div>
  );
}
