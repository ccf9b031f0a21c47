import { counted, type Interval } from '#base';
import type { Plan } from '#plan';
import { moneyText, planDifference } from '#projection';
import { medianOf } from '#proving';

/** What the cells of the table tell. */
export type Measure = 'passed' | 'cost' | 'time';

/** How good a share is that passes, in three tones: what the interval leaves open is not told as good. */
export type Grade = 'good' | 'fair' | 'poor';

const FAIR = 0.5;

export function gradeOf({ n, passed }: { readonly n: number; readonly passed: number }): Grade {
  if (passed === n) return 'good';
  return passed / n > FAIR ? 'fair' : 'poor';
}

/** `72–100 %` */
export function intervalText([low, high]: Interval): string {
  return `${percent(low)}–${percent(high)} %`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}

const SECOND_MS = 1_000;
const TENTH_MS = 100;

/** `3.1 s`, and below a tenth of a second in milliseconds. */
export function latencyText(ms: number): string {
  return ms < TENTH_MS ? `${Math.round(ms)} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
}

interface Taken {
  readonly tokens: number;
  readonly microUnits: number;
  readonly currency?: string | undefined;
  readonly estimated?: boolean | undefined;
}

/** Tokens, and money where there is any: what was counted here is about right. */
export function costText(runs: readonly Taken[]): string {
  const tokens = runs.reduce((sum, run) => sum + run.tokens, 0);
  const microUnits = runs.reduce((sum, run) => sum + run.microUnits, 0);
  const about = runs.some(({ estimated }) => estimated) ? 'about ' : '';
  const words = `${about}${counted(tokens, 'token')}`;
  if (microUnits === 0) return words;
  const currency = runs.find((run) => run.currency !== undefined)?.currency ?? null;
  return `${words}, ${moneyText({ microUnits, currency })}`;
}

export function medianLatency(runs: readonly { readonly latencyMs: number }[]): string {
  return latencyText(medianOf(runs.map(({ latencyMs }) => latencyMs)));
}

const TOLD = ['dropped', 'changed', 'added'] as const;

/** How many steps of a plan differ from another; what a single plan is, where there is no other. */
export function differenceWords(plan: Plan, against: Plan | null): string {
  if (plan.kind !== 'capability') return 'It is a state machine.';
  if (against === null) return '';
  if (against.kind !== 'capability') return 'The other is a state machine.';
  const changes = [...planDifference(against, plan).values()];
  const parts = TOLD.flatMap((change) => {
    const count = changes.filter((one) => one === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return parts.length === 0 ? 'The same steps.' : parts.join(', ');
}
