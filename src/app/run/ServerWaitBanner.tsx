import { Hourglass } from 'lucide-react';
import { type NodeRecord, namesOf, type RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { cancelRun } from './runActions';
import { useCanSteer, useLive, useView } from './runStore';
import { useNow } from './runWords';

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
