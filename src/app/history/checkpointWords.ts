import type { CheckpointReason, CheckpointSummary } from '#storage';

const WHY: Readonly<Record<Exclude<CheckpointReason, 'named'>, string>> = {
  edited: 'Kept while you worked',
  import: 'Before an import',
  revert: 'Before a revert',
  conflict: 'Yours, when another tab had saved first',
};

/** What a checkpoint is called: its name, else why it was kept. */
export function checkpointTitle({ label, reason }: Pick<CheckpointSummary, 'label' | 'reason'>): string {
  if (reason === 'named') return label ?? 'Checkpoint';
  return WHY[reason];
}
