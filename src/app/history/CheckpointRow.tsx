import { Bookmark, History, type LucideIcon, Split, Undo2, Upload } from 'lucide-react';
import { useMemo } from 'react';
import type { CheckpointReason, CheckpointSummary } from '#storage';
import { cx } from '../parts/cx';
import { momentText } from '../run/time';
import { checkpointTitle } from './checkpointWords';
import styles from './HistoryDialog.module.css';
import { useCheckpoint } from './useCheckpoints';
import { changesBetween } from './workspaceChanges';

const ICONS: Readonly<Record<CheckpointReason, LucideIcon>> = {
  named: Bookmark,
  edited: History,
  import: Upload,
  revert: Undo2,
  conflict: Split,
};

interface Props {
  readonly checkpoint: CheckpointSummary;
  /** Key of the one before it; null for the oldest. */
  readonly older: number | null;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** One kept state: its name, when it was, and what had changed since the one before. */
export function CheckpointRow({ checkpoint, older, selected, onSelect }: Props) {
  const Icon = ICONS[checkpoint.reason];
  return (
    <button
      type="button"
      className={cx(styles.row, selected && styles.selected)}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <Icon aria-hidden className={cx(styles.icon, checkpoint.reason === 'named' && styles.own)} />
      <span className={styles.words}>
        <b>{checkpointTitle(checkpoint)}</b>
        <span className={styles.fact}>{momentText(checkpoint.at)}</span>
        <span className={styles.fact}>{useChangeText(checkpoint.key, older)}</span>
      </span>
    </button>
  );
}

function useChangeText(key: number, older: number | null): string {
  const own = useCheckpoint(key);
  const before = useCheckpoint(older);
  return useMemo(() => {
    if (own === undefined || before === undefined) return '…';
    if (own === null) return 'cannot be read any more';
    if (before === null) return 'the oldest that is kept';
    const changes = changesBetween(before, own);
    return changes.length === 0 ? 'as the one before' : changes.join(' · ');
  }, [own, before]);
}
