import { RotateCcw } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { type Address, counted, present } from '#base';
import type { AttachedRun } from '#editor';
import { type Names, namesOf, project, type RunView } from '#projection';
import type { Because, Definition, Foreseen, StaleSteps } from '#runtime';
import { Caution } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Segments } from '../parts/Tabs';
import { usePins } from '../pins/pinOf';
import type { Extent } from '../state/canvas';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { ProblemList } from '../ui/ProblemList';
import { DefinitionChoice, ForeseenCost, forecastOf, useShownForecast } from './forecast';
import styles from './GoOnDialog.module.css';
import { useLaunch } from './launch';
import { useRunFacts, useShownRun } from './runStore';
import { whyNot } from './TimelinePanel';
import { type AskedFor, culpritOf, editsSince, waysOn, whyStale } from './waysOn';

/** D1: goes on from a run with one of its own, after it was said what is reused and what is called again. */
export default function GoOnDialog({ dialog, onClose }: DialogProps<'goOn'>) {
  const shown = useShownRun((run) => run);
  const { step, extent } = dialog;
  // What the run was when it was asked for: whatever goes on meanwhile changes nothing under the pointer.
  const [run] = useState(step?.run ?? shown);
  if (run === null) return null;
  const address = step?.address ?? culpritOf(run.live);
  return <GoOn run={run} first={{ extent, step: address }} onClose={onClose} />;
}

interface GoOnDialogProps {
  readonly run: AttachedRun;
  readonly first: AskedFor;
  readonly onClose: () => void;
}

const EXTENTS: readonly { readonly id: Extent; readonly title: string }[] = [
  { id: 'onward', title: 'From here on' },
  { id: 'only', title: 'Only this step' },
  { id: 'upTo', title: 'Up to here' },
  { id: 'failed', title: 'All failed' },
];

const VERBS: Readonly<Record<Extent, string>> = {
  onward: 'Run from here',
  only: 'Run only this',
  upTo: 'Run to here',
  failed: 'Retry',
};

function GoOn({ run, first, onClose }: GoOnDialogProps) {
  const session = useSession();
  const launch = useLaunch();
  const form = useId();
  const [extent, setExtent] = useState(first.extent);
  const isImported = useRunFacts(({ imported }) => imported);
  const { step } = first;
  const { live } = run;
  const refused = useMemo(() => {
    const plan = live.started?.closure.plans[0]?.id;
    const isHere = !isImported || workspaceToRun(session).plans.some(({ id }) => id === plan);
    return whyNot(run, extent, step, isHere);
  }, [session, run, live, extent, step, isImported]);
  const pins = usePins();
  const ways = useMemo(
    () => (refused === null ? waysOn(session, run, isImported, { extent, step }, pins) : []),
    [session, run, isImported, extent, step, pins, refused],
  );
  const [wanted, setWanted] = useState<Definition | null>(null);
  const chosen = wanted ?? ways[0]?.definition ?? 'current';
  const outcome = ways.find(({ definition }) => definition === chosen)?.outcome;
  const ready = outcome?.ok === true ? outcome.value : null;
  useShownForecast(
    useMemo(
      () => (ready === null ? null : forecastOf(live, ready.foreseen, ready.stale, extent)),
      [live, ready, extent],
    ),
  );
  const edits = useMemo(
    () => (live.started === null ? [] : editsSince(live.started, workspaceToRun(session))),
    [live, session],
  );
  const stepName = step === null ? null : `“${namesOf(live)(step)}”`;
  const submit = () => {
    if (ready === null) return;
    onClose();
    const name = runName(extent, stepName);
    launch({ branch: ready.branch, ...present({ name }) });
  };
  return (
    <Dialog
      title="Run from here?"
      width="side"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={RotateCcw}
            type="submit"
            data-autofocus
            form={form}
            disabled={ready === null}
          >
            {VERBS[extent]}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{whatIsMeant(extent, stepName)} The earlier run stays as it is: this starts a new one.</p>
        {step !== null && (
          <Segments
            label="How much is done again"
            className={styles.extents}
            segments={EXTENTS}
            chosen={extent}
            onChoose={setExtent}
          />
        )}
        {refused !== null && (
          <Caution role="status">
            <p>{refused}</p>
          </Caution>
        )}
        {ways.length > 1 && (
          <DefinitionChoice ways={ways} edits={edits} chosen={chosen} onChoose={setWanted} />
        )}
        {ways.length === 1 && ways[0]?.definition === 'recorded' && (
          <p className={styles.muted}>
            Its plan is not in this workspace any more. It is run as it was then.
          </p>
        )}
        {ready !== null && (
          <ForeseenSteps earlier={live} foreseen={ready.foreseen} stale={ready.stale} extent={extent} />
        )}
        {outcome?.ok === false && <ProblemList diagnostics={outcome.problem} />}
      </form>
    </Dialog>
  );
}

