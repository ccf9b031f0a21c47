import type { Address, Diagnostic } from '#base';
import type { ModelSpec, PlanNode } from '#plan';
import { type AskedPlanner, askedPlanners } from './askedPlanners';
import type { GraphNode } from './graph';
import { namesOf } from './names';
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

/** A plan that was not made by the model that was to make it, because that failed (P5). */
interface Fallback {
  /** Of the planner. */
  readonly address: Address;
  /** Who made the plan instead. */
  readonly madeBy: string;
  /** What the model that was asked last is called, its id, and what was wrong with it. */
  readonly model: string;
  readonly modelId: string;
  readonly problem: Diagnostic | null;
  /** The same as it follows "because": "qwen2.5:7b failed". */
  readonly because: string;
  /** The same in a few words: "model wants a valid key". */
  readonly cause: string;
}

/** A fallback of a run, whose own record says what its planners and models are. */
export interface FallbackOfRun extends Fallback {
  /** What the planner is called. */
  readonly name: string;
  /** The model that was asked last; null where the run has none of that id. */
  readonly asked: ModelSpec | null;
}

/** Planners whose last plan is not by the models that were asked for it: what a green end alone would hide. */
export function fallbacksOf(view: RunView): readonly FallbackOfRun[] {
  const names = namesOf(view);
  const models = view.started?.closure.models ?? [];
  return [...view.planning.values()].flatMap((planning) => {
    const fallback = fallbackOf(planning);
    if (fallback === null) return [];
    const asked = models.find(({ id }) => id === fallback.modelId) ?? null;
    return [{ ...fallback, name: names(planning.address), asked }];
  });
}

/** The same of one planner; null where its plan is by the model that was asked, or there is none. */
export function fallbackOf({ address, attempts }: PlanningRecord): Fallback | null {
  const at = attempts.findLastIndex(({ verdict }) => verdict === 'accepted');
  const made = attempts[at];
  const asked = attempts[at - 1];
  if (!made || !asked || asked.model === null || asked.verdict === 'accepted' || made.model === asked.model)
    return null;
  const [problem = null] = asked.problems;
  const { madeBy: model, model: modelId, verdict } = asked;
  const because = verdict === 'refused' ? `the plan of ${model} was refused` : `${model} failed`;
  const cause = causeOf(verdict, problem);
  return { address, madeBy: made.madeBy, model, modelId, problem, because, cause };
}

function causeOf(verdict: 'refused' | 'failed', problem: Diagnostic | null): string {
  if (verdict === 'refused') return 'model’s plan was refused';
  return CAUSES[problem?.code ?? ''] ?? 'model failed';
}

const CAUSES: Readonly<Record<string, string>> = {
  MODEL_UNAUTHORIZED: 'model wants a valid key',
  MODEL_PASSED_OVER: 'built-in rules were chosen',
  MODEL_UNREACHABLE: 'model not reached',
  MODEL_OFFLINE: 'model not reached',
  MODEL_NO_ANSWER: 'model did not answer',
  MODEL_RATE_LIMITED: 'asked too often',
  MODEL_QUOTA_EXCEEDED: 'account has no credit',
  MODEL_REFUSED: 'model refused to answer',
  MODEL_STREAM_CUT: 'answer broke off',
  MODEL_SERVER_ERROR: 'model’s server failed',
};
