import { CornerDownRight, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { durationText, ROOT, within } from '#base';
import type { Trial } from '#plan';
import { inNamesAt, namesOf, type RunView } from '#projection';
import { ValueView } from '../design/ValueView';
import { Button } from '../parts/Button';
import { counted } from '../parts/counted';
import { openRun } from '../run/openRun';
import { RunPill } from '../run/RunPill';
import { useRuns, useSession } from '../state/session';
import styles from './TryDialog.module.css';

interface Props {
  readonly trial: Trial;
  readonly runId: string;
  readonly onClose: () => void;
}

/** How a trial stands, and what came of it; what it asks is answered where its run is open. */
export function TryResult({ trial: { plan }, runId, onClose }: Props) {
  const session = useSession();
  const run = useRuns(({ runs }) => runs.get(runId));
  const section = useRef<HTMLElement>(null);
  const status = run?.live.status;
  // The form above it may be longer than the dialog.
  useEffect(() => {
    if (status !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  if (run === undefined) return null;
  const { live, hosted } = run;
  const record = live.nodes.get(within(ROOT, plan.nodes[0]?.id ?? ''));
  const error = live.error ?? record?.error ?? null;
  return (
    <section ref={section} aria-label="Result" className={styles.result}>
      <div role="status" className={styles.head}>
        <h3>Result</h3>
        <RunPill view={live} />
        <span className={styles.muted}>{factsOf(live)}</span>
      </div>
      {live.waiting.length > 0 && <p>It waits for an answer. Open this run to give it.</p>}
      {error !== null && (
        <div className={styles.error}>
          <p>
            {inNamesAt(error.message, record?.address ?? ROOT, namesOf(live))} <code>{error.code}</code>
          </p>
          {error.help && <p className={styles.muted}>{error.help}</p>}
        </div>
      )}
      {live.status === 'completed' && (
        <>
          <ValueView value={record?.result} none="Nothing came out." label="Result" />
          {record?.ports.some((port) => port !== 'out') && (
            <p className={styles.muted}>It took {record.ports.join(', ')}.</p>
          )}
        </>
      )}
      <div className={styles.ways}>
        {hosted && (
          <Button size="small" icon={Square} onClick={() => void session.runs.driven(runId)?.handle.cancel()}>
            Cancel run
          </Button>
        )}
        <Button
          size="small"
          variant="outline"
          icon={CornerDownRight}
          onClick={() => {
            onClose();
            void openRun(session, runId, null);
          }}
        >
          Open this run
        </Button>
      </div>
    </section>
  );
}

function factsOf({ startedAt, at, calls }: RunView): string {
  const length = startedAt === null || at === null ? [] : [durationText(at - startedAt)];
  return [counted(calls, 'call'), ...length].join(', ');
}
