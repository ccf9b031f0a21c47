import { type Address, withoutAttempt } from '#base';
import type { PlanCommand } from '#kernel';
import { MODEL_FLAVOURS, type ModelSpec } from '#plan';
import { namesOf } from './names';
import type { PlanningRecord, RunView } from './runView';

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

function modelOf({ model }: PlanCommand, { started }: RunView): ModelSpec | null {
  const models = started?.closure.models ?? [];
  return (model === null ? models[0] : models.find(({ id }) => id === model)) ?? null;
}
