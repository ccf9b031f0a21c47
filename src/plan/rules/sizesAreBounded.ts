import { type Diagnostic, LIMITS, problem } from '#base';
import { containersTooDeep } from './containersTooDeep';
import type { Rule } from './rule';

/** T4: how large a plan may be; a proposed one has the bounds of its planner. */
export const sizesAreBounded: Rule = ({ nodes, proposed, at }) => {
  const found: Diagnostic[] = [];
  const most = proposed?.maxSteps ?? LIMITS.nodesAccepted;
  if (nodes.length > most) {
    const what = proposed ? 'PLAN_TOO_LONG' : 'TOO_MANY_NODES';
    const help = proposed ? 'Propose fewer steps.' : 'Split the plan.';
    found.push(
      problem(what, `The plan has ${nodes.length} nodes: ${nodes.length} > ${most}.`, help, at(null)),
    );
  }
  const tooDeep = nodes.find(({ path }) => path.length > LIMITS.containerDepth);
  if (tooDeep) found.push(containersTooDeep(at(tooDeep.node)));
  const planner = nodes.find(({ node }) => node.type === 'PLANNER');
  if (proposed && planner && proposed.plannerDepth + 1 > proposed.maxPlannerDepth) {
    const depth = `depth ${proposed.plannerDepth + 1} > ${proposed.maxPlannerDepth}`;
    found.push(
      problem(
        'PLANNER_DEPTH',
        `Planners are nested too deeply: ${depth}.`,
        'Plan this step without another planner.',
        at(planner.node),
      ),
    );
  }
  return found;
};
