import { compileExpression } from '../expressions/expression';
import { type KnownShapes, shapeOfExpression } from '../expressions/types';
import { NODE_TYPES } from '../nodes';
import type { PlanNode } from '../nodes/node';
import type { Catalogue } from '../schema/capabilityDescriptor';
import { Shape, shapeOf } from '../schema/foreign';
import type { Variable } from '../schema/variable';
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

/**
 * What the variables of a plan look like by the schemas there are, for who offers names: as declared, else as the steps give it that
 * write it. None of it is certain before they have.
 */
export function shapesOfVariables(
  variables: readonly Variable[],
  nodes: readonly PlanNode[],
  catalogue: Catalogue,
): ReadonlyMap<string, Shape> {
  const declared = new Map(
    variables.flatMap(({ id, schema }) => (schema === undefined ? [] : [[id, shapeOf(schema)] as const])),
  );
  const written = new Map<string, readonly Shape[]>();
  for (const node of nodes) {
    const result = resultShape(node, { catalogue });
    for (const [id, source] of Object.entries(node.output ?? {})) {
      const read = compileExpression(source);
      if (!read.ok || declared.has(id)) continue;
      const name = (one: string) => (one === 'result' ? result : declared.get(one)) ?? null;
      const { shape } = shapeOfExpression(read.value, { step: () => null, name });
      written.set(id, [...(written.get(id) ?? []), shape]);
    }
  }
  const made = [...written].map(([id, shapes]) => [id, Shape.either(shapes)] as const);
  return new Map([...made, ...declared]);
}

/** What a node gives; null where nothing is certain of it. */
export function resultShape(node: PlanNode, { catalogue }: Pick<Subject, 'catalogue'>): Shape | null {
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
