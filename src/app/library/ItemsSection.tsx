import { ChevronDown, type LucideIcon, Plus } from 'lucide-react';
import { IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { usePages } from '../parts/usePages';
import styles from './DocumentsSection.module.css';

interface Item {
  readonly id: string;
  readonly name: string;
  /** What kind of it this is, in a word or two. */
  readonly kind: string;
}

interface Props {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly items: readonly Item[];
  readonly open: boolean;
  /** What these are, said while there are none. */
  readonly none: string;
  readonly addLabel: string;
  readonly onToggle: () => void;
  /** @param id null to add one */
  readonly onOpen: (id: string | null) => void;
}

/** A list of the workspace below the palette: folded, counted, each line opens its dialog. */
export function ItemsSection({ title, icon: Icon, items, open, none, addLabel, onToggle, onOpen }: Props) {
  const pages = usePages(items.length, title.toLowerCase());
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
          <ChevronDown className={cx(styles.chevron, !open && styles.closed)} aria-hidden />
          {title} ({items.length})
        </button>
        <IconButton icon={Plus} label={addLabel} onClick={() => onOpen(null)} />
      </header>
      {open && items.length === 0 && <p className={styles.none}>{none}</p>}
      {open && pages.before}
      {open && items.length > 0 && (
        <ul className={styles.list}>
          {items.slice(pages.first, pages.end).map(({ id, name, kind }) => (
            <li key={id}>
              <button type="button" className={styles.row} onClick={() => onOpen(id)}>
                <Icon aria-hidden />
                <span className={styles.name}>{name}</span>
                <span className={styles.kind}>{kind}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && pages.after}
    </section>
  );
}
