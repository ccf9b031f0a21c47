import { RotateCcw } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AttachedRun } from '#editor';
import { namesOf } from '#projection';
import type { Definition } from '#runtime';
import { Button } from '../parts/Button';
import { Caution } from '../parts/Caution';
import { Dialog } from '../parts/Dialog';
import { Segments } from '../parts/Segments';
import { usePins } from '../pins/pinsOfPage';
import type { DialogProps } from '../state/dialogs';
import type { Extent } from '../state/extent';
import { useSession } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { ProblemList } from '../ui/ProblemList';
import { culpritOf } from './culprit';
import { DefinitionChoice } from './DefinitionChoice';
import { whyNot } from './extents';
import { ForeseenSteps } from './ForeseenSteps';
import { forecastOf, useShownForecast } from './forecast';
import styles from './GoOnDialog.module.css';
import { useLaunch } from './launch';
import { useRunFacts, useShownRun } from './runStore';
import { type AskedFor, editsSince, waysOn } from './waysOn';

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

interface Props {
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

function GoOn({ run, first, onClose }: Props) {
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
    launch({ branch: ready.branch, ...(name === undefined ? {} : { name }) });
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
