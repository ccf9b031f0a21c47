import { RotateCcw } from 'lucide-react';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { canRetry } from './canRetry';
import { useShownRun } from './runStore';

/** D1: calls again what failed in the shown run, and reuses the rest. Not there where nothing can be retried. */
export function RetryButton() {
  const keysFor = useKeyTexts();
  const isOffered = useShownRun((run) => run !== null && canRetry(run));
  if (!isOffered) return null;
  return (
    <Button
      variant="outline"
      icon={RotateCcw}
      data-tip="Call again what failed, and reuse the rest"
      data-keys={keysFor('run.retry')}
      onClick={() => openDialog({ kind: 'goOn', extent: 'failed', step: null })}
    >
      Retry from failed
    </Button>
  );
}
