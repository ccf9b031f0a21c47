import { useQuery } from '@tanstack/react-query';
import { Hand, Hourglass, Lock, Plug, PlugZap, Waypoints } from 'lucide-react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Address } from '#base';
import { write } from '#plan';
import {
  type FallbackOfRun,
  fallbacksOf,
  inNamesAt,
  isUnanswered,
  type NodeRecord,
  namesOf,
  placeOf,
  type RunView,
} from '#projection';
import type { SlotStanding } from '#runtime';
import { workspaceFile } from '#share';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { UnlockForm } from '../settings/ConnectionsTab';
import { RoomLeft } from '../settings/StorageTab';
import { canvasOfPage, whenDrawn } from '../state/canvas';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { PHONE, showAttemptsOf, showInDock, useMedia } from '../state/layout';
import {
  type Session,
  useDocument,
  useEditor,
  usePlanView,
  useScene,
  useSession,
  useSessionState,
} from '../state/session';
import { filledBy, slotStanding } from '../state/slots';
import { RetryButton } from './GoOnButtons';
import { modelsToJoin } from './hostOfPage';
import { exportRun, openRun } from './openRun';
import { runInWords } from './placement';
import { isOpenQuery, runQuery, useNow, useRunsAskedBy } from './runLists';
import {
  cancelRun,
  isSettledRun,
  retryStorage,
  useCanSteer,
  useLive,
  useRunFacts,
  useShownRun,
  useView,
} from './runStore';
import { culpritOf } from './waysOn';

/**
 * What made the run fail, in two lines, with a jump to the culprit, which stays in view below it. A question that was not
 * understood is told where its answer would be.
 */
export function ErrorBanner() {
  const editor = useEditor();
  const view = useView();
  // In a hand it covers no canvas, and there is no inspector that says the rest.
  const phone = useMedia(PHONE);
  const failed = view !== null && view.status === 'failed' && view.error !== null;
  const culprit = failed ? culpritOf(view) : null;
  useEffect(() => {
    // The banner takes its room first, and the canvas moves its view against it.
    if (culprit !== null) whenDrawn(() => canvasOfPage()?.bringIn(placeOf(culprit).key, true));
  }, [culprit]);
  if (view === null || view.status !== 'failed' || view.error === null || isUnanswered(view)) return null;
  const name = culprit === null ? null : namesOf(view)(culprit);
  const { help } = view.error;
  return (
    <Banner
      tone="bad"
      urgent
      unfolded={phone}
      title={name === null ? 'The run failed' : `“${name}” failed`}
      actions={
        <>
          {culprit !== null && (
            <Button variant="outline" onClick={() => editor.select([culprit])}>
              Show the step
            </Button>
          )}
          <RetryButton />
        </>
      }
      details={help ? <p>{help}</p> : null}
    >
      <FailureText error={view.error} address={culprit} />
    </Banner>
  );
}

interface FailureTextProps {
  readonly error: { readonly code: string; readonly message: string };
  /** Where it failed; null where that is nowhere in particular. */
  readonly address: Address | null;
}

/** Why something failed, in the names that people gave (T8); its code stands last, for those who look it up. */
export function FailureText({ error: { code, message }, address }: FailureTextProps) {
  const view = useScene((scene) => scene.view);
  const text = view === null || address === null ? message : inNamesAt(message, address, namesOf(view));
  return (
    <>
      {text} <code>{code}</code>
    </>
  );
}

/** Case H2: the run cannot be written. Nothing of it is lost: it waits here for room, and can be taken away. */
export function RunTroubleBanner() {
  const session = useSession();
  const trouble = useRunFacts((facts) => facts.trouble);
  const runId = useShownRun((run) => run?.runId ?? null);
  if (trouble === null) return null;
  return (
    <Banner
      tone="bad"
      urgent
      title="The run is paused: its ledger cannot be written"
      actions={
        <>
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'storage' })}>
            See storage
          </Button>
          {trouble.retryable && (
            <Button variant="outline" onClick={retryStorage}>
              Try again
            </Button>
          )}
          {runId !== null && (
            <Button variant="outline" onClick={() => void exportRun(session, { runId })}>
              Download it
            </Button>
          )}
        </>
      }
    >
      <p>
        {trouble.message} <RoomLeft code={trouble.code} /> {trouble.help} <code>{trouble.code}</code>
      </p>
    </Banner>
  );
}

/** W6: a failed write is visible at once, and offers a download. */
export function SaveTrouble() {
  const session = useSession();
  const problem = useSessionState((state) => state.saveProblem);
  const conflict = useSessionState((state) => state.conflict);
  if (problem === null) return null;
  return (
    <Banner
      tone="bad"
      urgent
      title="This workspace is not saved"
      actions={
        <>
          {!conflict && (
            <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'storage' })}>
              See storage
            </Button>
          )}
          {!conflict && (
            <Button variant="outline" onClick={session.save}>
              Try again
            </Button>
          )}
          {conflict && (
            <Button variant="outline" onClick={() => window.location.reload()}>
              Open theirs
            </Button>
          )}
          <Button variant="outline" onClick={() => download(session)}>
            Download it
          </Button>
        </>
      }
    >
      <p>
        {problem.message} <RoomLeft code={problem.code} /> {problem.help} <code>{problem.code}</code>
      </p>
    </Banner>
  );
}

