import type { Diagnostic } from '#base';
import type { CapabilityPlan } from '../schema/plan';
import { edgesLead } from './edgesLead';
import { noCycles } from './noCycles';
import { type Rule, subjectOfBody } from './rule';
import { sequencesHaveNoEdges } from './sequencesHaveNoEdges';
import { startsOnce } from './startsOnce';

/** Rules about the graph alone, which say something of a document that cannot be opened too (case D2). */
const GRAPH_RULES: readonly Rule[] = [edgesLead, noCycles, startsOnce, sequencesHaveNoEdges];

/** Checks the graph of a plan alone, without a workspace around it. */
export function checkGraph(plan: CapabilityPlan): readonly Diagnostic[] {
  const subject = subjectOfBody(plan, new Set(), new Map(), null, { plan: plan.id });
  return GRAPH_RULES.flatMap((rule) => rule(subject));
}
