import { err, ok } from '#base';
import { type Commit, type DependencyEnd, fold } from '#kernel';
import type { Workspace } from '#plan';
import {
  answerGoals,
  type GoalHost,
  type Host,
  type RunHandle,
  receiverOf,
  type StartOptions,
  startRun,
} from '#runtime';

/** A process that keeps all its runs in memory, and lets them answer the goals of each other. */
export class GoalWorld implements GoalHost {
  readonly runs = new Map<string, RunHandle>();
  readonly started: string[] = [];
  readonly cancelled: string[] = [];
  readonly #host: Host;
  readonly #workspace: Workspace;

  constructor(host: Host, workspace: Workspace) {
    this.#host = host;
    this.#workspace = workspace;
  }

  start(options: Omit<StartOptions, 'workspace'>): RunHandle {
    const run = startRun(this.#host, { ...options, workspace: this.#workspace });
    if (!run.ok) throw new Error(JSON.stringify(run.problem));
    this.join(run.value);
    return run.value;
  }

  join(run: RunHandle): void {
    this.runs.set(run.runId, run);
    answerGoals(run, this);
  }

  /** The runs that others started, in order. */
  get children(): readonly RunHandle[] {
    return this.started.flatMap((id) => this.runs.get(id) ?? []);
  }

  workspace(): Workspace {
    return this.#workspace;
  }

  ensure: GoalHost['ensure'] = async (goal) => {
    if (this.runs.has(goal.runId)) return ok(null);
    const run = startRun(this.#host, { ...goal, workspace: this.#workspace });
    if (!run.ok) return err(run.problem);
    this.started.push(goal.runId);
    this.join(run.value);
    return ok(null);
  };

  async read(runId: string): Promise<readonly Commit[]> {
    return this.runs.get(runId)?.commits ?? [];
  }

  async parentOf(runId: string): Promise<string | null> {
    const first = this.runs.get(runId)?.commits[0]?.fact;
    return (first?.type === 'run.started' ? first.parentRunId : null) ?? null;
  }

  async ended(runId: string): Promise<DependencyEnd> {
    const run = this.runs.get(runId);
    if (run === undefined) return 'missing';
    await run.done;
    const state = fold(run.commits);
    if (!state.ok || state.value.phase === 'going') return new Promise(() => {});
    return state.value.phase;
  }

  tell: GoalHost['tell'] = async (runId, event) => {
    const others = new Map(
      [...this.runs].filter(([id]) => id !== runId).map(([id, run]) => [id, run.commits]),
    );
    const receiver = receiverOf(event, others);
    if (receiver === null) return;
    await this.runs.get(receiver)?.signal(event.event, event.data, event.correlationId);
  };

  cancel(runId: string, reason: string): void {
    this.cancelled.push(runId);
    void this.runs.get(runId)?.cancel(reason);
  }
}
