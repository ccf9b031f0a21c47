import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect } from 'react';
import { keyDown } from './browser';
import { cx } from './cx';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Drawn after the label: a count, a mark. */
  readonly extra?: ReactNode;
  /** What stands above the first tab of a group, where tabs stand in a column. */
  readonly heading?: string;
}

interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
  /** Drawn at the end of the row of tabs. */
  readonly aside?: ReactNode;
  /** A column beside the panel, where there is room for one. */
  readonly column?: boolean;
  readonly className?: string | undefined;
}

/** Tabs with a roving focus (WAI-ARIA tabs pattern, automatic activation): arrows, Home and End choose. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
  aside,
  column = false,
  className,
}: TabsProps<Id>) {
  const base = useId();
  useLayoutEffect(() => {
    const show = () => showWhole(document.getElementById(`${base}-${selected}`));
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [base, selected]);
  const move = keyDown((event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(tabs, selected, column ? (ALONG[event.key] ?? event.key) : event.key);
    if (!next) return;
    event.preventDefault();
    onSelect(next);
    document.getElementById(`${base}-${next}`)?.focus();
  });
  return (
    <div className={cx(styles.tabs, column && styles.column, className)}>
      <div className={styles.head}>
        <div role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              data-heading={tab.heading}
              role="tab"
              id={`${base}-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.id)}
            >
              {tab.icon && <tab.icon aria-hidden />}
              {tab.label}
              {tab.extra}
            </button>
          ))}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}

/** Scrolls a row that is too long for its place, and nothing around it, until a tab of it is seen whole. */
function showWhole(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const seen = tab.getBoundingClientRect();
  const { left, right } = list.getBoundingClientRect();
  if (seen.right > right) list.scrollLeft += seen.right - right;
  else if (seen.left < left) list.scrollLeft -= left - seen.left;
}

/** In a column the other arrows lead along it as well. */
const ALONG: Readonly<Record<string, string>> = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' };

function neighbour<Id extends string>(tabs: readonly Tab<Id>[], selected: Id, key: string): Id | undefined {
  const index = tabs.findIndex((tab) => tab.id === selected);
  if (key === 'ArrowRight') return tabs[(index + 1) % tabs.length]?.id;
  if (key === 'ArrowLeft') return tabs[(index - 1 + tabs.length) % tabs.length]?.id;
  if (key === 'Home') return tabs[0]?.id;
  if (key === 'End') return tabs.at(-1)?.id;
  return undefined;
}

interface Segment<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon?: LucideIcon;
}

interface SegmentsProps<Id extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly segments: readonly Segment<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly className?: string | undefined;
}

/** One of a few, side by side. */
export function Segments<Id extends string>({
  label,
  segments,
  chosen,
  onChoose,
  className,
}: SegmentsProps<Id>) {
  return (
    <fieldset className={cx(styles.segments, className)}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map(({ id, title, icon: Icon }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {Icon && <Icon aria-hidden />}
          {title}
        </button>
      ))}
    </fieldset>
  );
}
