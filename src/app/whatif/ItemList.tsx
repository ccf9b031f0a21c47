import {
  CalendarClock,
  Ellipsis,
  FileJson,
  LogIn,
  type LucideIcon,
  ShieldCheck,
  WandSparkles,
} from 'lucide-react';
import { cx } from '../parts/cx';
import { NodeIcon } from '../ui/NodeIcon';
import type { Item } from './items';
import styles from './WhatIf.module.css';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '*inputs': LogIn,
  '*rest': Ellipsis,
  '*events': CalendarClock,
  '*script': FileJson,
};

interface Props {
  readonly items: readonly Item[];
  readonly chosen: string | null;
  readonly onChoose: (item: Item) => void;
}

/** What can be said in a script; the chosen item's form stands beside it. */
export function ItemList({ items, chosen, onChoose }: Props) {
  return (
    <ul className={styles.list} aria-label="What the script says">
      {items.map((item) => {
        const node = item.node?.node ?? null;
        // A step that a planner made has no node of the document, and a guard is none.
        const other = item.key.includes('!pre-') ? ShieldCheck : WandSparkles;
        const Icon = ICONS[item.key] ?? (node === null ? other : null);
        const selected = item.key === chosen;
        return (
          <li key={item.key}>
            <button
              type="button"
              className={cx(styles.item, selected && styles.chosen)}
              aria-pressed={selected}
              onClick={() => onChoose(item)}
            >
              {Icon ? <Icon className={styles.icon} aria-hidden /> : <NodeIcon node={node} />}
              <span className={styles.title}>{item.title}</span>
              <span className={styles.short}>{item.short}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
