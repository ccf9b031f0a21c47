import type { BranchesScope, CompiledScope, Completion } from '../scope';

/** An ASYNC GROUP or the items of an ITERATOR: counters, and a scope per branch (C2, R9, R10). */
export function lowerBranches(
  id: string,
  branches: readonly CompiledScope[],
  params: { readonly completion?: string | undefined; readonly maxConcurrency?: number | undefined },
): BranchesScope {
  return {
    shape: 'branches',
    id,
    nodes: [],
    branches,
    completion: completionOf(params.completion ?? 'ALL'),
    limit: params.maxConcurrency ?? Math.max(1, branches.length),
  };
}

function completionOf(text: string): Completion {
  if (text === 'ALL' || text === 'FIRST_FAILURE' || text === 'ALL_SETTLED') return { rule: text, need: 0 };
  if (text === 'FIRST_SUCCESS') return { rule: 'N_OF', need: 1 };
  return { rule: 'N_OF', need: Number(/^N_OF\((\d+)\)$/.exec(text)?.[1] ?? 1) };
}
