import { Gauge } from 'lucide-react';
import type { Budget } from '#kernel';
import { durationText, type RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
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

interface More {
  readonly used: string;
  readonly label: string;
  readonly budget: Budget;
}

/** As much again as the run was given at first. */
export function moreFor({ budget, calls, started }: RunView): More {
  if (budget.calls !== undefined && calls >= budget.calls) {
    const again = started?.budget.calls ?? budget.calls;
    return {
      used: `It made all of its ${budget.calls} calls.`,
      label: `Allow ${again} more`,
      budget: { calls: budget.calls + again },
    };
  }
  const limit = budget.wallTimeMs ?? 0;
  const again = started?.budget.wallTimeMs ?? limit;
  return {
    used: `It has run for ${durationText(limit)}.`,
    label: `Allow ${durationText(again)} more`,
    budget: { wallTimeMs: limit + again },
  };
}
