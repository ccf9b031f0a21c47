import type { Hash, Json, JsonObject } from '#base';
import type { Commit, PlanAttempt } from '#kernel';
import { bodyHash, machineHash } from '#plan';
import { fallbacksOf, project, type RunView } from '#projection';

/** What a run has used: of all calls that left, whatever came of them. */
export interface Used {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly tokens: number;
  readonly microUnits: number;
  readonly currency: string | null;
  /** Some of the tokens were counted here and not by a service (T10). */
  readonly estimated: boolean;
  /** How long its planners took to come to a plan; of a run without one, how long it took. */
  readonly latencyMs: number;
}

/** What can be checked of a run that has come to its rest, read from its ledger. */
export interface Seen {
  readonly status: RunView['status'];
  readonly outputs: JsonObject;
  readonly usage: Used;
  readonly attempts: readonly PlanAttempt[];
  /** The first plan that was made in it, as accepted; null where none was. */
  readonly plan: Json;
  readonly planHash: Hash | null;
  /** Who planned instead, and why, where the model that was to plan did not (P5); null where all is as it was to be. */
  readonly fallback: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function seenOf(commits: readonly Commit[]): Seen {
  const view = project(commits);
  const plannings = [...view.planning.values()];
  const attempts = plannings.flatMap((planning) =>
    planning.attempts.map(
      ({ call: _call, seq: _seq, made: _made, arrival: _arrival, ...attempt }) => attempt,
    ),
  );
  const [fallback] = fallbacksOf(view);
  const made = plannings.find(({ accepted }) => accepted !== null);
  return {
    status: view.status,
    outputs: view.outputs,
    usage: usedIn(view, attempts),
    attempts,
    plan: asJson(made?.machine ?? made?.accepted ?? null),
    planHash: hashOf(made),
    fallback: fallback === undefined ? null : `${fallback.madeBy}: ${fallback.cause}`,
    error: view.error === null ? null : { code: view.error.code, message: view.error.message },
  };
}

function hashOf(made: NonNullable<ReturnType<RunView['planning']['get']>> | undefined): Hash | null {
  if (made?.machine !== undefined) return machineHash(made.machine);
  return made?.accepted ? bodyHash(made.accepted) : null;
}

function usedIn({ calls, usage, startedAt, endedAt, at }: RunView, attempts: readonly PlanAttempt[]): Used {
  const { inputTokens = 0, outputTokens = 0, microUnits = 0, currency = null, estimated = false } = usage;
  const whole = (endedAt ?? at ?? 0) - (startedAt ?? 0);
  const planning = attempts.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
  return {
    calls,
    inputTokens,
    outputTokens,
    tokens: inputTokens + outputTokens,
    microUnits,
    currency,
    estimated,
    latencyMs: Math.round(attempts.length > 0 ? planning : whole),
  };
}

/** Records of a run are JSON, but for members that are undefined. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
