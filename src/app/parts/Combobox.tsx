import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { keyDown } from './browser';
import styles from './Combobox.module.css';
import { cx } from './cx';

/** A text field with a list of what it may mean (WAI-ARIA combobox with a listbox): the focus stays in the field. */
interface Options {
  /** Which one the keys have come to; -1 while there is none. */
  readonly active: number;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly choose: (index: number) => void;
  /** @returns whether the key moved among the options */
  readonly move: (key: string) => boolean;
  readonly idOf: (index: number) => string;
  /** Ties the field to its list. */
  readonly aria: {
    readonly role: 'combobox';
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string;
    readonly 'aria-activedescendant': string | undefined;
  };
}

function useOptions(count: number): Options {
  const id = useId();
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const active = Math.min(chosen, count - 1);
  const idOf = (index: number): string => `${id}-${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row to show follows the choice and the list.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, count]);
  return {
    active,
    list,
    choose,
    idOf,
    move: (key) => {
      const target = moved(key, active, count);
      if (target !== null) choose(target);
      return target !== null;
    },
    aria: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': count > 0 ? idOf(active) : undefined,
    },
  };
}

const PAGE = 8;

/** Arrows walk in a circle; Home and End belong to the caret of the text. */
function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + PAGE);
  if (key === 'PageUp') return Math.max(0, at - PAGE);
  return null;
}

export interface Suggestion {
  readonly value: string;
  /** What it is, beside it. */
  readonly note?: string | undefined;
}

/** Suggestions that hold every word of a text, in value or note; what begins with it comes first. */
export function found(suggestions: readonly Suggestion[], text: string): readonly Suggestion[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ value }: Suggestion) => Number(value.toLowerCase().startsWith(words[0] ?? ''));
  return suggestions
    .filter((one) => words.every((word) => `${one.value} ${one.note ?? ''}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}

interface SuggestionsProps {
  /** What the list is called. */
  readonly label: string;
  /** None: it is closed. */
  readonly suggestions: readonly Suggestion[];
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}

interface Suggestions extends Pick<Options, 'aria'> {
  /** @returns whether the key was the list's */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly list: ReactNode;
}

/** A list under a field of one's own, of what may stand there: arrows choose, Enter and Tab take, Escape closes. */
export function useSuggestions({ label, suggestions, onChoose, onClose }: SuggestionsProps): Suggestions {
  const { active, list, choose, move, idOf, aria } = useOptions(suggestions.length);
  const isOpen = suggestions.length > 0;

  // A list that opens below the edge of its panel is brought into view.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, list]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const option = suggestions[active];
    if (option === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) onChoose(option.value);
    else if (event.key === 'Escape') onClose();
    else if (!move(event.key)) {
      choose(0);
      return false;
    }
    // Escape closes the list, and not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    aria,
    onKeyDown,
    list: (
      <div
        ref={list}
        id={aria['aria-controls']}
        role="listbox"
        aria-label={label}
        className={styles.suggestions}
        hidden={!isOpen}
      >
        {suggestions.map(({ value, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={value}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.suggestion}
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

export interface PickItem {
  readonly key: string;
  readonly group: string;
  readonly usable?: boolean;
}

interface PickListProps<Item extends PickItem> {
  /** Name and placeholder of the field. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly items: readonly Item[];
  readonly draw: (item: Item) => ReactNode;
  readonly onPick: (item: Item) => void;
  readonly empty: ReactNode;
}

/** A field whose list is always open: type to find, arrows to choose, Enter to pick. */
export function PickList<Item extends PickItem>(props: PickListProps<Item>) {
  const { label, text, onText, items, draw, onPick, empty } = props;
  const { active, list, choose, move, idOf, aria } = useOptions(items.length);
  const pick = (item: Item | undefined): void => {
    if (item !== undefined && item.usable !== false) onPick(item);
  };
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    if (event.key === 'Enter') pick(items[active]);
    else if (!move(event.key)) return;
    event.preventDefault();
  });
  return (
    <div className={styles.pick}>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          {...aria}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          ref={focusOnce}
          onChange={(event) => {
            onText(event.target.value);
            choose(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={aria['aria-controls']} role="listbox" aria-label={label} className={styles.list}>
        {items.map((item, index) => (
          <div key={item.key}>
            {item.group !== items[index - 1]?.group && (
              <p className={styles.group} aria-hidden>
                {item.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's. */}
            <div
              id={idOf(index)}
              role="option"
              aria-selected={index === active}
              aria-disabled={item.usable === false}
              tabIndex={-1}
              className={cx(styles.option, item.usable === false && styles.unusable)}
              onPointerMove={() => choose(index)}
              onClick={() => pick(item)}
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

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
