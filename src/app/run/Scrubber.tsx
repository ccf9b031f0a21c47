import { ChevronLeft, ChevronRight, ChevronsLeft, Radio } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import type { Commit } from '#kernel';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { IconButton } from '../parts/IconButton';
import { keyDown } from '../parts/keyDown';
import { useEditor, useRuns } from '../state/session';
import { ForkButton } from './ForkButton';
import { useLive, useShownRun, useView } from './runStore';
import styles from './Scrubber.module.css';
import { keyTarget, marksOf } from './scrubbing';

/** The slider over the ledger (D3), with marks where a plan arrived and where something failed. */
export function Scrubber({ compact }: { readonly compact?: boolean }) {
  const editor = useEditor();
  const commits = useShownRun((run) => run?.commits ?? NONE);
  const shown = useView()?.position ?? 0;
  const live = useLive();
  const length = commits.length;
  // Where the slider was moved to: what is drawn follows in the next frame, and keys come faster than frames.
  const asked = useRuns((runs) => runs.position);
  const position = Math.min(asked ?? length, length);
  const travel = (to: number | null) => editor.cursor.seek(to === length ? null : to);
  const marks = useMemo(() => marksOf(commits), [commits]);
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    const target = keyTarget(event.key, position, length);
    if (target === undefined) return;
    event.preventDefault();
    travel(target);
  });
  return (
    <div className={cx(styles.scrubber, compact && styles.compact)}>
      {!compact && (
        <div className={styles.steps}>
          <IconButton
            icon={ChevronsLeft}
            label="To the start"
            disabled={position === 0}
            onClick={() => travel(0)}
          />
          <IconButton
            icon={ChevronLeft}
            label="Previous commit"
            disabled={position === 0}
            onClick={() => travel(position - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Next commit"
            disabled={position >= length}
            onClick={() => travel(position + 1)}
          />
        </div>
      )}
      <div className={styles.track}>
        <span className={styles.rail} aria-hidden />
        <progress
          className={styles.done}
          value={position}
          max={Math.max(length, 1)}
          aria-hidden
          tabIndex={-1}
        />
        <svg className={styles.marks} viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
          {marks.map((mark) => (
            <line
              key={`${mark.kind}${mark.at}`}
              className={styles[mark.kind]}
              x1={(mark.at / Math.max(length, 1)) * 1000}
              x2={(mark.at / Math.max(length, 1)) * 1000}
              y1="1"
              y2="11"
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label="Ledger position"
          aria-valuetext={`${position} of ${length}`}
          className={styles.range}
          min={0}
          max={length}
          value={position}
          disabled={length === 0}
          onKeyDown={onKeyDown}
          onChange={(event) => travel(Number(event.target.value))}
        />
      </div>
      <output className={styles.count}>
        <b>{shown}</b> of {length}
      </output>
      <ForkButton compact={compact ?? false} />
      {!compact && (
        <Button icon={Radio} aria-pressed={live} disabled={length === 0} onClick={() => travel(null)}>
          Live
        </Button>
      )}
    </div>
  );
}

const NONE: readonly Commit[] = [];
