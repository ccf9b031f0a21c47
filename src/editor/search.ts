import { allNodes, allStates, type PlanNode, type StateMachinePlan } from '#plan';
import { type CardType, cardTitle } from '#projection';
import type { Editor } from './editor';
import { keyOf } from './target';

/** A node of the workspace that a search found. */
export interface Found {
  readonly planId: string;
  readonly plan: string;
  /** Its key in the graph of that plan. */
  readonly key: string;
  readonly type: CardType;
  readonly title: string;
}

const MOST_FOUND = 100;

/**
 * Finds nodes in all plans by name, id, type, capability or anything that their author wrote in them; names that
 * begin with the text come first, then document order.
 */
export function searchAll(editor: Editor, text: string): readonly Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found: (Found & { readonly rank: number })[] = [];
  for (const plan of editor.workspace.plans) {
    if (plan.kind === 'state-machine') {
      found.push(...statesFound(plan, wanted));
      continue;
    }
    for (const { node, bodies } of allNodes(plan)) {
      const title = cardTitle(node, editor.catalogue);
      const rank = rankOf(node, title, wanted);
      if (rank === null) continue;
      const key = keyOf(bodies.map((id) => `/${id}`).join(''), node);
      const { id: planId, name } = plan;
      found.push({ planId, plan: name ?? planId, key, type: node.type, title, rank });
    }
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ rank: _rank, ...rest }) => rest);
}

function statesFound(plan: StateMachinePlan, wanted: string): (Found & { readonly rank: number })[] {
  return [...allStates(plan.states)].flatMap((state) => {
    const title = state.name ?? state.id;
    const said = JSON.stringify({ ...state, states: undefined }).toLowerCase();
    if (!`${title} ${said}`.toLowerCase().includes(wanted)) return [];
    const rank = title.toLowerCase().startsWith(wanted) ? 0 : title.toLowerCase().includes(wanted) ? 1 : 2;
    const { id: planId, name } = plan;
    return [{ planId, plan: name ?? planId, key: `/${state.id}`, type: 'STATE', title, rank }];
  });
}

function rankOf(node: PlanNode, title: string, wanted: string): number | null {
  const said = title.toLowerCase();
  if (said.startsWith(wanted)) return 0;
  if (said.includes(wanted) || node.id.toLowerCase().includes(wanted)) return 1;
  const { params, input } = node;
  return JSON.stringify([node.type, params ?? null, input ?? null])
    .toLowerCase()
    .includes(wanted)
    ? 2
    : null;
}
