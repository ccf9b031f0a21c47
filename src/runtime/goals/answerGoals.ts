import {
  type Address,
  type Diagnostic,
  hashText,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  problem,
  type Result,
  ROOT,
} from '#base';
import {
  type Budget,
  type Commit,
  type DependencyEnd,
  type Fact,
  fold,
  type RunError,
  type RunStarted,
  type Usage,
} from '#kernel';
import type { StateMachinePlan, Workspace } from '#plan';
import type { StartOptions } from '../firstFact';
import type { RunHandle } from '../runHandle';
import { type Asked, GoalReader } from './goalsOf';
import { type SessionEvent, unfetchedAnswer } from './sessionEvents';

/**
 * The run that a goal starts has an id that is made of the goal's correlation: however often it is asked for, by a page
 * that was lost, by two tabs, there is one.
 */
export function goalRunId(correlationId: string): string {
  return `run-${hashText(correlationId).slice(0, 32)}`;
}

/** A goal that this run has asked for, and the run that is to answer it. */
interface Serving {
  readonly runId: string;
  readonly over: AbortController;
  readonly budget: Budget;
}

/**
 * M3: an event that this run publishes starts the machine of the workspace whose `on_goal` it is, as a run of its own
 * with this one as its parent, in the same session; what that answers comes back with the correlation of the event
 * (M2). Goes on until the run is over or let go of.
 */
export function answerGoals(run: RunHandle, host: GoalHost): GoalsOfRun {
  const goals = new Goals(run, host);
  for (const commit of run.commits) goals.read(commit, true);
  run.subscribe((commit) => {
    goals.read(commit, false);
    goals.go();
  });
  goals.go();
  return goals;
}

/** The goals of one run. */
export interface GoalsOfRun {
  /** No run is just being started for it, and no answer is on its way to it. */
  readonly isQuiet: boolean;
}

class Goals implements GoalsOfRun {
  readonly #run: RunHandle;
  readonly #host: GoalHost;
  /** Asked and not served yet. */
  readonly #waiting = new Map<Address, Asked>();
  readonly #serving = new Map<Address, Serving>();
  /** What runs were given that nobody waits for: they never say what they took of it. */
  readonly #told: Budget[] = [];
  #reader: GoalReader | null = null;
  #paused = false;
  /** Goals that it has asked for, over its whole life. */
  #asked = 0;
  #busy = 0;

  constructor(run: RunHandle, host: GoalHost) {
    this.#run = run;
    this.#host = host;
  }

  get isQuiet(): boolean {
    return this.#busy === 0;
  }

