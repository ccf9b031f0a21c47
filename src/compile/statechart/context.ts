import { type Json, type JsonObject, PersistentMap } from '#base';
import type { StateMachinePlan } from '#plan';
import type { GuardAnswers } from './turn';

/** A state whose action waits for its response, oldest first (M2). */
export type Waiting = {
  readonly state: string;
  readonly response: string;
  readonly failure: string | null;
};

/** A delayed `raise` or `send`, which outlives the state in which it was asked for. */
export type Pending = {
  readonly timer: string;
  /** By which `cancel` finds it; null once another of that id was asked for. */
  readonly id: string | null;
  /** The invocation that it goes to; null where the machine raises it itself. */
  readonly to: string | null;
  readonly event: string;
  readonly data: Json;
};

/** The context of a lowered machine: values only, so that every snapshot is one too. */
export type ChartContext = {
  readonly variables: PersistentMap<Json>;
  readonly results: JsonObject;
  readonly goalData: Json;
  readonly waiting: readonly Waiting[];
  readonly pending: readonly Pending[];
  /** How many delayed events were asked for: their timers are numbered. */
  readonly asked: number;
  /** How guards are answered in this turn, and what is said of those that have neither an answer nor a meaning (M7). */
  readonly answers: GuardAnswers;
  readonly otherwise: boolean;
};

/** Where a machine begins: an input counts where it is given, else the default, else null (V1). */
export function contextAtStart(
  plan: StateMachinePlan,
  given: ReadonlyMap<string, Json>,
  goalData: Json,
  answers: GuardAnswers,
): ChartContext {
  const names = [...plan.variables.map(({ id }) => id), ...given.keys()];
  const defaults = new Map(plan.variables.map((variable) => [variable.id, variable.default ?? null]));
  const variables = PersistentMap.from(
    names.map((name) => [name, given.get(name) ?? defaults.get(name) ?? null] as const),
  );
  return { variables, results: {}, goalData, waiting: [], pending: [], asked: 0, answers, otherwise: false };
}
