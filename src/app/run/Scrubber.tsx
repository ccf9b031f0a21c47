import { ChevronLeft, ChevronRight, ChevronsLeft, GitFork, Radio } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import type { Commit } from '#kernel';
import { Button, IconButton } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { cx } from '../parts/cx';
import { useKeyTexts } from '../state/keyBindings';
import { useEditor, useRuns, useSession } from '../state/session';
import { openFork, useForkDraft } from './fork';
import { useLive, useShownRun, useView } from './runStore';
import styles from './Scrubber.module.css';
import { canFork } from './waysOn';

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

const PAGE = 10;

/** Where a key of the slider leads; undefined for keys that the browser knows by itself. */
export function keyTarget(key: string, position: number, length: number): number | undefined {
  if (key === 'PageUp') return Math.min(length, position + PAGE);
  if (key === 'PageDown') return Math.max(0, position - PAGE);
  if (key === 'Home') return 0;
  if (key === 'End') return length;
  return undefined;
}

interface Mark {
  /** The position at which it is seen: one more than the seq of its commit. */
  readonly at: number;
  readonly kind: 'plan' | 'failure';
}

/** Above this many marks the slider would be a solid bar; the first ones are shown. */
const MOST_MARKS = 400;

/** Where a plan arrived and where something failed, in the order of the ledger. */
export function marksOf(commits: readonly Commit[]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const commit of commits) {
    const kind = markOf(commit);
    if (kind) marks.push({ at: commit.seq + 1, kind });
    if (marks.length === MOST_MARKS) break;
  }
  return marks;
}

function markOf({ entries }: Commit): Mark['kind'] | null {
  if (entries.some(({ kind }) => kind === 'node.failed' || kind === 'run.failed' || kind === 'node.retrying'))
    return 'failure';
  return entries.some(({ kind }) => kind === 'plan.opened') ? 'plan' : null;
}

/** D3: a run of its own from the shown position, with something changed. Not there where no run can be forked. */
function ForkButton({ compact = false }: { readonly compact?: boolean }) {
  const session = useSession();
  const keysFor = useKeyTexts();
  const isForking = useForkDraft() !== null;
  const isOffered = useShownRun((run) => run !== null && canFork(run));
  if (!isOffered) return null;
  const open = () => void openFork(session);
  if (compact) return <IconButton icon={GitFork} label="Fork" onClick={open} />;
  return (
    <Button
      icon={GitFork}
      aria-pressed={isForking}
      data-tip="Start another run from this position, with something changed"
      data-keys={keysFor('run.fork')}
      onClick={open}
    >
      Fork
    </Button>
  );
}
