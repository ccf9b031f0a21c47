import { warning } from '#base';
import { compileTemplate } from '../expressions/template';
import { capabilityOfMerge } from '../graph/calls';
import { writtenBy } from './names';
import type { Rule } from './rule';

/** V1: an OUT variable that the result uses is written somewhere, else the run ends with `OUTPUT_MISSING`. */
export const resultIsAssigned: Rule = ({ nodes, authored, at }) => {
  const plan = authored?.plan;
  if (!plan || plan.variables === 'open') return [];
  // What a generated plan will write cannot be known, nor what a capability merges branches into.
  if (nodes.some(({ node }) => node.type === 'PLAN_EXECUTOR' || isInline(node) || capabilityOfMerge(node))) {
    return [];
  }
  const template = compileTemplate(plan.result ?? null);
  if (!template.ok) return [];
  const written = new Set(nodes.flatMap(({ node }) => writtenBy(node)));
  return plan.variables
    .filter(
      ({ id, scope, default: byDefault }) => scope === 'OUT' && byDefault === undefined && !written.has(id),
    )
    .filter(({ id }) => template.value.references.variables.has(id))
    .map(({ id }) =>
      warning(
        'OUTPUT_NEVER_ASSIGNED',
        `The result uses "${id}", but no node writes it.`,
        `Write it in the "output" of a node, or take it out of the result.`,
        at(null, '/result'),
      ),
    );
};

function isInline(node: { type: string; params?: unknown }): boolean {
  const { params } = node;
  return (
    node.type === 'PLANNER' &&
    typeof params === 'object' &&
    params !== null &&
    Reflect.get(params, 'execute') === 'inline'
  );
}
