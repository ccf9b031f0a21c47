import type { Address } from '#base';
import type { PlanNode } from '#plan';
import { type AskedPlanner, askedPlanners } from './askedPlanners';
import { fallbackOf } from './fallbacks';
import type { GraphNode } from './graph';
import type { PlanningRecord, RunView } from './runView';

/** What cards tell of the models behind them, at one position of a run. */
export class ModelWork {
  #asked: readonly AskedPlanner[] | undefined;

  /** @param isPast an earlier position is looked at, where time stands still */
  constructor(
    private readonly view: RunView,
    private readonly isPast: boolean,
  ) {}

  /** The planner at this address, where its model is at work. */
  askedAt(address: Address): AskedPlanner | undefined {
    this.#asked ??= askedPlanners(this.view);
    return this.#asked.find((one) => one.address === address);
  }

  /** Whether a model is at work on this plan. */
  isWriting(planning: PlanningRecord): boolean {
    return planning.streaming && this.askedAt(planning.address) !== undefined;
  }

  /** How long a model has been asked, or that a plan is not by the model that was asked for it (P5). */
  told(
    { type }: PlanNode,
    planning: PlanningRecord | undefined,
    asked: AskedPlanner | undefined,
  ): Pick<GraphNode, 'asking' | 'caution'> {
    if (asked !== undefined) {
      const { askedAt: from } = asked.planning;
      return { asking: { from, at: this.isPast ? Math.max(from, this.view.at ?? from) : null } };
    }
    const fallback = planning === undefined || planning.streaming ? null : fallbackOf(planning);
    if (fallback === null) return {};
    return { caution: type === 'PLANNER' ? fallback.cause : 'not the model’s plan' };
  }
}
