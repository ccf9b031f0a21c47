import { type Address, type Json, withoutAttempt, withRevision } from '#base';
import type { Commit, Entry, PlanAgain, PlanCommand } from '#kernel';
import type { Body } from '#plan';
import type { PlanSoFar, StepSoFar } from '#planner';

/** What has become of a plan that its planner is asked about again (P2, P12): a projection of the ledger. */
export function planSoFar(commits: readonly Commit[], command: PlanCommand, again: PlanAgain): PlanSoFar {
  const scopes = Array.from(
    { length: again.revision },
    (_, index) => `${withRevision(again.executor, index + 1)}/`,
  );
  const current = withRevision(again.executor, again.revision);
  const planner = withoutAttempt(command.address);
  const steps = new Map<string, StepSoFar>();
  let plan: Body = { nodes: [], edges: [] };
  let trace: Json = null;
  for (const { fact, entries } of commits) {
    if (fact.type === 'plan.replied' && fact.plan !== null && withoutAttempt(fact.address) === planner)
      trace = fact.attempt.trace ?? null;
    for (const entry of entries) {
      if (entry.kind === 'plan.opened' && entry.address === current) plan = entry.data.plan;
      const id = stepIn(scopes, entry.address);
      const step = id === null ? null : stepOf(id, entry);
      if (step !== null) steps.set(step.id, step);
    }
  }
  const settled = (id: string): boolean => steps.has(id);
  return {
    body: {
      nodes: plan.nodes.filter(({ id }) => settled(id)),
      edges: plan.edges.filter(({ from, to }) => settled(from) && settled(to)),
    },
    steps: [...steps.values()],
    failed: again.failed?.step ?? null,
    trace,
  };
}

/** The node that an address names, where it lies right inside one of these scopes. */
function stepIn(scopes: readonly string[], address: Address): string | null {
  const scope = scopes.find((one) => address.startsWith(one));
  const id = scope === undefined ? '' : withoutAttempt(address).slice(scope.length);
  return id === '' || id.includes('/') ? null : id;
}

function stepOf(id: string, entry: Entry): StepSoFar | null {
  switch (entry.kind) {
    case 'node.succeeded': {
      const { ports, result, handled } = entry.data;
      return {
        id,
        status: 'succeeded',
        ports,
        ...(result === undefined ? {} : { result }),
        ...(handled === undefined ? {} : { error: handled }),
      };
    }
    case 'node.failed': {
      const { error, handled } = entry.data;
      return { id, status: 'failed', ports: handled ? ['error'] : [], error };
    }
    case 'node.skipped':
    case 'node.cancelled':
      return { id, status: 'skipped', ports: [] };
    default:
      return null;
  }
}
