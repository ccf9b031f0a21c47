import { useMemo } from 'react';
import type { Editor } from '#editor';
import type { Commit } from '#kernel';
import { useShownRun } from '../run/runStore';
import { useRuns } from '../state/session';
import styles from './EventsTab.module.css';

interface Line {
  /** The position at which it is seen. */
  readonly at: number;
  readonly label: string;
  readonly came: string;
}

/** Every event that moved the machine, each line a place to return to (UX). */
export function LiveLog({ editor }: { readonly editor: Editor }) {
  const commits = useShownRun((run) => run?.commits ?? NONE);
  const position = useRuns((runs) => runs.position);
  const length = commits.length;
  const lines = useMemo(() => (length === 0 ? [] : linesOf(commits)), [commits, length]);
  const shown = position ?? length;
  const current = lines.findLast(({ at }) => at <= shown)?.at;
  if (lines.length === 0) return null;
  return (
    <section aria-label="Log">
      <h3 className={styles.heading}>Log, each line a place to return to</h3>
      <ol className={styles.log}>
        {lines.map(({ at, label, came }, index) => (
          <li key={at}>
            <button
              type="button"
              className={styles.line}
              aria-current={at === current ? 'step' : undefined}
              data-later={at > shown || undefined}
              onClick={() => editor.cursor.seek(at)}
            >
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.type}>{label}</span>
              <span className={styles.where}>{came}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const NONE: readonly Commit[] = [];

function linesOf(commits: readonly Commit[]): readonly Line[] {
  return commits.flatMap(({ seq, entries }): readonly Line[] => {
    const entered = entries.flatMap((entry) => (entry.kind === 'state.entered' ? [entry.data.state] : []));
    const taken = entries.flatMap((entry) => (entry.kind === 'transition.taken' ? [entry.data.event] : []));
    if (entered.length === 0 && taken.length === 0) return [];
    const label = taken.find((event) => event !== null) ?? (taken.length === 0 ? 'start' : 'by itself');
    return [{ at: seq + 1, label, came: entered.join(', ') || 'stays' }];
  });
}
