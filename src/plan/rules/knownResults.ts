import type { KnownShapes } from '../expressions/types';
import { NODE_TYPES } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { type Shape, shapeOf } from '../schema/foreign';
import { writtenBy } from './names';
import type { Subject } from './rule';

/**
 * What is certain of the values that the expressions of a plan read: results of steps, by the output schemas of what they
 * call (A1), and inputs, which no run begins without. Any other variable is null until it is written.
 */
export function knownValues(subject: Subject): KnownShapes {
  const { nodes, proposed } = subject;
  const steps = new Map(
    proposed === null ? [] : nodes.map(({ node }) => [node.id, resultShape(node, subject)] as const),
  );
  const inputs = inputShapes(subject);
  return { step: (id) => steps.get(id) ?? null, name: (name) => inputs.get(name) ?? null };
}

/** The same where a text of a node may also read its `result`. */
export function knownIn(node: PlanNode, subject: Subject, known: KnownShapes): KnownShapes {
  return { ...known, name: (name) => (name === 'result' ? resultShape(node, subject) : known.name(name)) };
}

/** What a node gives; null where nothing is certain of it. */
function resultShape(node: PlanNode, { catalogue }: Subject): Shape | null {
  // It gives its input then.
  if (node.disabled === 'pass') return null;
  if (node.type === 'CAPABILITY') {
    const called = catalogue.get(node.params.capability);
    return called === undefined ? null : shapeOf(called.output);
  }
  const answer = NODE_TYPES[node.type].scripted(node)?.answer;
  const output = answer !== undefined && 'output' in answer ? answer.output : null;
  return output === null ? null : shapeOf(output);
}

function inputShapes({ authored, nodes }: Subject): ReadonlyMap<string, Shape> {
  const variables = authored?.plan.variables ?? [];
  if (variables === 'open') return new Map();
  const written = new Set(nodes.flatMap(({ node }) => writtenBy(node)));
  return new Map(
    variables
      .filter(({ id, scope, schema }) => scope === 'IN' && schema !== undefined && !written.has(id))
      .map(({ id, schema }) => [id, shapeOf(schema ?? {})]),
  );
}