/** What the run is called in the list (D12); a retry says itself what it is. */
function runName(extent: Extent, step: string | null): string | undefined {
  if (step === null) return undefined;
  switch (extent) {
    case 'onward':
      return `From ${step} on`;
    case 'only':
      return `Only ${step}`;
    case 'upTo':
      return `Up to ${step}`;
    case 'failed':
      return undefined;
  }
}

function whatIsMeant(extent: Extent, name: string | null): string {
  if (name === null) return 'Retry what was not finished.';
  switch (extent) {
    case 'onward':
      return `Run from ${name} on.`;
    case 'only':
      return `Call ${name} again, and stop there.`;
    case 'upTo':
      return `Run up to ${name}, and stop there.`;
    case 'failed':
      return `Retry from ${name}.`;
  }
}

interface ForeseenStepsProps {
  /** The run that is gone on from. */
  readonly earlier: RunView;
  readonly foreseen: Foreseen;
  /** What of the earlier run is stale: why a step is called again says the same as its card (D11). */
  readonly stale: StaleSteps;
  readonly extent: Extent;
}

const REASONS: Readonly<Record<Because, string>> = {
  failed: 'failed',
  unfinished: 'was not finished',
  changed: 'its definition or its input has changed',
  chosen: 'as you chose',
  'not run': 'has not run',
};

/** What a run that goes on from another reuses, and what it calls again (UX, "Run from here"). */
export function ForeseenSteps({ earlier, foreseen, stale, extent }: ForeseenStepsProps) {
  const { reused, again, asks } = foreseen;
  // Who stops at a step does not come to what lies behind it.
  const goesOn = extent !== 'only' && extent !== 'upTo';
  const later = goesOn ? foreseen.later : [];
  const mayAsk = goesOn ? foreseen.mayAsk : [];
  const nameOf = useMemo(() => namesIn(earlier, foreseen), [earlier, foreseen]);
  const whyAgain = (address: Address, because: Because) => {
    // What the record leaves out because a model or a document is another now is stale, and nobody chose it.
    const reason = because === 'changed' || because === 'chosen' ? stale.get(address) : undefined;
    const isStale = reason !== undefined && reason.kind !== 'before';
    return isStale ? whyStale(address, reason, nameOf) : REASONS[because];
  };
  const calls = again.length + asks.length;
  return (
    <section aria-label="What happens" className={styles.happens}>
      <h3 className={styles.title}>What happens</h3>
      <div className={styles.bar} aria-hidden>
        <span className={styles.reused} style={{ flexGrow: reused.length }} />
        <span className={styles.again} style={{ flexGrow: calls }} />
      </div>
      <div role="status">
        <p>
          <strong>{counted(reused.length, 'step')} reused</strong> from the record, without a call
        </p>
        {reused.length > 0 && <p className={styles.muted}>{listOf(reused, nameOf)}</p>}
        <p>
          <strong>{counted(calls, 'step')} called again</strong>
          {whatFollows(extent, calls)}
        </p>
      </div>
      <ul className={styles.steps}>
        {again.slice(0, MOST).map(({ address, because }) => (
          <li key={address}>
            <span>{nameOf(address)}</span>
            <span className={styles.muted}>{whyAgain(address, because)}</span>
          </li>
        ))}
        {again.length > MOST && <li className={styles.muted}>and {again.length - MOST} more</li>}
        {asks.map((address) => (
          <li key={address}>
            <span>{nameOf(address)}</span>
            <span className={styles.muted}>asks you first</span>
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <p className={styles.muted}>Reused where the input stays the same: {listOf(later, nameOf)}</p>
      )}
      <ForeseenCost earlier={earlier} foreseen={foreseen} extent={extent} />
      {asks.length + mayAsk.length > 0 && (
        <Caution>
          <p>
            A step that has changed something outside is never called again by itself: the run stops there and
            asks.{mayAsk.length > 0 && ` In this run: ${listOf(mayAsk, nameOf)}.`}
          </p>
        </Caution>
      )}
    </section>
  );
}

const MOST = 12;

function whatFollows(extent: Extent, calls: number): string {
  if (extent === 'only') return ', then the run is paused';
  if (extent === 'upTo')
    return calls === 0 ? ': the run goes up to the step' : ' at once, then what lies before the step';
  return ` at once, then what comes after ${calls === 1 ? 'it' : 'them'}`;
}

function listOf(addresses: readonly Address[], nameOf: Names): string {
  const more = addresses.length - MOST;
  const names = addresses.slice(0, MOST).map(nameOf).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** Plans that were made in the run of before have names there; what was renamed since has its new one. */
function namesIn(earlier: RunView, { commits }: Foreseen): Names {
  const view = project(commits);
  const [now, then] = [namesOf(view), namesOf(earlier)];
  return (address) => (view.nodes.has(address) ? now(address) : then(address));
}
