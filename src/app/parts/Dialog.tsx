import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import styles from './Dialog.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot, the one that goes on last. */
  readonly footer?: ReactNode;
  /** `side`: at the right edge of a desk, where it leaves to be seen what it is about. */
  readonly width?: 'narrow' | 'medium' | 'wide' | 'page' | 'side';
  /** A question that wants an answer: no close button, and Escape means `onClose`. */
  readonly question?: boolean;
  /** Nothing in it takes the focus: the keyboard scrolls the whole. */
  readonly reading?: boolean;
  /** Draws no head: the name is spoken only. */
  readonly bare?: boolean;
}

/**
 * A modal on the native `<dialog>`: focus stays inside and returns to where it was when it closes. It begins at what carries
 * `data-autofocus`, or where the browser puts it.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  width = 'medium',
  question,
  reading,
  bare,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]:enabled')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a convenience; Escape is the key for it.
    <dialog
      ref={ref}
      aria-labelledby={bare ? undefined : titleId}
      aria-label={bare ? title : undefined}
      className={cx(styles.dialog, styles[width])}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && !question) onClose();
      }}
    >
      <div className={styles.frame}>
        {!bare && (
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            {!question && <IconButton icon={X} label="Close" onClick={onClose} />}
          </header>
        )}
        <div className={cx(styles.body, bare && styles.bare)} tabIndex={reading ? 0 : undefined}>
          {children}
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  );
}
