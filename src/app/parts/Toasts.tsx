import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button, IconButton } from './Button';
import { cx } from './cx';
import styles from './Toasts.module.css';

export interface Toast {
  readonly tone: 'ok' | 'info' | 'bad';
  readonly text: string;
  /** What to do about it. */
  readonly help?: string | undefined;
  /** What to quote when asking about it (T8). */
  readonly code?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** When what it is about is there no more, and so nothing that its action could act on. */
  readonly until?: AbortSignal;
}

interface Shown extends Toast {
  readonly id: number;
}

const toasts = createStore<{ readonly list: readonly Shown[] }>(() => ({ list: [] }));
let lastId = 0;
const GOOD_NEWS_MS = 6_000;
/** A slow reader's pace, about 130 words a minute. */
const READING_MS_PER_CHARACTER = 90;

/**
 * Says something in passing. Good news goes by itself; trouble stays until it is closed. Said again, it takes the place of what
 * said the same; what can be taken back stays beside it, for each takes back its own.
 */
export function say(toast: Toast): void {
  if (toast.until?.aborted) return;
  const id = ++lastId;
  toast.until?.addEventListener('abort', () => dismiss(id), { once: true });
  toasts.setState(({ list }) => {
    const others = list.filter(
      ({ text, code, action }) => action || text !== toast.text || code !== toast.code,
    );
    return { list: [...others.slice(-3), { ...toast, id }] };
  });
  if (toast.tone !== 'bad') window.setTimeout(() => dismiss(id), timeToRead(toast));
}

function timeToRead({ text, help = '' }: Toast): number {
  return Math.max(GOOD_NEWS_MS, (text.length + help.length) * READING_MS_PER_CHARACTER);
}

function dismiss(id: number): void {
  toasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
}

const ICONS = { ok: CircleCheck, info: Info, bad: TriangleAlert };

export function Toasts() {
  const list = useStore(toasts, (state) => state.list);
  return (
    <section className={styles.stack} aria-label="Messages" aria-live="polite">
      {list.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function OneToast({ toast }: { readonly toast: Shown }) {
  const Icon = ICONS[toast.tone];
  return (
    <div className={cx(styles.toast, styles[toast.tone])}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p>{toast.text}</p>
        {toast.help && <p className={styles.help}>{toast.help}</p>}
        {toast.code && <code className={styles.code}>{toast.code}</code>}
      </div>
      {toast.action && (
        <Button
          size="small"
          variant="outline"
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} label="Dismiss" onClick={() => dismiss(toast.id)} />
    </div>
  );
}
