import { allNodes, capabilitiesCalledBy, mayChange } from '#plan';
import { catalogueOf } from '../closure';
import type { RankedCandidate } from '../entry';
import type { Closure, Fact } from '../fact';
import type { Candidate } from '../work';

type Reply = Extract<Fact, { type: 'plan.replied' }>;

export function candidateOf({ address, attempt, plan, machine, askAgain, inject }: Reply): Candidate {
  return {
    call: address,
    plan,
    ...(machine === undefined ? {} : { machine }),
    ...(askAgain === undefined ? {} : { askAgain }),
    ...(inject === undefined ? {} : { inject }),
    reply: attempt.reply ?? '',
    usage: attempt.usage,
    warnings: attempt.problems.length,
  };
}

/** By rules: what misses least, changes least and takes the fewest steps comes first, then what was proposed first. */
export function rankCandidates(
  candidates: readonly Candidate[],
  closure: Closure,
): readonly RankedCandidate[] {
  return candidates
    .map((candidate) => ranking(candidate, closure))
    .toSorted(
      (one, other) => one.warnings - other.warnings || one.writes - other.writes || one.steps - other.steps,
    );
}

function ranking({ call, plan, machine, warnings }: Candidate, closure: Closure): RankedCandidate {
  const catalogue = catalogueOf(closure);
  const nodes = plan === null ? [] : [...allNodes(plan)].map(({ node }) => node);
  const changes = (id: string): boolean => mayChange(catalogue.get(id)?.effect ?? 'unknown');
  const writes = nodes.filter((node) => capabilitiesCalledBy(node).some(changes)).length;
  return { call, warnings, writes, steps: machine === undefined ? nodes.length : machine.states.length };
}
