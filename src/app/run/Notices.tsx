import { Flag, FlaskConical, GitFork, PlugZap, WifiOff } from 'lucide-react';
import type { Ref } from 'react';
import { durationText } from '#base';
import { namesOf, placeOf, type RunView, type Waiting } from '#projection';
import { NotKeptBanner } from '../library/NotKeptBanner';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useEditor, useScene, useSession, useSessionState } from '../state/session';
import { keepSimulation, useWhatIf } from '../whatif/whatIfStore';
import styles from './Banners.module.css';
import { BudgetBanner } from './Budget';
import { useForkBeside } from './fork';
import { takeOverRun } from './openRun';
import { isSettledRun, useLive, useRunFacts, useShownRun, useView } from './runStore';
import {
  AbsentBanner,
  ErrorBanner,
  FallbackBanner,
  GoalBanner,
  InterruptedBanner,
  PendingBanner,
  RunTroubleBanner,
  SaveTrouble,
  ServerWaitBanner,
} from './TroubleBanners';
import { WaitingItem } from './WaitingItem';
import { keyOfWaiting, useAskedHere } from './waiting';

interface Props {
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}

/** What wants attention, the most urgent first. */
export function Notices({ className = styles.stack, ref }: Props) {
  const waiting = useView()?.waiting ?? [];
  const isMachine = useScene((scene) => scene.machine !== null);
  // What a machine listens for stands in its panel, and on its transitions; what is asked, in the panel of the run.
  const asked = useAskedHere();
  const isTold = (item: Waiting): boolean => !asked.includes(item) && !(isMachine && item.kind === 'signal');
  return (
    <div ref={ref} className={className}>
      <NotKeptBanner />
      <SaveTrouble />
      <RunTroubleBanner />
      <RestrictedBanner />
      <AbsentBanner />
      <SimulatedBanner />
      <ElsewhereBanner />
      <ForkBanner />
      <PendingBanner />
      <GoalBanner />
      <InterruptedBanner />
      <StopBanner />
      <BudgetBanner />
      <OfflineBanner />
      <ServerWaitBanner />
      <UnreadSessionBanner />
      <FallbackBanner />
      <ErrorBanner />
      {waiting.filter(isTold).map((item) => (
        <WaitingItem key={keyOfWaiting(item)} waiting={item} />
      ))}
    </div>
  );
}

/** T1: content that is not trusted runs nothing. */
function RestrictedBanner() {
  const trusted = useSessionState((state) => state.trusted);
  if (trusted) return null;
  return (
    <Banner
      tone="info"
      title="Restricted: this workspace came from outside"
      actions={
        <Button
          variant="outline"
          aria-label="Trust"
          onClick={() => openDialog({ kind: 'trust', next: null })}
        >
          Trust…
        </Button>
      }
    >
      <p>You can look at everything. Nothing runs and nothing is contacted before you trust it.</p>
    </Banner>
  );
}

/** P16: the run has started without what its session holds. */
function UnreadSessionBanner() {
  const told = useShownRun((run) => run?.live.started?.session ?? null);
  if (told === null || !('unread' in told)) return null;
  return (
    <Banner tone="wait" title="This run started without what its session holds">
      <p>{told.unread}</p>
    </Banner>
  );
}

function ElsewhereBanner() {
  const session = useSession();
  const elsewhere = useRunFacts((facts) => facts.standing === 'elsewhere');
  const runId = useShownRun((run) => run?.runId ?? null);
  const over = useShownRun((run) => run !== null && isSettledRun(run.live.status));
  if (!elsewhere || runId === null || over) return null;
  return (
    <Banner
      tone="info"
      icon={PlugZap}
      title="Running in another tab"
      actions={
        <Button variant="outline" onClick={() => void takeOverRun(session, runId)}>
          Take over
        </Button>
      }
    >
      <p>You see it live and cannot change it here.</p>
    </Banner>
  );
}

/** Case F8: a run that needs the network while there is none. */
function OfflineBanner() {
  const view = useView();
  const live = useLive();
  if (!live || view?.status !== 'paused' || view.pausedBecause !== 'offline') return null;
  return (
    <Banner tone="wait" icon={WifiOff} title="This device is offline">
      <p>The run is paused and resumes when the network is back. Everything up to here is kept.</p>
    </Banner>
  );
}

/** D3: while a fork is made, how the canvas is read. */
function ForkBanner() {
  const at = useForkBeside()?.at ?? null;
  const length = useShownRun((run) => run?.commits.length ?? 0);
  if (at === null) return null;
  return (
    <Banner tone="info" icon={GitFork} title={`Forking at ${at} of ${length}`}>
      <p>What is solid comes from the record; what is dashed runs again.</p>
    </Banner>
  );
}

/** D1: a run that was to go up to a step, or to call it alone, stands there and says so. */
function StopBanner() {
  const view = useView();
  const stop = view?.started?.stop;
  if (stop === undefined || view?.status !== 'paused' || view.pausedBecause !== 'reached') return null;
  const name = `“${namesOf(view)(stop.after)}”`;
  const title = hasRun(view, stop.after) ? `Stopped after ${name}` : `${name} was passed over`;
  return (
    <Banner tone="info" icon={Flag} title={title}>
      <p>
        {stop.only
          ? 'Only this step was to be called. Resume continues with what comes after it; Cancel ends the run.'
          : 'The run was to stop here. Resume continues with what comes next; Cancel ends the run.'}
      </p>
    </Banner>
  );
}

/** A step that is named without its round is any of them. */
function hasRun({ nodes }: RunView, after: Parameters<typeof placeOf>[0]): boolean {
  const { key } = placeOf(after);
  return [...nodes.values()].some(
    ({ address, status }) => status !== 'skipped' && placeOf(address).key === key,
  );
}

/** Says of a simulated run that it is one, at every position. */
function SimulatedBanner() {
  const session = useSession();
  const editor = useEditor();
  const simulated = useShownRun((run) => run?.live.started?.simulated === true);
  const runId = useShownRun((run) => run?.runId ?? null);
  const unkept = useWhatIf(({ last }) => last?.kind === 'done' && last.runId === runId);
  const view = useView();
  if (!simulated || view === null) return null;
  const elapsed = durationText((view.at ?? 0) - (view.startedAt ?? 0));
  return (
    <Banner
      tone="plan"
      icon={FlaskConical}
      title="Simulated: nothing of this happened"
      actions={
        <>
          {unkept && (
            <Button variant="outline" onClick={() => void keepSimulation(session)}>
              Keep as a run
            </Button>
          )}
          <Button variant="outline" onClick={() => editor.showRun(null)}>
            Back to the plan
          </Button>
        </>
      }
    >
      <p>
        Answered by a script on a virtual clock, here at {elapsed}
        {unkept ? '; it is stored nowhere.' : '.'}
      </p>
    </Banner>
  );
}