function download({ editor }: Session): void {
  const file = workspaceFile(editor.workspace);
  saveFile(file.name, write(editor.workspace), file.type);
}

/** Names that are told; the dialog lists them all. */
const TOLD = 3;

/** S3: an imported plan calls by name what is not here. Nothing of it can run before something stands in. */
export function AbsentBanner() {
  const session = useSession();
  const trusted = useSessionState((state) => state.trusted);
  const running = useShownRun((run) => run !== null);
  const workspace = useDocument((state) => state.workspace);
  const planId = usePlanView((view) => view.planId);
  // What has to be looked at first is said first, and a run is told of by what became of it.
  const told = trusted && !running;
  const absent = useMemo(() => {
    const plan = told ? workspace.plans.find(({ id }) => id === planId) : undefined;
    return plan === undefined ? [] : session.absent(plan);
  }, [session, workspace, planId, told]);
  if (absent.length === 0) return null;
  const names = absent.slice(0, TOLD).map(({ id }) => id);
  const more = absent.length > TOLD ? ` and ${absent.length - TOLD} more` : '';
  const [verb, noun] = absent.length === 1 ? ['is', 'capability'] : ['are', 'capabilities'];
  return (
    <Banner
      tone="wait"
      icon={PlugZap}
      title={`${absent.length} ${noun} of this plan ${verb} not here`}
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'standIns', next: null })}>
          Choose replacements
        </Button>
      }
    >
      <p>
        <bdi>{names.join(', ')}</bdi>
        {more}
      </p>
    </Banner>
  );
}

/** K6: a run that lost its page waits for Resume, and says what has to be joined again before it can go on. */
export function InterruptedBanner() {
  const view = useView();
  const live = useLive();
  const here = useRunFacts((facts) => facts.standing === 'here');
  const missing = useModelsToJoin(view, 'any');
  const locked = useModelsToJoin(view, 'locked');
  if (!live || !here || view?.status !== 'paused' || view.pausedBecause !== 'interrupted') return null;
  if (locked !== '') return <UnlockFirst models={locked} />;
  if (missing !== '') return <JoinFirst models={missing} />;
  return (
    <Banner tone="wait" icon={Hand} title="This run was interrupted">
      <p>
        The page was closed or lost while it ran. Everything up to here is kept; Resume continues from it.
      </p>
    </Banner>
  );
}

function JoinFirst({ models }: { readonly models: string }) {
  return (
    <Banner
      tone="wait"
      icon={Plug}
      title="This run was interrupted, and its model is not connected any more"
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
          Connect the model
        </Button>
      }
    >
      <p>
        What was kept in the other page only ended with it. Connect {models} again, then press Resume:
        everything up to here is kept.
      </p>
    </Banner>
  );
}

/** Nothing is typed again that was to be remembered: only the passphrase. */
function UnlockFirst({ models }: { readonly models: string }) {
  return (
    <Banner
      tone="wait"
      icon={Lock}
      title="This run was interrupted, and the key of its model is locked"
      actions={<UnlockForm />}
    >
      <p>Unlock {models} with your passphrase, then press Resume: everything up to here is kept.</p>
    </Banner>
  );
}

/**
 * Their names in one text, so that it reads the same as long as nothing changed; empty when none is missing.
 *
 * @param why `locked`: those alone whose key waits for the passphrase
 */
function useModelsToJoin(view: RunView | null, why: 'any' | 'locked'): string {
  const session = useSession();
  const closure = view?.started?.closure;
  return useSyncExternalStore(
    (changed) => session.storage.vault.subscribe(changed),
    () =>
      closure === undefined
        ? ''
        : modelsToJoin(closure, (slot) => isThere(slotStanding(session, slot), why))
            .map((model) => `“${model.name ?? model.model}”`)
            .join(', '),
  );
}

function isThere(standing: SlotStanding, why: 'any' | 'locked'): boolean {
  return why === 'locked' ? standing !== 'locked' : standing === 'filled';
}

/** M4: a run that has not begun says which runs it waits for, how each of them stands, and leads there. */
export function PendingBanner() {
  const live = useLive();
  const awaited = useView()?.pendingOn ?? [];
  if (!live || awaited.length === 0) return null;
  return awaited.map((runId) => <Awaited key={runId} runId={runId} />);
}

function Awaited({ runId }: { readonly runId: string }) {
  const session = useSession();
  const { data: found } = useQuery(runQuery(runId));
  const run = found?.workspace === session.id ? found : undefined;
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
  const asked = useRunsAskedBy(session.id, shown);
  if (!live || shown === null || over) return null;
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
