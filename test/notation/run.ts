import { type Address, type Hash, inCanonicalOrder, type Json, type JsonObject, ROOT } from '#base';
import {
  type AskAgain,
  BEHAVIOUR_FLAGS,
  type Budget,
  type Closure,
  type Commit,
  type Entry,
  type Fact,
  type Goal,
  openCommands,
  type PlanAttempt,
  type RunLimits,
  type RunStarted,
  type RunState,
  type StepMode,
  seal,
  statusOf,
  step,
} from '#kernel';
import {
  type Body,
  bodyOfMachine,
  type CapabilityDescriptor,
  type Effect,
  type Plan,
  type StateMachinePlan,
} from '#plan';
import { attempt } from './ledger';

export interface RunSetup {
  readonly input?: JsonObject;
  readonly closure?: Partial<Closure>;
  readonly limits?: Partial<RunLimits>;
  readonly budget?: Budget;
  readonly seed?: number;
  readonly flags?: readonly number[];
  readonly paused?: boolean;
  readonly goal?: Goal;
  readonly inputFiles?: RunStarted['inputFiles'];
  readonly session?: RunStarted['session'];
}

/** A capability that a test plan may call; its effect is `write` unless it is said. */
export function tool(id: string, effect: Effect = 'write', input: JsonObject = {}): CapabilityDescriptor {
  return { id, description: id, input, output: {}, effect };
}

/** The fact that starts a run of a plan. */
export function startOf(plan: Plan, setup: RunSetup = {}): Extract<Fact, { type: 'run.started' }> {
  return {
    type: 'run.started',
    runId: 'run-1',
    planHash: '0'.repeat(64) as Hash,
    closure: {
      plans: [plan],
      prompts: [],
      planners: [],
      models: [],
      policies: [],
      capabilities: [tool('echo', 'pure')],
      ...setup.closure,
    },
    input: setup.input ?? {},
    labels: {},
    limits: { planSteps: 50, plannerDepth: 3, dynamicSteps: 200, ...setup.limits },
    budget: setup.budget ?? {},
    flags: setup.flags ?? BEHAVIOUR_FLAGS,
    seed: setup.seed ?? 7,
    paused: setup.paused ?? false,
    ...(setup.goal === undefined ? {} : { goal: setup.goal }),
    ...(setup.inputFiles === undefined ? {} : { inputFiles: setup.inputFiles }),
    ...(setup.session === undefined ? {} : { session: setup.session }),
  };
}

/**
 * A run that a test drives by hand: each method feeds one fact and answers with the lines of its entries, in the
 * words of `ledger.ts`. The commits are sealed, so that a test can replay them.
 *
 *     const run = runOf(plan(`look: CAPABILITY echo {input: {text: "hi"}}`));
 *     run.lines;                     // ['start /look#1 {"text":"hi"}', 'call /look#1 echo']
 *     run.done('/look#1', 'hi');     // ['ok /look#1 "hi"', 'completed {}']
 */
export class TestRun {
  state: RunState | null = null;
  readonly commits: Commit[] = [];
  /** What the last fact came to. */
  lines: readonly string[] = [];

  /** Feeds a fact as the runtime's driver does: with its keys in canonical order (K4). */
  feed(given: Fact): readonly string[] {
    const fact = inCanonicalOrder(given);
    const stepped = step(this.state, fact);
    this.state = stepped.state;
    const at = 1000 + this.commits.length;
    this.commits.push(seal(this.commits.at(-1) ?? null, { at, fact, entries: stepped.entries }));
    this.lines = stepped.entries.map(lineOf);
    return this.lines;
  }

  get status(): string {
    return this.state ? statusOf(this.state) : 'pending';
  }

  /** Addresses of what is open, in the order of issue. */
  get open(): readonly string[] {
    return this.state ? openCommands(this.state).map(({ address }) => address) : [];
  }

  /** All lines of the run so far. */
  get history(): readonly string[] {
    return this.commits.flatMap(({ entries }) => entries.map(lineOf));
  }

  done(
    address: string,
    result: Json = null,
    rest: Partial<Extract<Fact, { type: 'effect.succeeded' }>> = {},
  ) {
    return this.feed({ type: 'effect.succeeded', address: at(address), result, ...rest });
  }

  fails(address: string, code = 'BROKEN', retryAfterMs?: number) {
    const error = { code, message: `It said ${code}.` };
    const later = retryAfterMs === undefined ? {} : { retryAfterMs };
    return this.feed({ type: 'effect.failed', address: at(address), error, ...later });
  }

  fires(address: string) {
    return this.feed({ type: 'timer.fired', address: at(address) });
  }

  answer(address: string, value: Json) {
    return this.feed({ type: 'answer.given', address: at(address), value });
  }

  proposes(address: string, plan: Body, rest: Partial<PlanAttempt> = {}) {
    return this.feed({
      type: 'plan.replied',
      address: at(address),
      attempt: attempt('accepted', rest),
      plan,
    });
  }

  /** The same of a state machine (M5). */
  proposesMachine(address: string, machine: StateMachinePlan, rest: Partial<PlanAttempt> = {}) {
    const accepted = attempt('accepted', rest);
    const fact = { type: 'plan.replied', address: at(address), attempt: accepted } as const;
    return this.feed({ ...fact, plan: bodyOfMachine(machine), machine });
  }

  /** The same from a planner that wants to be asked again (P2, P12). */
  proposesMore(address: string, plan: Body, askAgain: AskAgain) {
    const accepted = attempt('accepted');
    return this.feed({ type: 'plan.replied', address: at(address), attempt: accepted, plan, askAgain });
  }

