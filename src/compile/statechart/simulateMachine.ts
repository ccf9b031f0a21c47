import type { Json, JsonObject } from '#base';
import type { SimulatedEvent } from '#plan';
import { takeUnanswered } from './actions';
import { invocationsOf } from './canonical';
import type { CompiledMachine } from './compileMachine';
import { configurationOf, contextAtStart, contextIn } from './configuration';
import { nowhere, resume, standingOf } from './standing';
import { type Heard, hear, openChart } from './step';
import {
  afterTimer,
  type GuardAnswers,
  type MachineEffect,
  type MachineEvent,
  type MachineStanding,
  type MachineTurn,
} from './turn';

/** A line of a simulated machine (H1): where it stands after an event. */
export interface SimulatedStep {
  /** As it was given; null for the initial state. */
  readonly event: Json;
  readonly handled: boolean;
  readonly configuration: readonly string[];
  readonly value: Json;
  /** The variables. */
  readonly context: JsonObject;
  /** XState's words. */
  readonly status: 'active' | 'done' | 'error';
}

export interface SimulatedMachine {
  readonly steps: readonly SimulatedStep[];
  /** Guards that nobody has answered: they were taken to say no. */
  readonly unanswered: readonly string[];
  /** What could not be evaluated, or did not come to rest, in order. */
  readonly problems: readonly SimulationProblem[];
}

interface SimulationProblem {
  /** Of `steps`. */
  readonly step: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Simulates a machine without any effect (M7): a fold of its turns. Timers pass only as time is given to them, in the
 * order in which they are due; of those due together, the one that was started first. An event at which an expression
 * has no value changes nothing, and the next is taken: a condition that cannot be decided does not hold (SCXML 5.9.1).
 */
export function simulateMachine(
  machine: CompiledMachine,
  start: MachineStart,
  events: readonly SimulatedEvent[],
): SimulatedMachine {
  const simulation = new Simulation(machine, start);
  for (const event of events) simulation.take(event);
  const { steps, unanswered, problems } = simulation;
  return { steps, unanswered: [...unanswered], problems };
}

interface Timer {
  readonly id: string;
  readonly at: number;
}

class Simulation {
  readonly steps: SimulatedStep[] = [];
  readonly unanswered = new Set<string>();
  readonly problems: SimulationProblem[] = [];
  private readonly guards: GuardAnswers;
  /** In the order in which they were asked for; one may be there twice, as in XState. */
  private timers: readonly Timer[] = [];
  /** The states that have paused the plan, and the events that resume it. */
  private readonly pauses = new Map<string, string | null>();
  private now = 0;
  private standing: MachineStanding;
  /** It died of what nobody dealt with, as XState's status `error` says; a failed outcome is an end like another. */
  private isBroken = false;

  constructor(
    private readonly machine: CompiledMachine,
    start: MachineStart,
  ) {
    this.guards = start.guards ?? {};
    const turn = startMachine(machine, start);
    this.standing = turn.standing;
    this.note(turn);
    this.add(null, turn.error === null);
  }

  take(event: SimulatedEvent): void {
    this.add(event.given, this.hear(event));
  }

  private hear(event: SimulatedEvent): boolean {
    switch (event.kind) {
      case 'after':
        return typeof event.after === 'number' ? this.pass(event.after) : this.passNamed(event.after);
      case 'event':
        return this.resumed(event.type, event.data) ?? this.send(this.heardAs(event.type, event.data));
      case 'done':
        return this.send({
          kind: 'done',
          state: this.invokerOf(event.id),
          id: event.id,
          output: event.output,
        });
      case 'failed':
        return this.send({
          kind: 'failed',
          state: this.invokerOf(event.id),
          id: event.id,
          error: event.error,
        });
    }
  }

  /**
   * M4: to a machine that has paused the plan, `resume` and the event that its pause names bring the input.
   *
   * @returns null where the event is one like any other
   */
  private resumed(type: string, data: Json): boolean | null {
    const found = [...this.pauses].find(([, resumeOn]) => type === 'resume' || type === resumeOn);
    if (found === undefined) return null;
    this.pauses.delete(found[0]);
    const named = sendToMachine(this.machine, this.standing, { kind: 'resume', type, data }, this.guards);
    const isFor = named.effects.some(({ kind }) => kind === 'taken');
    return this.send({ kind: 'resume', type: isFor ? type : 'resume', data });
  }

