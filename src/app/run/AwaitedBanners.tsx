import { useQuery } from '@tanstack/react-query';
import { Hourglass, Waypoints } from 'lucide-react';
import { type FallbackOfRun, fallbacksOf, type NodeRecord, namesOf, type RunView } from '#projection';
import type { RunSummary } from '#storage';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { showAttemptsOf, showInDock } from '../state/layout';
import { type Session, useSession } from '../state/session';
import { filledBy } from '../state/slots';
import { openRun } from './openRun';
import { runInWords } from './placement';
import { isOpenQuery, runsOf, useNow } from './runLists';
import { cancelRun, isSettledRun, useCanSteer, useLive, useShownRun, useView } from './runStore';

/** M4: a run that has not begun says which runs it waits for, how each of them stands, and leads there. */
export function PendingBanner() {
  const { id } = useSession();
  const live = useLive();
  const awaited = useView()?.pendingOn ?? [];
  const { data: runs = [] } = useQuery(runsOf(id));
  if (!live || awaited.length === 0) return null;
  return awaited.map((runId) => (
    <Awaited key={runId} runId={runId} run={runs.find((one) => one.runId === runId)} />
  ));
}

function Awaited({ runId, run }: { readonly runId: string; readonly run: RunSummary | undefined }) {
  const session = useSession();
  const { data: isOpen = true } = useQuery(isOpenQuery(runId));
  return (
    <Banner
      tone="wait"
      icon={Hourglass}
      title={`Waiting for run ${run === undefined ? runId : `“${run.planName}”`}`}
      actions={
        run && (
          <Button variant="outline" onClick={() => void openRun(session, runId, null)}>
            Open that run
          </Button>
        )
      }
    >
      <p>
        {run === undefined ? 'It is not in this workspace.' : `${runInWords(run)}.`} This run begins when that
        one has completed.{!isOpen && ' It is open in no tab now: open it, and resume it there.'}
      </p>
    </Banner>
  );
}

/** M3: runs that this one has asked by a goal, and that have not answered yet; and the run that asked this one. */
export function GoalBanner() {
  const session = useSession();
  const live = useLive();
  const shown = useShownRun((run) => run?.runId ?? null);
  const over = useShownRun((run) => run !== null && isSettledRun(run.live.status));
  const { data: runs = [] } = useQuery(runsOf(session.id));
  if (!live || shown === null || over) return null;
  const asked = runs.filter((run) => run.parentRunId === shown && !isSettledRun(run.status));
  return asked.map((run) => (
    <Banner
      key={run.runId}
      tone="info"
      icon={Waypoints}
      title={`“${run.planName}” works on what this run asked for`}
      actions={
        <Button variant="outline" onClick={() => void openRun(session, run.runId, null)}>
          Open that run
        </Button>
      }
    >
      <p>{runInWords(run)}. Its answer comes back here.</p>
    </Banner>
  ));
}

/** D6: nodes that wait because a server asked for it, with the time that is left. */
export function ServerWaitBanner() {
  const view = useView();
  const live = useLive();
  const steer = useCanSteer();
  if (view === null || !live || view.serverWaits === 0) return null;
  const names = namesOf(view);
  return waitsIn(view).map(({ record, until }) => (
    <Banner
      key={record.address}
      tone="wait"
      icon={Hourglass}
      title={
        <>
          “{names(record.address)}” is asked again in <Countdown until={until} />
        </>
      }
      actions={
        <Button variant="outline" disabled={!steer} onClick={cancelRun}>
          Cancel the run
        </Button>
      }
    >
      {record.message}
    </Banner>
  ));
}

function waitsIn(view: RunView): readonly { readonly record: NodeRecord; readonly until: number }[] {
  return [...view.nodes.values()].flatMap((record) => {
    const wait = record.waits.at(-1);
    const isOn = record.status === 'waiting' && wait?.for === 'server' && wait.to === null;
    return isOn && wait.until !== undefined ? [{ record, until: wait.until }] : [];
  });
}

/** It is a timer and not spoken: a number that changes each second says nothing to listen to. */
function Countdown({ until }: { readonly until: number }) {
  const now = useNow(1_000);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  return (
    <span role="timer" aria-live="off">
      {left} s
    </span>
  );
}

/** P5: a plan that was made in place of a model that failed, which a run that completed would hide. */
export function FallbackBanner() {
  const view = useView();
  const session = useSession();
  if (view === null) return null;
  const show = () => {
    showAttemptsOf('run');
    showInDock('attempts');
  };
  return fallbacksOf(view).map((fallback) => {
    const { address, model, problem } = fallback;
    return (
      <Banner
        key={address}
        tone="wait"
        title={titleOf(fallback)}
        actions={
          <>
            <Button variant="outline" onClick={show}>
              Show the attempts
            </Button>
            {problem?.code !== CHOSEN && (
              <Button variant="outline" onClick={() => openDialog(connectionOf(session, fallback))}>
                Check the connection
              </Button>
            )}
          </>
        }
        details={problem?.help ? <p>{problem.help}</p> : null}
      >
        {model}: {problem?.message ?? 'it gave no plan.'} {problem && <code>{problem.code}</code>}
      </Banner>
    );
  });
}

/** The person did not wait for the model: nothing is wrong with it. */
const CHOSEN = 'MODEL_PASSED_OVER';

function titleOf({ name, madeBy, because, problem }: FallbackOfRun): string {
  const why = problem?.code === CHOSEN ? 'as you chose' : `because ${because}`;
  return `“${name}” was planned by ${madeBy}, ${why}`;
}

/** The connection over which the model was asked; where none fills its slot now, that is what there is to see to. */
function connectionOf(session: Session, { asked }: FallbackOfRun): OpenDialog {
  const filled = asked === null ? null : filledBy(session, asked.connection);
  return filled === null
    ? { kind: 'settings', section: 'models' }
    : { kind: 'settings', section: 'connections', connection: filled.id };
}