  /** @param isPast it was read before, by whoever drove the run then */
  read(commit: Commit, isPast: boolean): void {
    this.#reader ??= new GoalReader([commit]);
    const { asked, over, paused, ended } = this.#reader.read(commit);
    for (const [address, goal] of asked) {
      const isGoal = this.#machineFor(goal.event) !== undefined;
      if (isGoal) this.#asked++;
      if (isGoal || goal.answer !== null) this.#waiting.set(address, goal);
      // What asks for nothing, and is nobody's goal, is news for the session.
      else if (!isPast) this.#tell({ data: goal.data, event: goal.event });
    }
    const answer = isPast ? null : unfetchedAnswer(this.#run.commits[0], commit);
    if (answer !== null) this.#tell(answer);
    for (const address of over) this.#forget(address, 'What it was started for is over.');
    if (paused !== null) this.#paused = paused;
    if (!ended) return;
    // What awaits no answer goes its own way.
    for (const [at, { answer }] of this.#waiting) if (answer !== null) this.#waiting.delete(at);
    for (const at of [...this.#serving.keys()]) this.#forget(at, 'The run that started it has ended.');
  }

  /** Serves what waits, in the order in which it was asked. While the run is paused nothing leaves (R19). */
  go(): void {
    if (this.#paused) return;
    for (const [address, asked] of this.#waiting) {
      this.#waiting.delete(address);
      const machine = this.#machineFor(asked.event);
      if (machine !== undefined) void this.#serve(address, asked, machine);
    }
  }

  #tell(event: SessionEvent): void {
    this.#busy++;
    void this.#host.tell(this.#run.runId, event).finally(() => this.#busy--);
  }

  #machineFor(event: string): StateMachinePlan | undefined {
    return this.#host
      .workspace()
      .plans.find((plan): plan is StateMachinePlan => plan.kind === 'state-machine' && plan.onGoal === event);
  }

  async #serve(address: Address, asked: Asked, machine: StateMachinePlan): Promise<void> {
    const runId = goalRunId(asked.correlationId);
    const given = [...this.#told, ...[...this.#serving.values()].map(({ budget }) => budget)];
    const budget = budgetLeft(this.#run.commits, given);
    const serving: Serving = { runId, over: new AbortController(), budget };
    if (asked.answer === null) this.#told.push(budget);
    else this.#serving.set(address, serving);
    this.#busy++;
    try {
      const refused = await this.#begin(serving, asked, machine, this.#asked);
      if (asked.answer === null) return;
      if (refused === null) await this.#passOn(address, serving, asked, asked.answer);
      else if (!serving.over.signal.aborted)
        await this.#run.send(failureOf(runId, asked.answer.failure, asked.correlationId, refused));
    } catch {
      // Nobody waits for it any more; or storage refused, and it is asked again when this run is taken up.
    } finally {
      this.#busy--;
    }
  }

  /** The answer of the other run, when it has ended. */
  async #passOn(
    address: Address,
    { runId, over: { signal } }: Serving,
    asked: Asked,
    answer: NonNullable<Asked['answer']>,
  ) {
    this.#busy--;
    const end = await this.#host.ended(runId, signal).finally(() => this.#busy++);
    const fact = answerOf(runId, { ...asked, answer }, end, await this.#host.read(runId));
    if (signal.aborted) return;
    this.#serving.delete(address);
    await this.#run.send(fact);
  }

  /** @returns why it cannot answer; null when it goes on, or has ended */
  async #begin({ runId, budget }: Serving, asked: Asked, machine: StateMachinePlan, count: number) {
    const refused = refuseGoal((await this.#depth()) + 1, count);
    if (refused !== null) return refused;
    const first = this.#run.commits[0]?.fact;
    if (first?.type !== 'run.started') return null;
    const { correlationId, event, answer } = asked;
    const begun = await this.#host.ensure({
      ...belongingOf(first),
      budget,
      goal: { correlationId, event, ...(answer === null ? {} : { response: answer.response }) },
      input: inputOf(asked),
      plan: machine.id,
      runId,
    });
    return begun.ok ? null : (begun.problem[0] ?? null);
  }

  /** How many runs lie around this one, itself included; no more are looked for than may be. */
  async #depth(): Promise<number> {
    let depth = 1;
    let parent = await this.#host.parentOf(this.#run.runId);
    while (parent !== null && refuseGoal(depth, 0) === null) {
      depth++;
      parent = await this.#host.parentOf(parent);
    }
    return depth;
  }

  /** R17: what went on for a state that was left is cancelled. */
  #forget(address: Address, reason: string): void {
    this.#waiting.delete(address);
    const serving = this.#serving.get(address);
    if (serving === undefined) return;
    this.#serving.delete(address);
    serving.over.abort();
    this.#host.cancel(serving.runId, reason);
  }
}

/** M4, L8: it belongs where the run belongs that asked for it. */
function belongingOf({ runId, labels, limits }: RunStarted) {
  return { labels, limits, parentRunId: runId };
}

/** M3: the data of the goal are the input of its machine. */
function inputOf({ data }: Asked): JsonObject {
  return isJsonObject(data) ? data : data === null ? {} : { data };
}

/**
 * K10: the budget of a run that is started for a goal is what is left of that of the run that asked, less what others
 * that it asked for have been given and not yet answered. Without a budget there is none.
 */
function budgetLeft(commits: readonly Commit[], given: readonly Budget[]): Budget {
  const isBounded = commits.some(
    ({ fact }) =>
      (fact.type === 'run.started' || fact.type === 'budget.raised') && Object.keys(fact.budget).length > 0,
  );
  const state = isBounded ? fold(commits) : null;
  if (!state?.ok || Object.keys(state.value.budget).length === 0) return {};
  const { budget, calls, spent, dynamicSteps } = state.value;
  const taken = { calls, tokens: spent.tokens, microUnits: spent.microUnits, dynamicSteps };
  const left: { -readonly [Part in keyof Budget]: Budget[Part] } = { ...budget };
  for (const part of ['calls', 'tokens', 'microUnits', 'dynamicSteps'] as const) {
    const limit = budget[part];
    if (limit === undefined) continue;
    const others = given.reduce((sum, one) => sum + (one[part] ?? 0), 0);
    left[part] = Math.max(0, limit - taken[part] - others);
  }
  return left;
}

/** What a run that answers a goal is started with: its id says whose goal it is. */
export type GoalRun = Omit<StartOptions, 'workspace'> & { readonly runId: string };

/** What a host does so that runs can answer the goals of others (M3). */
export interface GoalHost {
  /** Where the machines are that goals start, as it stands now. */
  workspace(): Workspace;
  /**
   * Sees to it that the run goes on: starts it, or takes it up from its ledger; nothing is done for one that has ended,
   * or that is driven already, here or elsewhere.
   *
   * @returns why it cannot run (E4, T1, V1)
   */
  ensure(run: GoalRun): Promise<Result<null, readonly Diagnostic[]>>;
  /** The ledger of a run as far as it is durable; empty for one that is not there. */
  read(runId: string): Promise<readonly Commit[]>;
  /** The run that started it; null where none did, or where it is not known. */
  parentOf(runId: string): Promise<string | null>;
  /** As `Host.ended`. */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
  /**
   * Tells the session of a run of an event that another of its runs may wait for (M2). Nobody hears it where the run
   * belongs to no session, or no run waits for it. Never throws.
   */
  tell(runId: string, event: SessionEvent): Promise<void>;
  /** Cancels a run that is driven here; of others nothing is known. */
  cancel(runId: string, reason: string): void;
}

/**
 * T4: runs that start each other by goals may go so deep, and one run may start so many.
 *
 * @param depth how many runs lie inside each other, with the new one
 * @param count how many that run has started, with the new one
 */
export function refuseGoal(depth: number, count: number): Diagnostic | null {
  if (depth > LIMITS.goalDepth) {
    return problem(
      'GOAL_DEPTH',
      `Runs that start each other by goals may be ${LIMITS.goalDepth} deep.`,
      'Check whether a machine publishes the goal that it is started by itself.',
    );
  }
  if (count <= LIMITS.goalRuns) return null;
  return problem(
    'GOALS_FULL',
    `One run may start ${LIMITS.goalRuns} others by its goals.`,
    'Look for states that publish the same goal again and again.',
  );
}

type Signal = Extract<Fact, { type: 'signal.received' }>;

/**
 * What the run that was started for a goal answers (M3): the event that it published for its goal; where it could not,
 * because it failed, was cancelled or deleted, the failure event with `{plan_id, error}`. Never nothing.
 */
function answerOf(
  runId: string,
  { correlationId, answer }: Asked & { readonly answer: NonNullable<Asked['answer']> },
  end: DependencyEnd,
  commits: readonly Commit[],
): Signal {
  const entries = commits.flatMap((commit) => commit.entries);
  const published = entries.findLast((entry) => entry.kind === 'event.published' && entry.address === ROOT);
  const spent = spentIn(commits);
  if (published?.kind === 'event.published') {
    const { event, data } = published.data;
    return { type: 'signal.received', event, data, correlationId, ...spent };
  }
  return { ...failureOf(runId, answer.failure, correlationId, errorOf(runId, end, entries)), ...spent };
}

/** The failure event for a goal that cannot be answered. */
function failureOf(runId: string, event: string, correlationId: string, { code, message }: RunError): Signal {
  const data: Json = { plan_id: runId, error: { code, message } };
  return { type: 'signal.received', event, data, correlationId };
}

function errorOf(runId: string, end: DependencyEnd, entries: Commit['entries']): RunError {
  const failed = entries.findLast((entry) => entry.kind === 'run.failed');
  if (failed?.kind === 'run.failed') return failed.data.error;
  const code = end === 'completed' ? 'GOAL_UNANSWERED' : 'GOAL_FAILED';
  const what = { completed: 'has ended without an answer', failed: 'has failed', cancelled: 'was cancelled' };
  const words = end === 'missing' ? 'is not there any more' : what[end];
  return { code, message: `The run "${runId}", which was started for the goal, ${words}.` };
}

/** K10: what it took, with all that it started itself: whoever asked for it pays. */
function spentIn(commits: readonly Commit[]): Pick<Signal, 'calls' | 'usage'> {
  const state = fold(commits);
  const calls = state.ok ? state.value.calls : 0;
  const usage = commits.map(({ fact }) => usageIn(fact)).reduce<Usage>(added, {});
  return { calls, ...(Object.keys(usage).length === 0 ? {} : { usage }) };
}

function usageIn(fact: Fact): Usage {
  if (fact.type === 'plan.replied') return fact.attempt.usage;
  const carries =
    fact.type === 'effect.succeeded' || fact.type === 'effect.failed' || fact.type === 'signal.received';
  return (carries ? fact.usage : undefined) ?? {};
}

function added(sum: Usage, more: Usage): Usage {
  const total = { ...sum, ...more };
  for (const part of ['inputTokens', 'outputTokens', 'microUnits'] as const) {
    const both = (sum[part] ?? 0) + (more[part] ?? 0);
    if (both > 0) Object.assign(total, { [part]: both });
  }
  return total;
}
