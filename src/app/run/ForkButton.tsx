import { GitFork } from 'lucide-react';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { useKeyTexts } from '../state/keyBindings';
import { useSession } from '../state/session';
import { canFork } from './canFork';
import { openFork, useForkDraft } from './forkStore';
import { useShownRun } from './runStore';

/** D3: a run of its own from the shown position, with something changed. Not there where no run can be forked. */
export function ForkButton({ compact = false }: { readonly compact?: boolean }) {
  const session = useSession();
  const keysFor = useKeyTexts();
  const isForking = useForkDraft() !== null;
  const isOffered = useShownRun((run) => run !== null && canFork(run));
  if (!isOffered) return null;
  const open = () => void openFork(session);
  if (compact) return <IconButton icon={GitFork} label="Fork" onClick={open} />;
  return (
    <Button
      icon={GitFork}
      aria-pressed={isForking}
      data-tip="Start another run from this position, with something changed"
      data-keys={keysFor('run.fork')}
      onClick={open}
    >
      Fork
    </Button>
  );
}
