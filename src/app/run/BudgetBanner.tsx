import { Gauge } from 'lucide-react';
import { durationText } from '#base';
import type { Budget } from '#kernel';
import type { RunView } from '#projection';
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

const MICRO = 1_000_000;

/** As much again as the run was given at first, of what is used up (K10). */
export function moreFor(view: RunView): More {
  const { budget, calls, started, usedUp, usage } = view;
  const first = started?.budget ?? {};
  switch (usedUp) {
    case 'tokens': {
      const again = first.tokens ?? 0;
      const used = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
      return {
        used: `It has taken ${usage.estimated ? 'about ' : ''}${used} of its ${budget.tokens ?? 0} tokens.`,
        label: `Allow ${again} more`,
        budget: { tokens: Math.max(used, budget.tokens ?? 0) + again },
      };
    }
    case 'money': {
      const again = first.microUnits ?? 0;
      const used = usage.microUnits ?? 0;
      const money = (microUnits: number): string =>
        `${(microUnits / MICRO).toFixed(2)} ${usage.currency ?? ''}`.trim();
      return {
        used: `It has cost ${money(used)}.`,
        label: `Allow ${money(again)} more`,
        budget: { microUnits: Math.max(used, budget.microUnits ?? 0) + again },
      };
    }
    case 'price':
      return {
        used: 'What its next call costs is not known: its model has no price.',
        label: 'Allow it anyway',
        budget: { unpriced: true },
      };
    case 'dynamicSteps': {
      const again = first.dynamicSteps ?? 0;
      return {
        used: `Its plans would have more than ${budget.dynamicSteps ?? 0} steps.`,
        label: `Allow ${again} more`,
        budget: { dynamicSteps: (budget.dynamicSteps ?? 0) + again },
      };
    }
    case 'depth':
      return {
        used: `Its next planner lies ${budget.depth ?? 0} deep in others.`,
        label: 'Allow one deeper',
        budget: { depth: (budget.depth ?? 0) + 1 },
      };
    default:
      return moreCallsOrTime(budget, calls, first);
  }
}

function moreCallsOrTime(budget: Budget, calls: number, first: Budget): More {
  if (budget.calls !== undefined && calls >= budget.calls) {
    const again = first.calls ?? budget.calls;
    return {
      used: `It made all of its ${budget.calls} calls.`,
      label: `Allow ${again} more`,
      budget: { calls: budget.calls + again },
    };
  }
  const limit = budget.wallTimeMs ?? 0;
  const again = first.wallTimeMs ?? limit;
  return {
    used: `It has run for ${durationText(limit)}.`,
    label: `Allow ${durationText(again)} more`,
    budget: { wallTimeMs: limit + again },
  };
}
