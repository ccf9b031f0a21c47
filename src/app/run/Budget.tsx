import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { durationText } from '#base';
import type { Budget } from '#kernel';
import { allNodes, askingOf, asksModel, type Plan } from '#plan';
import { moneyText, type RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useSession, useSessionState } from '../state/session';
import { modelsToAsk } from '../state/slots';
import styles from './Budget.module.css';
import { raiseBudget, useCanSteer, useView } from './runStore';

/** K10: how much a run has used of what it may use. One that asks models without a limit is told so. */
export function BudgetBar({ view }: { readonly view: RunView }) {
  const { startedAt, at } = view;
  const uses = budgetUsed(view, startedAt === null || at === null ? 0 : at - startedAt);
  const [nearest] = uses;
  if (nearest === undefined)
    return hasAskedModels(view) ? <NoBudget>This run asks models without a budget.</NoBudget> : null;
  return (
    <div className={styles.budget}>
      <progress aria-label="Budget" max={1} value={Math.min(1, nearest.share)} />
      <ul>
        {uses.map(({ part, words }) => (
          <li key={part}>
            {part} <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same before a run of a plan that asks models (K10). */
export function BudgetWarning({ plan }: { readonly plan: Plan }) {
  const session = useSession();
  const budget = useSessionState((state) => state.budget);
  const hasBudget = budget !== null && Object.keys(budget).length > 0;
  if (hasBudget || modelsToAsk(session).length === 0 || !asksModels(plan)) return null;
  return <NoBudget>Runs of this plan ask models without a budget.</NoBudget>;
}

function asksModels(plan: Plan): boolean {
  return (
    plan.kind === 'capability' &&
    [...allNodes(plan)].some(({ node }) => asksModel(node) || askingOf(node, true) !== null)
  );
}

function NoBudget({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.none}>
      {children}{' '}
      <Button size="small" onClick={() => openDialog({ kind: 'settings', section: 'budget' })}>
        Set a budget
      </Button>
    </p>
  );
}

function hasAskedModels({ usage, started }: RunView): boolean {
  if (started?.simulated === true) return false;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0;
}

/** A part of a budget, and how much of it a run has used (K10). */
interface BudgetUse {
  readonly part: 'Calls' | 'Time' | 'Tokens' | 'Money';
  /** From 0 to 1, and beyond where the last call took more than was left. */
  readonly share: number;
  /** `12 of 50` */
  readonly words: string;
}

/**
 * What a run has used of each part of its budget, the one that is nearest to its end first; none where it has no budget.
 *
 * @param activeMs how long it has worked, as far as that is known
 */
export function budgetUsed(
  view: Pick<RunView, 'budget' | 'calls' | 'usage'>,
  activeMs: number,
): readonly BudgetUse[] {
  const { budget, calls, usage } = view;
  const { inputTokens = 0, outputTokens = 0, microUnits = 0, currency = null, estimated = false } = usage;
  const tokens = inputTokens + outputTokens;
  const money = (amount: number) => moneyText({ microUnits: amount, currency });
  const count = (amount: number) => amount.toLocaleString('en');
  const parts = [
    use('Calls', calls, budget.calls, count),
    use('Time', activeMs, budget.wallTimeMs, durationText),
    use('Tokens', tokens, budget.tokens, count, estimated),
    use('Money', microUnits, budget.microUnits, money, estimated),
  ];
  return parts.filter((part) => part !== null).toSorted((one, other) => other.share - one.share);
}

function use(
  part: BudgetUse['part'],
  used: number,
  limit: number | undefined,
  inWords: (amount: number) => string,
  isAbout = false,
): BudgetUse | null {
  if (limit === undefined) return null;
  const words = `${isAbout ? 'about ' : ''}${inWords(used)} of ${inWords(limit)}`;
  return { part, share: limit === 0 ? 1 : used / limit, words };
}

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
