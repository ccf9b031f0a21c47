import type { Diagnostic, Json, JsonObject } from '#base';
import type { PlannerFlavour } from '#plan';

/** What calls took, as far as it is known (K10). */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The tokens were counted here and not by the service, so they are about right (K10). */
  readonly estimated?: true;
  readonly microUnits?: number;
  readonly currency?: string;
}

/** A field of a request that a server does not take: the request was sent again, so the call was one request more. */
export interface RefusedField {
  readonly field: string;
  /** The name that it was sent under instead; absent where it was left out. */
  readonly instead?: string;
  readonly status: number;
  /** The server's own words. */
  readonly reason: string;
}

/** P6: one attempt of a planner, kept whole, whatever came of it. */
export interface PlanAttempt {
  readonly flavour: PlannerFlavour;
  /** Which planner document or model made it: what the interface says plainly (A5). */
  readonly madeBy: string;
  readonly model: string | null;
  readonly template: { readonly id: string; readonly version: number } | null;
  /** The rendered prompt, redacted. */
  readonly prompt: string | null;
  readonly parameters: JsonObject;
  readonly seed: number | null;
  /** The raw reply as it came; null where no model was asked. */
  readonly reply: string | null;
  readonly problems: readonly Diagnostic[];
  /** Safe normalisations and tolerant-parse repairs, in words (P4). */
  readonly repairs: readonly string[];
  /** What the model wrote before it answered, apart from the reply; absent where it wrote none. */
  readonly reasoning?: string;
  /** Requests of this call that the server refused for a field, before the one that was answered. */
  readonly refusedFields?: readonly RefusedField[];
  readonly usage: Usage;
  readonly latencyMs: number;
  readonly verdict: 'accepted' | 'refused' | 'failed';
  /** HTN: the decomposition as a tree; rules: which fired. For reading only. */
  readonly trace?: Json;
}
