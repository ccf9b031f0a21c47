import { Flag } from 'lucide-react';
import { namesOf, placeOf, type RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { useView } from './runStore';

/** D1: a run that was to go up to a step, or to call it alone, stands there and says so. */
export function StopBanner() {
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
