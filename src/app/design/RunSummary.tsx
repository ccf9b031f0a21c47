import { Play } from 'lucide-react';
import { useStore } from 'zustand';
import { durationText } from '#base';
import { namesOf, pinnedWords, type RunView } from '#projection';
import { NotAnswered, useIsNotAnswered, useIsQuestion } from '../ask/NotAnswered';
import { Tabs } from '../parts/Tabs';
import { Answer } from '../run/Answer';
import { BudgetBar } from '../run/Budget';
import { RetryButton } from '../run/GoOnButtons';
import { Revisions } from '../run/Revisions';
import { RunPill } from '../run/RunControls';
import { commitsText, momentText, shortRunId } from '../run/runLists';
import { isSettledRun, useLookingBack, useShownRun } from '../run/runStore';
import { FailureText } from '../run/TroubleBanners';
import { WaitingItem } from '../run/WaitingItem';
import { keyOfWaiting, useAskedHere } from '../run/waiting';
import { culpritOf } from '../run/waysOn';
import { layoutStore } from '../state/layout';
import { useScene } from '../state/session';
import { JsonView } from '../tables/JsonView';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorParts';
import { PlanFields } from './PlanSetup';

/** The run as a whole, while none of its nodes is selected: its answer, what went in, how long it took. */
export function RunSummary({ view }: { readonly view: RunView }) {
  const tab = useStore(layoutStore, (layout) => layout.planTab);
  // The question stands in the field of its answer, and how the run stands in the top bar.
  const isSimulated = view.started?.simulated === true;
  const isAsked = useIsQuestion() && (view.status === 'completed' || (view.error !== null && !isSimulated));
  const lookingBack = useLookingBack();
  const title = useScene(
    (scene) => (scene.plan ?? scene.machine)?.name ?? (scene.plan ?? scene.machine)?.id ?? 'Run',
  );
  return (
    <>
      {!isAsked && (
        <InspectorHead
          icon={<Play className={styles.planIcon} aria-hidden />}
          title={title}
          line={lookingBack ?? runWords(view)}
          aside={<RunPill view={view} />}
        />
      )}
      <Tabs
        label="Inspector"
        selected={tab}
        onSelect={(planTab) => layoutStore.setState({ planTab })}
        tabs={[
          { id: 'run', label: 'Run' },
          { id: 'plan', label: 'Plan' },
        ]}
      >
        <div className={styles.body}>{tab === 'run' ? <RunTab view={view} /> : <PlanFields />}</div>
      </Tabs>
    </>
  );
}

function runWords({ startedAt }: RunView): string {
  return startedAt === null ? 'Run' : `Run ${momentText(startedAt)}`;
}

/** What the run asks the person, with all that it goes by; else how it stands. */
function RunTab({ view }: { readonly view: RunView }) {
  const asked = useAskedHere();
  if (asked.length === 0) return <RunFacts view={view} />;
  return asked.map((waiting) => <WaitingItem key={keyOfWaiting(waiting)} waiting={waiting} inPanel />);
}

/** What failed by its name, why, and what to do; its code stands last, for those who look it up. */
function WhyFailed({
  view,
  error,
}: {
  readonly view: RunView;
  readonly error: NonNullable<RunView['error']>;
}) {
  const culprit = culpritOf(view);
  return (
    <div className={styles.group}>
      <h3>Why {culprit === null ? 'it' : `“${namesOf(view)(culprit)}”`} failed</h3>
      <p className={styles.bad}>
        <FailureText error={error} address={culprit} />
      </p>
      {error.help && <p className={styles.muted}>{error.help}</p>}
    </div>
  );
}

export function RunFacts({ view }: { readonly view: RunView }) {
  const elapsed = view.startedAt === null || view.at === null ? null : view.at - view.startedAt;
  const input = view.started?.input ?? {};
  const runId = view.started?.runId ?? '';
  const pinned = pinnedWords(view);
  const isNotAnswered = useIsNotAnswered(view);
  const length = useShownRun((run) => run?.commits.length ?? 0);
  return (
    <>
      {view.status === 'completed' && <Answer view={view} />}
      {view.error !== null &&
        (isNotAnswered ? <NotAnswered view={view} /> : <WhyFailed view={view} error={view.error} />)}
      {view.status === 'cancelled' && (
        <div className={styles.group}>
          <h3>Cancelled</h3>
          <RetryButton />
        </div>
      )}
      <Revisions />
      <BudgetBar view={view} />
      {Object.keys(input).length > 0 && (
        <div className={styles.group}>
          <h3>In</h3>
          <JsonView value={input} />
        </div>
      )}
      <dl className={styles.facts}>
        <dt>Ledger</dt>
        <dd>{commitsText(view.position, length)}</dd>
        {elapsed !== null && (
          <>
            <dt>{isSettledRun(view.status) ? 'Duration' : 'So far'}</dt>
            <dd>{durationText(elapsed)}</dd>
          </>
        )}
        <dt>Calls</dt>
        <dd>
          {view.calls}
          {view.budget.calls !== undefined && ` of ${view.budget.calls}`}
        </dd>
        {pinned !== null && (
          <>
            <dt>Pins</dt>
            <dd>{pinned}</dd>
          </>
        )}
        <dt>Run</dt>
        <dd>
          <code data-tip={runId}>{shortRunId(runId)}</code>
        </dd>
      </dl>
    </>
  );
}
