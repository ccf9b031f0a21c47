import { Hand, Lock, Plug, PlugZap } from 'lucide-react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Address } from '#base';
import { write } from '#plan';
import { inNamesAt, isUnanswered, namesOf, placeOf, type RunView } from '#projection';
import type { SlotStanding } from '#runtime';
import { workspaceFile } from '#share';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { UnlockForm } from '../settings/ConnectionsTab';
import { RoomLeft } from '../settings/StorageTab';
import { canvasOfPage, whenDrawn } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { PHONE, useMedia } from '../state/layout';
import {
  type Session,
  useDocument,
  useEditor,
  usePlanView,
  useScene,
  useSession,
  useSessionState,
} from '../state/session';
import { slotStanding } from '../state/slots';
import { RetryButton } from './GoOnButtons';
import { modelsToJoin } from './modelsOfRun';
import { exportRun } from './openRun';
import { retryStorage, useLive, useRunFacts, useShownRun, useView } from './runStore';
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
    if (culprit !== null) whenDrawn(() => canvasOfPage()?.bringIn(placeOf(culprit).key));
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