  /** XState's own name for the end of an invocation means just that. */
  private heardAs(type: string, data: Json): MachineEvent {
    const done = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
    const id = done?.[2];
    if (id === undefined) return { kind: 'user', type, data };
    const state = this.invokerOf(id);
    if (done?.[1] === 'done') return { kind: 'done', state, id, output: data };
    return { kind: 'failed', state, id, error: { code: 'FAILED', message: JSON.stringify(data) } };
  }

  /** The innermost active state with an invocation of that id, else the machine itself. */
  private invokerOf(id: string): string | null {
    const states = [...this.standing.configuration].reverse();
    return (
      states.find((state) => {
        const node = this.machine.nodes.get(state);
        return node !== undefined && invocationsOf(node).some((invocation) => invocation.id === id);
      }) ?? null
    );
  }

  private pass(ms: number): boolean {
    const end = this.now + ms;
    let handled = false;
    for (let due = this.nextTimer(end); due !== null; due = this.nextTimer(end)) {
      this.now = due.at;
      this.timers = this.timers.filter((timer) => timer !== due);
      handled = this.send({ kind: 'timer', id: due.id }) || handled;
    }
    this.now = end;
    return handled;
  }

  private nextTimer(end: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.timers) {
      const { at } = timer;
      if (at <= end && (next === null || at < next.at)) next = timer;
    }
    return next;
  }

  /** A delay that only has a name is over when somebody says so. */
  private passNamed(delay: string): boolean {
    for (const state of [...[...this.standing.configuration].reverse(), null]) {
      const index = (this.machine.nodes.get(state)?.after ?? []).findIndex((one) => one.delay === delay);
      if (index < 0) continue;
      const id = afterTimer(state, `/after/${index}`);
      const due = this.timers.find((timer) => timer.id === id);
      this.timers = this.timers.filter((timer) => timer !== due);
      return this.send({ kind: 'timer', id });
    }
    return false;
  }

  private send(event: MachineEvent): boolean {
    if (this.isBroken) return false;
    const turn = sendToMachine(this.machine, this.standing, event, this.guards);
    this.standing = turn.standing;
    this.note(turn);
    return turn.handled;
  }

  private note({ effects, error, unanswered }: MachineTurn): void {
    if (error !== null) {
      const step = this.steps.length;
      this.problems.push({ step, ...error });
      this.isBroken ||= step === 0 || error.code !== 'EXPRESSION_ERROR';
    }
    for (const name of unanswered) this.unanswered.add(name);
    for (const effect of effects) {
      if (effect.kind === 'timer')
        this.timers = [...this.timers, { id: effect.id, at: this.now + effect.delayMs }];
      else if (effect.kind === 'untimer') this.timers = this.timers.filter(({ id }) => id !== effect.id);
      else if (effect.kind === 'pause') this.pauses.set(effect.state, effect.resumeOn);
      else if (effect.kind === 'left') this.pauses.delete(effect.state);
      else if (effect.kind === 'done') this.isBroken ||= effect.state === null && effect.outcome === 'failed';
    }
  }

  private add(event: Json, handled: boolean): void {
    const { status, configuration, value, variables } = this.standing;
    const ended = status === 'active' ? 'active' : 'done';
    const names = this.machine.plan.variables.map(({ id }) => [id, variables.get(id) ?? null] as const);
    this.steps.push({
      event,
      handled,
      configuration,
      value,
      context: { ...Object.fromEntries(names), ...othersIn(variables, names) },
      status: this.isBroken ? 'error' : ended,
    });
  }
}

/** Variables that are written without being declared: in the order of their names. */
function othersIn(
  variables: MachineStanding['variables'],
  declared: readonly (readonly [string, Json])[],
): JsonObject {
  const known = new Set(declared.map(([name]) => name));
  const others = [...variables].filter(([name]) => !known.has(name));
  return Object.fromEntries(others.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a machine begins with. */
interface MachineStart {
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