  refuses(address: string, message = 'No.', rest: Partial<PlanAttempt> = {}) {
    const problems = [
      { code: 'PLAN_INVALID', severity: 'error' as const, where: {}, message, help: 'Again.' },
    ];
    return this.feed({
      type: 'plan.replied',
      address: at(address),
      attempt: attempt('refused', { problems, reply: 'no plan', ...rest }),
      plan: null,
    });
  }

  breaks(address: string, code: string, retryAfterMs?: number) {
    const problems = [{ code, severity: 'error' as const, where: {}, message: `${code}.`, help: 'Wait.' }];
    return this.feed({
      type: 'plan.replied',
      address: at(address),
      attempt: attempt('failed', { problems }),
      plan: null,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }

  signal(event: string, data: Json = null, correlationId?: string) {
    const correlation = correlationId === undefined ? {} : { correlationId };
    return this.feed({ type: 'signal.received', event, data, ...correlation });
  }

  pause() {
    return this.feed({ type: 'run.paused', reason: 'user' });
  }

  resume(input?: Json) {
    return this.feed({ type: 'run.resumed', ...(input === undefined ? {} : { input }) });
  }

  step(mode: StepMode = 'into') {
    return this.feed({ type: 'run.stepped', mode });
  }

  cancel() {
    return this.feed({ type: 'run.cancelled' });
  }

  /** The whole command that a line tells shortly. */
  command(address: string) {
    const found = this.state && openCommands(this.state).find((command) => command.address === address);
    if (!found) throw new Error(`nothing is open at ${address}`);
    return found;
  }
}

/** Starts a run of a plan. */
export function runOf(plan: Plan, setup: RunSetup = {}): TestRun {
  const run = new TestRun();
  run.feed(startOf(plan, setup));
  return run;
}

function at(address: string): Address {
  return address as Address;
}

/** One entry in a few words. */
export function lineOf(entry: Entry): string {
  const where = entry.address === ROOT ? '' : ` ${entry.address}`;
  switch (entry.kind) {
    case 'state.entered':
      return `in${where}`;
    case 'state.left':
      return `out${where}`;
    case 'transition.taken':
      return `via${where} ${entry.data.path}${entry.data.event === null ? '' : ` ${entry.data.event}`}`;
    case 'event.published':
    case 'event.emitted':
      return `${entry.kind.slice('event.'.length)}${where} ${entry.data.event}${shown(entry.data.data)}`;
    case 'machine.result':
      return `result${where} ${entry.data.key}${shown(entry.data.value)}`;
    case 'machine.log':
      return `log${where}${shown(entry.data.message)}`;
    case 'machine.done':
      return `done${where} ${entry.data.state} ${entry.data.outcome}`;
    case 'machine.paused':
    case 'machine.resumed':
      return `${entry.kind}${where}`;
    case 'node.started':
      return `start${where}${shown(entry.data.input)}`;
    case 'node.waiting':
      return `waits${where} ${entry.data.for}`;
    case 'node.retrying':
      return `again${where} ${entry.data.error.code} ${entry.data.afterMs}`;
    case 'node.succeeded':
      return succeeded(where, entry.data);
    case 'node.failed':
      return `${entry.data.handled ? 'handled' : 'fail'}${where} ${entry.data.error.code}`;
    case 'node.skipped':
      return `skip${where} ${entry.data.because}`;
    case 'node.cancelled':
      return `cancel${where}`;
    case 'node.uncertain':
      return `doubt${where}`;
    case 'variable.written':
      return `set${where} ${entry.data.variable}${shown(entry.data.value)}`;
    case 'variable.layered':
      return `layer${where} ${entry.data.variable}${shown(entry.data.value)}`;
    case 'plan.opened':
      return `open${where}`;
    case 'signal.taken':
    case 'signal.kept':
    case 'signal.dropped':
      return `${entry.kind.slice('signal.'.length)}${where} ${entry.data.event}`;
    case 'late':
      return `late${where} ${entry.data.fact}`;
    case 'refused':
      return `refused${where} ${entry.data.problem.code}`;
    case 'run.completed':
      return `completed${shown(entry.data.outputs)}`;
    case 'run.failed':
      return `failed ${entry.data.error.code}`;
    case 'run.paused':
      return `paused ${entry.data.reason}`;
    case 'command':
      return commandLine(entry);
    default:
      return `${entry.kind.replace(/^run\./, '')}${where}`;
  }
}

function succeeded(where: string, data: Extract<Entry, { kind: 'node.succeeded' }>['data']): string {
  if (data.handled) return `handled${where} ${data.handled.code}`;
  const ports = data.ports.join(',');
  return `ok${where}${ports === 'out' || ports === '' ? '' : ` ${ports}`}${shown(data.result)}`;
}

function commandLine({ data: { command } }: Extract<Entry, { kind: 'command' }>): string {
  switch (command.kind) {
    case 'call':
      return `call ${command.address} ${command.capability}`;
    case 'timer':
      return `${command.purpose} ${command.address} ${command.purpose === 'until' ? command.until : command.afterMs}`;
    case 'observe':
      return `observe ${command.address} ${command.capability}${shown(command.input)}`;
    case 'listen':
      return `listen ${command.address} ${command.events.map(({ event }) => event).join(' ')}`;
    case 'wait':
      return `${command.for === 'answer' ? 'wait' : command.for} ${command.address}`;
    case 'cancel':
      return `withdraw ${command.address}`;
    case 'plan':
      return `plan ${command.address} ${command.flavour}${command.model === null ? '' : ` ${command.model}`}`;
    case 'evaluate':
      return `evaluate ${command.address}`;
  }
}

function shown(value: Json | undefined): string {
  return value === undefined ? '' : ` ${JSON.stringify(value)}`;
}
