import { type Address, type Diagnostic, depthOf, withoutAttempt } from '#base';
import type { PlanCommand } from '#kernel';
import { MODEL_FLAVOURS, type ModelSpec, type PlanNode } from '#plan';
import type { GraphNode } from './graph';
import { namesOf, nodeInRun } from './names';
import type { NodeRecord, PlanningRecord, RunView } from './runView';

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

/** A planner whose model has been asked and has not answered whole. */
export interface AskedPlanner {
  /** Without attempt. */
  readonly address: Address;
  readonly call: Address;
  /** What was asked. */
  readonly command: PlanCommand;
  /** What the planner is called, and what its model is. */
  readonly name: string;
  readonly who: string;
  /** Null where the run's own record has no such model. */
  readonly model: ModelSpec | null;
  readonly planning: PlanningRecord;
}

/** The planners that wait for the words of a model at this position; a call that has not left is none (K13). */
export function askedPlanners(view: RunView): readonly AskedPlanner[] {
  // Nobody works at a run that was left.
  if (view.pausedBecause === 'interrupted') return [];
  const names = namesOf(view);
  return [...view.open.values()].flatMap((command) => {
    const planning = command.kind === 'plan' ? askedBy(command, view) : undefined;
    if (planning === undefined || command.kind !== 'plan') return [];
    const model = modelOf(command, view);
    const who = model?.name ?? model?.model ?? 'the model';
    const { address } = planning;
    return [{ address, call: command.address, command, name: names(address), who, model, planning }];
  });
}

function askedBy({ address, flavour, text }: PlanCommand, view: RunView): PlanningRecord | undefined {
  const isKept = view.waiting.some((one) => one.address === address);
  if (isKept || text !== null || !MODEL_FLAVOURS.has(flavour)) return undefined;
  return view.planning.get(withoutAttempt(address));
}

/** The model of that id; the first one where none is named. */
function modelOf({ model }: { readonly model: string | null }, { started }: RunView): ModelSpec | null {
  const models = started?.closure.models ?? [];
  return (model === null ? models[0] : models.find(({ id }) => id === model)) ?? null;
}

const UNAUTHORIZED = 'MODEL_UNAUTHORIZED';

/**
 * The model whose key was refused, where that is why a run failed (case F8): in the innermost step that failed, or the last one
 * that its planner asked. One that another model took the place of is not why.
 *
 * @returns null where no key was refused, or the run's own record has no such model
 */
export function refusedModelOf(view: RunView): ModelSpec | null {
  if (view.error === null) return null;
  let refused: { readonly model: string | null; readonly depth: number } | null = null;
  for (const record of view.nodes.values()) {
    const depth = depthOf(record.address);
    const model = record.status === 'failed' ? refusedAt(record, view) : undefined;
    if (model !== undefined && depth >= (refused?.depth ?? 0)) refused = { model, depth };
  }
  if (refused === null) return null;
  return modelOf(refused, view);
}

/** Id of the model that refused the key at a failed node, null for the first one; undefined: none did. */
function refusedAt({ address, error, input }: NodeRecord, view: RunView): string | null | undefined {
  const planning = view.planning.get(address);
  if (planning !== undefined) {
    const asked = planning.attempts.findLast(({ model }) => model !== null);
    return asked?.problems.some(({ code }) => code === UNAUTHORIZED) ? asked.model : undefined;
  }
  if (error?.code !== UNAUTHORIZED || view.error?.code !== UNAUTHORIZED) return undefined;
  return modelIn(input) ?? modelIn(paramsAt(address, view)) ?? null;
}

function modelIn(given: unknown): string | null {
  const isGiven = typeof given === 'object' && given !== null && 'model' in given;
  return isGiven && typeof given.model === 'string' ? given.model : null;
}

/** A node that asks a model by itself names it there. */
function paramsAt(address: Address, view: RunView): unknown {
  const node = nodeInRun(address, view);
  return node !== null && 'params' in node ? node.params : null;
}
