import { WifiOff } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { useLive, useView } from './runStore';

/** Case F8: a run that needs the network while there is none. */
export function OfflineBanner() {
  const view = useView();
  const live = useLive();
  if (!live || view?.status !== 'paused' || view.pausedBecause !== 'offline') return null;
  return (
    <Banner tone="wait" icon={WifiOff} title="This device is offline">
      <p>The run is paused and resumes when the network is back. Everything up to here is kept.</p>
    </Banner>
  );
}
