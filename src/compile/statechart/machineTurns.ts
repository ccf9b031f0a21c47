import type { Json, JsonObject } from '#base';
import type { CompiledMachine } from './compiledMachine';
import { configurationOf } from './configuration';
import { contextAtStart } from './context';
import { contextIn } from './contextIn';
import { takeUnanswered } from './guard';
import { type Heard, hear } from './hear';
import { nowhere, resume, standingOf } from './standing';
import { openChart } from './stepper';
import type { GuardAnswers, MachineEffect, MachineEvent, MachineStanding, MachineTurn } from './turn';

/** What a machine begins with. */
export interface MachineStart {
  /** The input, and whatever else is known already; other variables begin with their default, or null (V1). */
  readonly variables: JsonObject | ReadonlyMap<string, Json>;
  readonly goalData: Json;
  readonly guards?: GuardAnswers;
  /** Whether tables by reference are more than objects (V6); they are where it is not said. */
  readonly handles?: boolean;
}

/**
 * Enters the initial states (M1). Pure: nothing that the effects ask for is done.
 *
 * @returns the first turn; where an entry action has no value, `error` and a failed standing without states
 */
export function startMachine(machine: CompiledMachine, start: MachineStart): MachineTurn {
  const { variables, goalData, guards = {}, handles = true } = start;
  const given = variables instanceof Map ? variables : new Map(Object.entries(variables));
  const context = contextAtStart(machine.plan, given, goalData, guards, handles);
  takeUnanswered();
  const step = openChart(machine.logic, context);
  return turnOf(machine, nowhere(context), { ...step, isUsed: true, died: null });
}

/**
 * One event taken whole, as XState takes it (M1): eventless transitions and raised events included. Pure, and the same
 * again for the same standing, whether that was restored from JSON or not.
 *
 * @param guards answers to guards (M7); they go before what the plan says of them
 * @param handles as at its start
 * @returns the next standing; where the event is of no use, the same one
 */
export function sendToMachine(
  machine: CompiledMachine,
  standing: MachineStanding,
  event: MachineEvent,
  guards: GuardAnswers = {},
  handles = true,
): MachineTurn {
  if (standing.status !== 'active') {
    return { standing, effects: [], handled: false, error: null, unanswered: [] };
  }
  takeUnanswered();
  return turnOf(
    machine,
    standing,
    hear(machine, resume(machine, standing, { answers: guards, handles }), event),
  );
}

function turnOf(machine: CompiledMachine, before: MachineStanding, heard: Heard): MachineTurn {
  const unanswered = [...takeUnanswered()];
  const { snapshot, effects, error, isUsed, died } = heard;
  if (snapshot === null) return { standing: before, effects: [], handled: false, error, unanswered };
  const handled = isUsed || effects.some(({ kind }) => kind === 'taken');
  if (!handled) return { standing: before, effects, handled, error: null, unanswered };
  if (died !== null) {
    const output = { code: died.code, message: died.message };
    const ended: MachineEffect = { kind: 'done', state: null, outcome: 'failed', output };
    const standing: MachineStanding = { ...before, status: 'failed' };
    return { standing, effects: [...effects, ended], handled, error: null, unanswered };
  }
  if (snapshot.status === 'active') {
    return { standing: standingOf(snapshot, 'active'), effects, handled, error: null, unanswered };
  }
  return { ...ended(machine, heard, snapshot), handled, error: null, unanswered };
}

/** M3: the machine has come to a final state of its root. */
function ended(
  { nodes, plan }: CompiledMachine,
  { effects }: Heard,
  snapshot: NonNullable<Heard['snapshot']>,
): Pick<MachineTurn, 'standing' | 'effects'> {
  const final = configurationOf(snapshot).find(
    (node) => node.type === 'final' && node.parent?.parent === undefined,
  );
  const node = final === undefined ? plan : nodes.get(final.id);
  const outcome = node !== undefined && 'outcome' in node ? (node.outcome ?? 'completed') : 'completed';
  const context = contextIn(snapshot.context);
  const output = snapshot.output ?? null;
  const results = { ...context.results, final: output };
  const withdrawn = context.books.pending.map(({ timer }): MachineEffect => ({ kind: 'untimer', id: timer }));
  const last = {
    ...snapshot,
    context: { ...context, results, books: { ...context.books, pending: [], waiting: [] } },
  };
  return {
    standing: standingOf(last, outcome === 'failed' ? 'failed' : 'done'),
    effects: [
      ...effects,
      ...withdrawn,
      { kind: 'result', state: 'final', value: output },
      { kind: 'done', state: final?.id ?? null, outcome, output },
    ],
  };
}
