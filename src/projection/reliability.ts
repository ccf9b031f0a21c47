import type { Address } from '#base';
import type { Commit, ModelMeasure, PlanAttempt } from '#kernel';

/** One attempt of a planner as the list of all runs keeps it. */
export interface RecordedAttempt
  extends Pick<PlanAttempt, 'madeBy' | 'model' | 'flavour' | 'verdict' | 'latencyMs'> {
  readonly runId: string;
  /** Id of the workspace. */
  readonly workspace: string;
  /** Address of the call: `/plan!1`. */
  readonly call: Address;
  readonly codes: readonly string[];
  /** Input and output together. */
  readonly tokens: number;
  /** Absent where the price of the model is not known. */
  readonly microUnits?: number | undefined;
}

/** P7: how a model has planned in one flavour, over all recorded attempts. */
export interface Reliability extends ModelMeasure {
  readonly workspace: string;
  /** What the model is called. */
  readonly name: string;
  /** Calls of all kinds: first replies, repairs and what is asked again. */
  readonly calls: number;
  /** First replies in which no plan could be read, and those whose plan was read and refused. */
  readonly unreadable: number;
  readonly refused: number;
  /** Calls that asked for a repair. */
  readonly repairs: number;
  /** First calls that the model failed to answer. */
  readonly failed: number;
  /** Mean of all calls. */
  readonly latencyMs: number;
}

/**
 * How reliable each model is, by workspace, flavour and model (P7): of the first replies, since a repair tells something of the
 * problems that it was given and not of the model. What keeps a model from being asked at all is not counted: a key, a network.
 *
 * @param attempts in any order
 * @returns the most tried first
 */
export function reliabilityOf(attempts: readonly RecordedAttempt[]): readonly Reliability[] {
  const groups = new Map<string, Tally>();
  for (const call of inOrder(attempts)) {
    const { attempt } = call;
    if (attempt.model === null || isNotTheModels(attempt)) continue;
    const key = JSON.stringify([attempt.workspace, attempt.flavour, attempt.model, attempt.madeBy]);
    const tally = groups.get(key) ?? new Tally(attempt, attempt.model);
    groups.set(key, tally);
    tally.add(call);
  }
  return [...groups.values()].map((tally) => tally.sum()).toSorted((one, other) => other.tried - one.tried);
}

/** The attempts of a ledger. */
export function attemptsIn(commits: readonly Commit[], workspace: string): readonly RecordedAttempt[] {
  const started = commits[0]?.fact;
  const runId = started?.type === 'run.started' ? started.runId : '';
  return commits.flatMap(({ fact }) => {
    if (fact.type !== 'plan.replied') return [];
    const { madeBy, model, flavour, verdict, latencyMs, problems, usage } = fact.attempt;
    const { inputTokens = 0, outputTokens = 0, microUnits } = usage;
    const codes = problems.map(({ code }) => code);
    const tokens = inputTokens + outputTokens;
    const { address: call } = fact;
    return [
      { runId, workspace, call, madeBy, model, flavour, verdict, latencyMs, codes, tokens, microUnits },
    ];
  });
}

/** The measures that a run of a workspace begins with (K5): those of its models under their names of now. */
export function measuresFor(
  attempts: readonly RecordedAttempt[],
  workspace: string,
  models: readonly { readonly id: string; readonly name?: string | undefined; readonly model: string }[],
): readonly ModelMeasure[] {
  const nameOf = new Map(models.map(({ id, name, model }) => [id, name ?? model]));
  const own = attempts.filter(
    (one) => one.workspace === workspace && nameOf.get(one.model ?? '') === one.madeBy,
  );
  return reliabilityOf(own).map(({ model, flavour, tried, accepted, tokens, microUnits }) => ({
    ...{ model, flavour, tried, accepted, tokens },
    ...(microUnits === undefined ? {} : { microUnits }),
  }));
}

