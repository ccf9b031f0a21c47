import { ROOT } from '#base';
import type { Body, CapabilityPlan, Catalogue } from '#plan';
import { drawBody, plainDrawing } from './drawBody';
import type { Graph } from './graph';
import { eyeOfAuthor } from './graphOfPlan';
import { planDifference } from './planDifference';
import { withDropped } from './revisions';

/**
 * One graph of two plans: the later one with what became of each step as its mark, and what it has no more where that stood.
 *
 * @param catalogue titles of capabilities
 */
export function graphOfDifference(before: Body, after: Body, catalogue: Catalogue): Graph {
  const plan: CapabilityPlan = {
    id: 'difference',
    kind: 'capability',
    variables: 'open',
    ...withDropped(before, after),
  };
  const eye = eyeOfAuthor(plan, catalogue);
  return drawBody({ ...plainDrawing(plan, ROOT), changes: planDifference(before, after) }, eye);
}
