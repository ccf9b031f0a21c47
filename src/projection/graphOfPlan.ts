import { type Diagnostic, ROOT } from '#base';
import type { CapabilityPlan, Catalogue } from '#plan';
import { drawBody, plainDrawing } from './drawBody';
import type { Eye } from './drawing';
import type { Graph } from './graph';
import { type OfWorkspace, planLine, type Surroundings } from './planLine';
import { problemsOf } from './problemsOf';

/**
 * A plan as its author sees it: a card or box per node, with the one line that matters for its type.
 *
 * @param diagnostics problems of the workspace; those of this plan's nodes become the `reason` of their cards
 * @param catalogue titles of capabilities, where they are known
 * @param workspace its plans and models, for what SUB_PLANs run and who plans
 */
export function graphOfPlan(
  plan: CapabilityPlan,
  diagnostics: readonly Diagnostic[] = [],
  catalogue: Catalogue | null = null,
  workspace: OfWorkspace | null = null,
): Graph {
  return drawBody(plainDrawing(plan, ROOT), eyeOfAuthor(plan, catalogue, diagnostics, workspace));
}

/** Sees problems, and no run. */
export function eyeOfAuthor(
  plan: CapabilityPlan,
  catalogue: Catalogue | null,
  diagnostics: readonly Diagnostic[] = [],
  workspace: OfWorkspace | null = null,
): Eye {
  const around: Surroundings = { plan, catalogue, workspace };
  const problems = problemsOf(plan, diagnostics);
  return {
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
}
