import { type Address, isJsonObject, type Json, type JsonObject } from '#base';
import type { AttachedRun } from '#editor';
import type { Commit } from '#kernel';
import { type Body, findNode, type Origin, type StateMachinePlan } from '#plan';
import { namesOf, type OpenedPlan, type RunView } from '#projection';

/** A plan that a planner made and an executor ran to its end (P11). */
export interface MadePlan {
  readonly executor: Address;
  /** What its executor is called. */
  readonly at: string;
  readonly name: string;
  readonly made: Body | StateMachinePlan;
  readonly origin: Omit<Origin, 'id' | 'name'>;
}

/** The plans that were made in a run, in the order in which they were opened. */
export function madePlans(run: AttachedRun): readonly MadePlan[] {
  const { live, commits } = run;
  const nameOf = namesOf(live);
  const values = valuesOf(live, commits);
  return [...live.opened.values()].map((opened) => {
    const at = nameOf(opened.executor);
    return {
      executor: opened.executor,
      at,
      name: opened.machine?.name ?? opened.machine?.id ?? `${at}, as a plan`,
      made: opened.machine ?? opened.plan,
      origin: { runId: run.runId, address: opened.executor, values, ...inheritedFrom(opened, run) },
    };
  });
}

/** What steps could read: the variables as they are in the end, but for the plans among them, and the planner's goal. */
function valuesOf({ variables }: RunView, commits: readonly Commit[]): JsonObject {
  const seen = [...variables.values()].filter(({ value }) => !isPlan(value));
  const goal = goalIn(commits);
  return {
    ...Object.fromEntries(seen.map(({ id, value }) => [id, value])),
    ...(goal === null ? {} : { goal }),
  };
}

function isPlan(value: Json): boolean {
  return isJsonObject(value) && (Array.isArray(value.nodes) || value.kind === 'state-machine');
}

function goalIn(commits: readonly Commit[]): string | null {
  for (const { entries } of commits.toReversed())
    for (const entry of entries)
      if (entry.kind === 'command' && entry.data.command.kind === 'plan') return entry.data.command.goal;
  return null;
}

function inheritedFrom({ executor }: OpenedPlan, { live, planId }: AttachedRun): Pick<Origin, 'inherits'> {
  const plan = live.started?.closure.plans.find(({ id }) => id === planId);
  const id = executor.split('/').at(-1) ?? '';
  const node = plan?.kind === 'capability' ? findNode(plan, id)?.node : undefined;
  const { timeoutMs, retry } = node ?? {};
  return timeoutMs === undefined && retry === undefined
    ? {}
    : {
        inherits: {
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(retry === undefined ? {} : { retry }),
        },
      };
}
