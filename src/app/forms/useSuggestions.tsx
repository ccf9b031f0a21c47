import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './useSuggestions.module.css';

export interface Suggestion {
  readonly value: string;
  /** What it is, beside it. */
  readonly note?: string | undefined;
}

interface Options {
  /** What the list is called. */
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}

interface Suggestions {
  /** Ties the field to its list (WAI-ARIA combobox with a listbox). */
  readonly aria: {
    readonly role: 'combobox';
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string;
    readonly 'aria-activedescendant': string | undefined;
  };
  /** @returns whether the key was the list's */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly list: ReactNode;
}

/** A list under a field, of what may stand there: arrows choose, Enter and Tab take, Escape closes. */
export function useSuggestions({ label, suggestions, onChoose, onClose }: Options): Suggestions {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const active = Math.min(chosen, suggestions.length - 1);
  const shown = suggestions.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row to show follows the choice.
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, shown]);

  // A list that opens below the edge of its panel is brought into view.
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const option = suggestions[active];
    if (option === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setChosen((active + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setChosen((active - 1 + suggestions.length) % suggestions.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) onChoose(option.value);
    else if (event.key === 'Escape') onClose();
    else {
      setChosen(0);
      return false;
    }
    // Escape closes the list, and not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    aria: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': id,
      'aria-activedescendant': shown ? `${id}-${active}` : undefined,
    },
    onKeyDown,
    list: (
      <div ref={box} id={id} role="listbox" aria-label={label} className={styles.list} hidden={!shown}>
        {suggestions.map(({ value, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(value)}
          >
            <span>{value}</span>
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </div>
        ))}
      </div>
    ),
  };
}
