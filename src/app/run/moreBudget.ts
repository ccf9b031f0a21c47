import type { Budget } from '#kernel';
import { durationText, type RunView } from '#projection';

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
