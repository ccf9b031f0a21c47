import { GitFork } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { useForkBeside } from './forkStore';
import { useShownRun } from './runStore';

/** D3: while a fork is made, how the canvas is read. */
export function ForkBanner() {
  const at = useForkBeside()?.at ?? null;
  const length = useShownRun((run) => run?.commits.length ?? 0);
  if (at === null) return null;
  return (
    <Banner tone="info" icon={GitFork} title={`Forking at ${at} of ${length}`}>
      <p>What is solid comes from the record; what is dashed runs again.</p>
    </Banner>
  );
}
