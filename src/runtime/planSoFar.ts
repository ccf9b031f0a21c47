import { type Address, type Json, withoutAttempt, withRevision } from '#base';
import { type Commit, doubtInWords, type Entry, type PlanAgain, type PlanCommand } from '#kernel';
import type { Body } from '#plan';
import type { PlanSoFar, StepSoFar } from '#planner';

/** What has become of a plan that its planner is asked about again (P2, P9, P12): a projection of the ledger. */
export function planSoFar(commits: readonly Commit[], command: PlanCommand, again: PlanAgain): PlanSoFar {
  const scopes = Array.from(
    { length: again.revision },
    (_, index) => `${withRevision(again.executor, index + 1)}/`,
  );
  const planner = withoutAttempt(command.address);
  const steps = new Map<string, StepSoFar>();
  const revisions = new Map<Address, Body>();
  let trace: Json = null;
  for (const { fact, entries } of commits) {
    if (fact.type === 'plan.replied' && fact.plan !== null && withoutAttempt(fact.address) === planner)
      trace = fact.attempt.trace ?? null;
    for (const entry of entries) {
      if (entry.kind === 'plan.opened') revisions.set(entry.address, entry.data.plan);
      const id = stepIn(scopes, entry.address);
      const step = id === null ? null : stepOf(id, entry);
      if (step !== null) steps.set(step.id, step);
    }
  }
  const plan = revisions.get(withRevision(again.executor, again.revision)) ?? NO_PLAN;
  const settled = (id: string): boolean => steps.has(id);
  return {
    body: {
      nodes: plan.nodes.filter(({ id }) => settled(id)),
      edges: plan.edges.filter(({ from, to }) => settled(from) && settled(to)),
    },
    steps: [...steps.values()],
    failed: again.failed?.step ?? again.doubt?.step ?? null,
    trace,
    ...inDoubt(again, plan, scopes, revisions),
  };
}

const NO_PLAN: Body = { nodes: [], edges: [] };

/** P9: why what has not started may be dropped or changed, and the ids that it must not give to anything else. */
function inDoubt(
  { doubt, failed }: PlanAgain,
  before: Body,
  scopes: readonly string[],
  revisions: ReadonlyMap<Address, Body>,
): Pick<PlanSoFar, 'revision'> {
  if (doubt === undefined) return {};
  const because =
    failed === undefined ? doubtInWords(doubt) : `${doubtInWords(doubt)} ${failed.error.message}`;
  const own = [...revisions].filter(([scope]) => scopes.includes(`${scope}/`));
  const named = new Set(own.flatMap(([, { nodes }]) => nodes.map(({ id }) => id)));
  return { revision: { because, before, named: [...named] } };
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
