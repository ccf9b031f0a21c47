import { FlaskConical } from 'lucide-react';
import { durationText } from '#base';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useShownRun, useView } from '../run/runStore';
import { useEditor, useSession } from '../state/session';
import { keepSimulation, useWhatIf } from './whatIfStore';

/** Says of a simulated run that it is one, at every position. */
export function SimulatedBanner() {
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
