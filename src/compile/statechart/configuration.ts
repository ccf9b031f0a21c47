import type { AnyMachineSnapshot, AnyStateNode, MachineContext } from 'xstate';
import { type Json, type JsonObject, PersistentMap } from '#base';
import type { StateMachinePlan } from '#plan';
import type { GuardAnswers } from './turn';

/**
 * The configuration of a machine: all its active states, in the order in which XState asks them. XState's documentation does not
 * name the place where it keeps them (xstateFacts.test.ts): no other file looks there.
 */
export function configurationOf(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  return snapshot._nodes;
}

/** The same snapshot with other active states. */
export function withConfiguration(
  snapshot: AnyMachineSnapshot,
  states: readonly AnyStateNode[],
): AnyMachineSnapshot {
  return { ...snapshot, _nodes: [...states] };
}

/** A state whose action waits for its response, oldest first (M2). */
export type Waiting = {
  readonly state: string;
  readonly response: string;
  readonly failure: string | null;
};

/** A delayed `raise` or `send`, which outlives the state in which it was asked for. */
export type Pending = {
  readonly timer: string;
  /** By which `cancel` finds it. */
  readonly id: string | null;
  /** Whether it still does: of several with one id only the last, and none once one of them has come. */
  readonly isFound: boolean;
  /** The invocation that it goes to; null where the machine raises it itself. */
  readonly to: string | null;
  /** That invocation was stopped since: another of the same id is not meant. */
  readonly isLost?: boolean;
  readonly event: string;
  readonly data: Json;
};

/**
 * What a machine keeps account of for its host. It is written in place, in a copy that each turn gets: XState takes a
 * change of the context for a reason to look at eventless transitions once more, and this is none.
 */
export type Books = {
  waiting: readonly Waiting[];
  pending: readonly Pending[];
  /** How many delayed events were asked for: their timers are numbered. */
  asked: number;
};

/** The context of a lowered machine. */
export type ChartContext = {
  readonly variables: PersistentMap<Json>;
  readonly results: JsonObject;
  readonly goalData: Json;
  readonly books: Books;
  /** How guards are answered in this turn, and what is said of those that have neither an answer nor a meaning (M7). */
  readonly answers: GuardAnswers;
  readonly otherwise: boolean;
  /** Whether tables by reference are more than objects (V6): not in runs recorded before there were any (K5). */
  readonly handles: boolean;
};

/** Where a machine begins: an input counts where it is given, else the default, else null (V1). */
export function contextAtStart(
  plan: StateMachinePlan,
  given: ReadonlyMap<string, Json>,
  goalData: Json,
  answers: GuardAnswers,
  handles: boolean,
): ChartContext {
  const names = [...plan.variables.map(({ id }) => id), ...given.keys()];
  const defaults = new Map(plan.variables.map((variable) => [variable.id, variable.default ?? null]));
  const variables = PersistentMap.from(
    names.map((name) => [name, given.get(name) ?? defaults.get(name) ?? null] as const),
  );
  const books = { waiting: [], pending: [], asked: 0 };
  return { variables, results: {}, goalData, books, answers, otherwise: false, handles };
}

/** A context of XState, which knows it as a record of anything. */
export function contextIn(context: MachineContext): ChartContext {
  const { variables, results, goalData, books, answers, otherwise, handles } = context;
  return { variables, results, goalData, books, answers, otherwise, handles };
}