/** Codes of what lies between a person and a model. */
const NOT_THE_MODELS: ReadonlySet<string> = new Set([
  'MODEL_ABORTED',
  'MODEL_OFFLINE',
  'MODEL_PASSED_OVER',
  'MODEL_QUOTA_EXCEEDED',
  'MODEL_RATE_LIMITED',
  'MODEL_UNAUTHORIZED',
  'MODEL_UNCONNECTED',
  'MODEL_UNKNOWN',
  'MODEL_UNREACHABLE',
  'PROMPT_UNFILLED',
  'PROMPT_UNKNOWN',
]);

function isNotTheModels({ verdict, codes }: RecordedAttempt): boolean {
  return verdict === 'failed' && codes.some((code) => NOT_THE_MODELS.has(code));
}

interface Call {
  readonly attempt: RecordedAttempt;
  /** The model is asked anew, and not to repair or to repeat what it was asked before. */
  readonly isFirst: boolean;
}

/** The calls of each planner in their order. */
function inOrder(attempts: readonly RecordedAttempt[]): readonly Call[] {
  const byPlanner = new Map<string, RecordedAttempt[]>();
  for (const attempt of attempts) {
    const key = `${attempt.runId} ${plannerOf(attempt.call)}`;
    const known = byPlanner.get(key);
    if (known === undefined) byPlanner.set(key, [attempt]);
    else known.push(attempt);
  }
  return [...byPlanner.values()].flatMap((calls) =>
    calls
      .toSorted((one, other) => numberOf(one.call) - numberOf(other.call))
      .map((attempt, index, all) => ({ attempt, isFirst: isFirst(attempt, all[index - 1]) })),
  );
}

function isFirst({ model }: RecordedAttempt, before: RecordedAttempt | undefined): boolean {
  return before === undefined || before.verdict === 'accepted' || before.model !== model;
}

function plannerOf(call: Address): string {
  return call.slice(0, call.lastIndexOf('!'));
}

function numberOf(call: Address): number {
  return Number(call.slice(call.lastIndexOf('!') + 1));
}

/** Codes of a reply in which no plan can be read, whatever it would have said. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'EMPTY_REPLY',
  'NO_PLAN_IN_REPLY',
  'REPLY_NOT_JSON',
  'REPLY_TOO_LARGE',
  'TRUNCATED_REPLY',
]);

class Tally {
  #calls = 0;
  #tried = 0;
  #accepted = 0;
  #unreadable = 0;
  #refused = 0;
  #failed = 0;
  #tokens = 0;
  #microUnits: number | null = 0;
  #latencyMs = 0;

  constructor(
    private readonly first: RecordedAttempt,
    private readonly model: string,
  ) {}

  add({ attempt, isFirst }: Call): void {
    const { verdict, codes, tokens, microUnits, latencyMs } = attempt;
    this.#calls++;
    this.#latencyMs += latencyMs;
    if (!isFirst) return;
    this.#tried++;
    this.#tokens += tokens;
    this.#microUnits =
      this.#microUnits === null || microUnits === undefined ? null : this.#microUnits + microUnits;
    if (verdict === 'accepted') this.#accepted++;
    else if (verdict === 'failed') this.#failed++;
    else if (codes.some((code) => UNREADABLE.has(code))) this.#unreadable++;
    else this.#refused++;
  }

  sum(): Reliability {
    const { workspace, flavour, madeBy } = this.first;
    return {
      workspace,
      flavour,
      model: this.model,
      name: madeBy,
      calls: this.#calls,
      tried: this.#tried,
      accepted: this.#accepted,
      unreadable: this.#unreadable,
      refused: this.#refused,
      failed: this.#failed,
      repairs: this.#calls - this.#tried,
      tokens: this.#tokens,
      ...(this.#microUnits === null ? {} : { microUnits: this.#microUnits }),
      latencyMs: Math.round(this.#latencyMs / this.#calls),
    };
  }
}
