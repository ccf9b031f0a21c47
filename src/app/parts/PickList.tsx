import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx';
import { keyDown } from './keyDown';
import styles from './PickList.module.css';

export interface PickItem {
  readonly key: string;
  readonly group: string;
  readonly usable?: boolean;
}

interface Props<Item extends PickItem> {
  /** Name and placeholder of the field. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly items: readonly Item[];
  readonly draw: (item: Item) => ReactNode;
  readonly onPick: (item: Item) => void;
  readonly empty: ReactNode;
}

/** A field with a list under it (WAI-ARIA combobox with a listbox): type to find, arrows to choose, Enter to pick. */
export function PickList<Item extends PickItem>({
  label,
  text,
  onText,
  items,
  draw,
  onPick,
  empty,
}: Props<Item>) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(active, items.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row to show follows the choice and the list.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, items]);
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    const target = moved(event.key, at, items.length);
    if (target !== null) setActive(target);
    else if (event.key === 'Enter') {
      const item = items[at];
      if (item && item.usable !== false) onPick(item);
    } else return;
    event.preventDefault();
  });
  return (
    <div className={styles.pick}>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `${listId}-${at}` : undefined}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          ref={focusOnce}
          onChange={(event) => {
            onText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list}>
        {items.map((item, index) => (
          <div key={item.key}>
            {item.group !== items[index - 1]?.group && (
              <p className={styles.group} aria-hidden>
                {item.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's. */}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={item.usable === false}
              tabIndex={-1}
              className={cx(styles.option, item.usable === false && styles.unusable)}
              onPointerMove={() => setActive(index)}
              onClick={() => item.usable !== false && onPick(item)}
            >
              {draw(item)}
            </div>
          </div>
        ))}
        {items.length === 0 && <p className={styles.empty}>{empty}</p>}
      </div>
    </div>
  );
}

const PAGE = 8;

function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + PAGE);
  if (key === 'PageUp') return Math.max(0, at - PAGE);
  return null;
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
