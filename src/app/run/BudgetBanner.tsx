import { Gauge } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { moreFor } from './moreBudget';
import { raiseBudget } from './runActions';
import { useCanSteer, useView } from './runStore';

/** A run that used up what it may use (K10): what that was, and as much again in one click. */
export function BudgetBanner() {
  const view = useView();
  const steer = useCanSteer();
  if (view?.status !== 'paused' || view.pausedBecause !== 'budget') return null;
  const more = moreFor(view);
  return (
    <Banner
      tone="wait"
      icon={Gauge}
      title="The run has used up its budget"
      actions={
        <Button variant="primary" disabled={!steer} onClick={() => raiseBudget(more.budget)}>
          {more.label}
        </Button>
      }
    >
      <p>{more.used} Everything up to here is kept; Cancel ends it.</p>
    </Banner>
  );
}
