import type { Address, Json } from '#base';
import type { RunError } from '#kernel';
import type { RunView } from './runView';

/** One step that ran, as a reader of the outcome wants it. */
export interface OutcomeStep {
  readonly address: Address;
  readonly success: boolean;
  /** Id of the capability; null for a node that calls none. */
  readonly tool: string | null;
  readonly attempts: number;
  readonly observation: Json | undefined;
  readonly error: RunError | null;
}

/** P10: the metadata of a run. */
export interface Outcome {
  readonly steps: readonly OutcomeStep[];
  /** Succeeded of those that ended, 0 to 1; null when none has. */
  readonly successRate: number | null;
  /** Ids of the capabilities that were called, in the order of their first call. */
  readonly tools: readonly string[];
  readonly tokens: { readonly input: number; readonly output: number };
  /** Flavours of the planners that made plans. */
  readonly planners: readonly string[];
}

/** P10: what a run did, step by step. Only leaves are steps; containers are what holds them. */
export function outcomeOf(view: RunView): Outcome {
  const steps: OutcomeStep[] = [];
  const tools = new Set<string>();
  let succeeded = 0;
  for (const record of view.nodes.values()) {
    const { tool = null } = record;
    if (tool !== null) tools.add(tool);
    const ended = record.status === 'succeeded' || record.status === 'failed';
    if (!ended || record.attempts.length === 0) continue;
    const success = record.status === 'succeeded' && record.error === null;
    if (success) succeeded++;
    const { address, result: observation, error } = record;
    steps.push({ address, success, tool, attempts: record.attempts.length, observation, error });
  }
  const flavours = [...view.planning.values()].flatMap((one) => one.attempts.map((each) => each.flavour));
  return {
    steps,
    successRate: steps.length === 0 ? null : succeeded / steps.length,
    tools: [...tools],
    tokens: { input: view.usage.inputTokens ?? 0, output: view.usage.outputTokens ?? 0 },
    planners: [...new Set(flavours)],
  };
}
