import { ChevronDown, type LucideIcon, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import type { ItemOf } from '#plan';
import { IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { usePages } from '../parts/VirtualList';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { useDocument } from '../state/session';
import styles from './DocumentsSection.module.css';
import { type FormedList, ITEM_KINDS } from './items';

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

interface ItemListProps<List extends FormedList> {
  readonly list: List;
}

/** A list of the workspace whose items have a form. */
function ItemList<List extends FormedList>({ list }: ItemListProps<List>) {
  const { title, noun, icon, about, open: fold, brief } = ITEM_KINDS[list];
  const items: readonly ItemOf<List>[] = useDocument(({ workspace }) => workspace[list]);
  const open = useStore(layoutStore, (layout) => layout[fold]);
  if (items.length === 0 && about === null) return null;
  return (
    <ItemsSection
      title={title}
      icon={icon}
      items={items.map((item) => ({ id: item.id, name: item.name ?? item.id, kind: brief(item) }))}
      open={open}
      none={about ?? ''}
      addLabel={`Add a ${noun}`}
      onToggle={() => layoutStore.setState({ [fold]: !open })}
      onOpen={(id) => openDialog({ kind: 'item', list, id })}
    />
  );
}

/** The prompts of the workspace (P13): what planners ask with and templates are filled from. */
export function PromptsSection() {
  return <ItemList list="prompts" />;
}

/** The features of the workspace (L4): guards and observers that nodes name. */
export function FeaturesSection() {
  return <ItemList list="features" />;
}

/** The rules and task networks of the workspace (P12), once there is one. */
export function PlannersSection() {
  return <ItemList list="planners" />;
}

/** The parsers of the workspace (P13), once there is one. */
export function ParsersSection() {
  return <ItemList list="parsers" />;
}
