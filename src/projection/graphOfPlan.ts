import { type Diagnostic, ROOT } from '#base';
import type { CapabilityPlan, Catalogue } from '#plan';
import { drawBody, plainDrawing } from './drawBody';
import type { Eye } from './drawing';
import type { Graph } from './graph';
import { planLine } from './planLine';
import { problemsOf } from './problemsOf';

/**
 * A plan as its author sees it: a card or box per node, with the one line that matters for its type.
 *
 * @param diagnostics problems of the workspace; those of this plan's nodes become the `reason` of their cards
 * @param catalogue titles of capabilities, where they are known
 * @param plans names of the workspace's plans by id, for what SUB_PLANs run
 */
export function graphOfPlan(
  plan: CapabilityPlan,
  diagnostics: readonly Diagnostic[] = [],
  catalogue: Catalogue | null = null,
  plans: ReadonlyMap<string, string> = new Map(),
): Graph {
  const around = { plan, catalogue, plans };
  const problems = problemsOf(plan.id, diagnostics);
  const eye: Eye = {
    around,
    read: (node) => ({
      status: null,
      line: planLine(node, around),
      ...(problems.get(node.id) ?? { reason: null }),
    }),
    edge: () => 'idle',
    inside: () => null,
    light: () => null,
    rounds: () => null,
    scope: (address) => address,
  };
  return drawBody(plainDrawing(plan, ROOT), eye);
}
