import { Pause, Play, Square } from 'lucide-react';
import { IconButton } from '../../parts/IconButton';
import { isSettledRun } from '../../run/isSettledRun';
import { useLaunch } from '../../run/launch';
import { cancelRun, pauseRun, resumeRun } from '../../run/runActions';
import { useRunFacts, useShownRun } from '../../run/runStore';

/** The controls that a hand needs: run, pause, resume, cancel. */
export function PhoneControls() {
  const launch = useLaunch();
  const here = useRunFacts((facts) => facts.standing === 'here');
  const status = useShownRun((run) => run?.live.status ?? null);
  if (!here || status === null || isSettledRun(status)) {
    return <IconButton icon={Play} label="Run" onClick={() => launch({})} />;
  }
  return (
    <>
      {status === 'paused' ? (
        <IconButton icon={Play} label="Resume" onClick={resumeRun} />
      ) : (
        <IconButton icon={Pause} label="Pause" onClick={pauseRun} />
      )}
      <IconButton icon={Square} label="Cancel" onClick={cancelRun} />
    </>
  );
}
