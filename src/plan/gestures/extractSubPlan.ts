import { type Diagnostic, err, type JsonObject, mintId, ok, problem, type Result } from '#base';
import type { Edit } from '../edits/edit';
import { containerOf } from '../edits/inPlan';
import { findNode, nodeIds } from '../graph/allNodes';
import { isContainer } from '../graph/bodies';
import { portsOf, titleOf } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { readText } from '../rules/languages';
import { localsOf } from '../rules/names';
import { textsOf } from '../rules/texts';
import type { CapabilityPlan } from '../schema/plan';
import type { Variable } from '../schema/variable';
import type { Place } from '../schema/workspace';
import { type Part, partOf, reasonAgainst } from './extractablePart';

/** A part of a plan as a plan of its own, and the SUB_PLAN that runs it. */
export interface Extracted {
  readonly edit: Edit;
  /** Id of the SUB_PLAN. */
  readonly node: string;
}

/**
 * Makes nodes of one container a plan that a SUB_PLAN runs in their place (E1). What they read becomes its inputs, what they
 * write its result, which the SUB_PLAN writes back; a variable that may stay unwritten is given in, so that it keeps its
 * value. Only what means the same afterwards is extracted: a part with one beginning, all of whose ways lead to the same
 * nodes. Notes stay where they are.
 *
 * @param taken ids of the plans that are there
 * @param places where the nodes are drawn in the new plan, and the SUB_PLAN in the old one
 * @returns the edit, or `CANNOT_EXTRACT` with the reason
 */
export function extractSubPlan(
  plan: CapabilityPlan,
  nodes: readonly string[],
  taken: ReadonlySet<string>,
  places: { readonly inside: Readonly<Record<string, Place>>; readonly at?: Place } = { inside: {} },
): Result<Extracted, Diagnostic> {
  const found = nodes.map((id) => findNode(plan, id)).filter((placed) => placed !== undefined);
  const [first] = found.filter(({ node: one }) => one.type !== 'NOTE').toSorted((a, b) => a.index - b.index);
  if (!first || found.length < nodes.length) return refused(plan, 'There is nothing to extract.');
  const notes = new Set(found.filter(({ node: one }) => one.type === 'NOTE').map(({ node: one }) => one.id));
  const part = partOf(plan, first, new Set(nodes.filter((one) => !notes.has(one))));
  const reason = part === null ? 'Choose nodes of one container.' : reasonAgainst(plan, part);
  if (part === null || reason !== null) return refused(plan, reason ?? '');
  const id = mintId('part', new Set(taken));
  const node = mintId('sub-plan', nodeIds(plan));
  const names = namesIn(plan, part);
  const variables = names.map(
    (name): Variable => ({ id: name, scope: isGivenIn(part, name) ? 'IN' : 'OUT' }),
  );
  const written = names.filter((name) => part.written.has(name));
  const inputs = variables.filter(({ scope }) => scope === 'IN');
  const made: CapabilityPlan = {
    id,
    kind: 'capability',
    name:
      part.nodes.length === 1 && part.nodes[0] ? titleOf(part.nodes[0]) : `Part of ${plan.name ?? plan.id}`,
    variables,
    result: asHoles(written),
    nodes: [...part.nodes],
    edges: [...part.inner],
  };
  const subPlan: PlanNode = {
    id: node,
    type: 'SUB_PLAN',
    params: { plan: id },
    ...(inputs.length === 0 ? {} : { input: asHoles(inputs.map((one) => one.id)) }),
    ...(written.length === 0
      ? {}
      : { output: Object.fromEntries(written.map((name) => [name, `result.${name}`])) }),
  };
  const outer = [...part.entering, ...part.leaving].map((edge) =>
    part.ids.has(edge.from) ? { ...edge, from: node, port: 'out' } : { ...edge, to: node },
  );
  const once = new Map(outer.map((edge) => [`${edge.from}:${edge.port}->${edge.to}`, edge]));
  const into = containerOf(first.bodies);
  const edits: Edit[] = [
    { edit: 'remove-nodes', plan: plan.id, nodes: [...part.ids] },
    { edit: 'add-plan', plan: made, layout: places.inside },
    {
      edit: 'add-node',
      plan: plan.id,
      into,
      index: first.index,
      node: subPlan,
      ...(places.at ? { place: places.at } : {}),
    },
    ...[...once.values()].map((edge): Edit => ({ edit: 'add-edge', plan: plan.id, edge })),
  ];
  return ok({ edit: { edit: 'batch', label: 'Extract into a sub-plan', edits }, node });
}

/** The names that the part reads or writes; all of the plan where a text of it may read any. */
function namesIn(plan: CapabilityPlan, part: Part): readonly string[] {
  const declared = plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id);
  const own = new Set(part.all.flatMap(({ node }) => localsOf(node)));
  const read = readIn(part);
  if (read === null) return [...new Set([...declared, ...part.written])];
  return [...new Set([...read, ...part.written])].filter((name) => !own.has(name));
}

/** The names that expressions and templates read; null where JSONata or a prompt may read any. */
function readIn({ all }: Part): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const { node } of all) {
    const isOpen = node.type === 'FILL_TEMPLATE' && node.params.prompt !== undefined;
    for (const text of textsOf(node)) {
      const read = readText(text);
      if (text.kind === 'jsonata' || text.isOpen || isOpen || !read.ok) return null;
      for (const name of read.value.variables) if (!text.sees.includes(name)) names.add(name);
    }
    if (isOpen) return null;
  }
  return names;
}

/** Whether a variable is an input: it is read, or may stay as it was. A straight way writes what its nodes write. */
function isGivenIn(part: Part, name: string): boolean {
  const read = readIn(part);
  if (read === null || read.has(name) || !part.written.has(name)) return true;
  const isStraight = part.nodes.every(
    (node) =>
      !isContainer(node) &&
      node.disabled === undefined &&
      node.onError === undefined &&
      part.inner.filter(({ from }) => from === node.id).length <= 1 &&
      portsOf(node).filter((port) => port !== 'error').length === 1,
  );
  return !(isStraight && part.nodes.some((node) => Object.hasOwn(node.output ?? {}, name)));
}

function asHoles(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, `{{ ${name} }}`]));
}

function refused(plan: CapabilityPlan, message: string): Result<never, Diagnostic> {
  return err(problem('CANNOT_EXTRACT', message, 'Choose other nodes.', { plan: plan.id }));
}
