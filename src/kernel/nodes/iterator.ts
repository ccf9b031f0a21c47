import { isJsonArray } from '#base';
import { type BranchesScope, branchesOf, type CompiledNode, scopeIn } from '#compile';
import type { RunError } from '../fact';
import { beginContainer, failNode, startTimeout } from '../node';
import { openBranches } from '../scopes/branches';
import { evaluateIn } from '../variables';
import type { Behaviour } from './behaviour';

/** ITERATOR: its items are known when it starts, and each of them is a branch (R1, R9). */
export const iterator: Behaviour<'ITERATOR'> = {
  start: (draft, ref, node, attempt) => {
    const address = beginContainer(draft, ref, attempt, { kind: 'calling' });
    const items = evaluateIn(draft, draft.frame(ref.frame), node.params.items);
    if (!items.ok || !isJsonArray(items.value)) {
      const error = items.ok ? notAList(node.params.items) : items.problem;
      failNode(draft, ref, error, { final: true });
      return;
    }
    const scope = scopeOfItems(draft.compiled(ref), items.value.length);
    if (scope === null) return;
    draft.setWork(ref, { kind: 'inside', frame: address });
    startTimeout(draft, ref);
    openBranches(draft, ref, { id: address, address, scope, layered: false, items: items.value });
  },
  collectsInto: ({ params }) => params.collectInto,
};

/** The scope of all items of an ITERATOR: as many branches, one body. */
export function scopeOfItems(compiled: CompiledNode, count: number): BranchesScope | null {
  const { node } = compiled;
  const body = scopeIn(compiled);
  if (node.type !== 'ITERATOR' || body === null) return null;
  const { completion, concurrency = 1 } = node.params;
  return branchesOf(
    body.id,
    Array.from({ length: count }, () => body),
    {
      completion,
      maxConcurrency: concurrency,
    },
  );
}

function notAList(items: string): RunError {
  return {
    code: 'EXPRESSION_ERROR',
    message: `The items "${items}" are no list.`,
    help: 'Let the expression give a list, for example rows of a table.',
  };
}
