import { type Diagnostic, err, grouped, type JsonObject, mintId, ok, problem, type Result } from '#base';
import type { Edit } from '../edits/edit';
import { editsAdding } from '../edits/graph';
import { containerOf } from '../edits/inPlan';
import type { Variable } from '../fields/fields';
import { allNodes, findNode, isContainer, nodeIds, type PlacedNode } from '../graph/bodies';
import { reachableFrom, successorsOf } from '../graph/order';
import type { Body, Edge, PlanNode } from '../nodes/node';
import { portsOf, titleOf } from '../nodes/node';
import { localsOf, writtenBy } from '../rules/rule';
import { readText, textsOf } from '../rules/texts';
import type { CapabilityPlan } from '../schema/plan';
import type { Place } from '../schema/workspace';

/** The nodes that are extracted, and the edges in, into and out of them. */
interface Part {
  readonly ids: ReadonlySet<string>;
  readonly nodes: readonly PlanNode[];
  readonly body: Body;
  readonly inner: readonly Edge[];
  readonly entering: readonly Edge[];
  readonly leaving: readonly Edge[];
  /** Every node of it, at every depth. */
  readonly all: readonly PlacedNode[];
  /** Variables that one of them writes. */
  readonly written: ReadonlySet<string>;
  readonly isOrdered: boolean;
}

/** The nodes with these ids, which stand beside each other; null where some of them do not. */
function partOf(plan: CapabilityPlan, { body, path }: PlacedNode, ids: ReadonlySet<string>): Part | null {
  const nodes = body.nodes.filter((node) => ids.has(node.id));
  if (nodes.length < ids.size) return null;
  const all = [...allNodes({ nodes, edges: [] })];
  const container = findNode(plan, path.at(-1) ?? '')?.node;
  const written = all.flatMap(({ node }) => writtenBy(node));
  return {
    ids,
    nodes,
    body,
    inner: body.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    entering: body.edges.filter(({ from, to }) => !ids.has(from) && ids.has(to)),
    leaving: body.edges.filter(({ from, to }) => ids.has(from) && !ids.has(to)),
    all,
    written: new Set(written),
    isOrdered: container?.type === 'GROUP' && container.params.mode === 'SYNC',
  };
}

/** Why the part would mean something else as a plan of its own; null when it would not. */
function reasonAgainst(plan: CapabilityPlan, part: Part): string | null {
  if (plan.variables === 'open') return 'What a plan with open variables reads cannot be known.';
  if (part.isOrdered) return 'The nodes of this group follow each other in order: extract the group.';
  for (const { node, path } of part.all) {
    const reason = boundBy(node, path.length === 0);
    if (reason !== null) return `“${titleOf(node)}” ${reason}`;
  }
  if (part.nodes.some(({ background }) => background === true))
    return 'A node in the background cannot be waited for.';
  return reasonOfCancelling(plan, part) ?? reasonOfEdges(part) ?? reasonOfTexts(part);
}

/** What binds a node to the plan that it stands in; null where it means the same in another. */
function boundBy(node: PlanNode, isOutermost: boolean): string | null {
  // The END of a body inside ends this body alone.
  if (node.type === 'END' && !isOutermost && node.params?.ends !== 'plan') return null;
  return BOUND[node.type] ?? null;
}

const BOUND: Readonly<Partial<Record<PlanNode['type'], string>>> = {
  START: 'begins the plan that it stands in.',
  END: 'ends the plan that it stands in.',
  PLANNER: 'plans with all variables of the plan that it stands in.',
  PLAN_EXECUTOR: 'runs a plan that may read and write all variables of the plan that it stands in.',
};

/** A CANCEL names nodes beside it: both go along, or neither. */
function reasonOfCancelling(plan: CapabilityPlan, part: Part): string | null {
  const inside = new Set(part.all.map(({ node }) => node.id));
  for (const { node } of allNodes(plan)) {
    if (node.type !== 'CANCEL') continue;
    const other = node.params.nodes.find((id) => inside.has(id) !== inside.has(node.id));
    if (other === undefined) continue;
    const named = findNode(plan, other)?.node;
    return `“${titleOf(node)}” cancels “${named ? titleOf(named) : other}”: choose both, or neither.`;
  }
  return null;
}

function reasonOfEdges(part: Part): string | null {
  const led = new Set(part.inner.map(({ to }) => to));
  const firsts = part.nodes.filter(({ id }) => !led.has(id));
  const [first] = firsts;
  if (firsts.length !== 1 || part.entering.some(({ to }) => to !== first?.id))
    return 'The part begins in more than one place.';
  if (first?.type === 'JOIN') return 'A join stays with the ways that it joins.';
  return part.leaving.length === 0 ? null : (reasonOfExits(part) ?? reasonOfLostWays(part));
}

/** A sub-plan goes on by one port: all ways out of the part have to lead to the same nodes. */
function reasonOfExits({ nodes, inner, leaving, body }: Part): string | null {
  const exits = grouped(leaving, ({ from, port }) => `${from}:${port}`);
  const targets = new Set(
    [...exits.values()].map((edges) =>
      edges
        .map(({ to }) => to)
        .toSorted()
        .join(' '),
    ),
  );
  if (targets.size > 1) return 'The part ends in more than one place: its ways lead to different nodes.';
  for (const { from, port, to } of leaving) {
    const node = nodes.find(({ id }) => id === from);
    const title = node ? titleOf(node) : from;
    if (port === 'error') return `“${title}” leads out of the part where it fails.`;
    if (port === 'timeout') return `“${title}” leads out of the part where its time is up.`;
    if (inner.some((edge) => edge.from === from && edge.port === port))
      return `“${title}” leads out of the part, and on inside of it.`;
    const target = body.nodes.find(({ id }) => id === to);
    const counts = target?.type === 'JOIN' && target.params?.need?.startsWith('N_OF') === true;
    if (exits.size > 1 && counts) return `“${titleOf(target)}” counts the ways that lead out of the part.`;
  }
  return null;
}

/** Where a way ends inside, what follows outside would not begin; after a sub-plan it would. */
function reasonOfLostWays(part: Part): string | null {
  const open = part.nodes.find((node) => !isLedOn(node, part));
  if (open) return `The way of “${titleOf(open)}” ends inside the part.`;
  const lost = part.nodes.find((node) => node.disabled === 'skip' || node.cancelOn !== undefined);
  if (lost)
    return `“${titleOf(lost)}” may end its way inside the part: it is disabled, or cancelled by an event.`;
  const cancelling = part.nodes.filter((node) => node.type === 'CANCEL');
  const cancelled = new Set(cancelling.flatMap(({ params }) => params.nodes));
  const ids = cancelling.map(({ id }) => id);
  const inside = { nodes: [...part.nodes], edges: [...part.inner] };
  const after = new Set([...ids, ...reachableFrom(successorsOf(inside), ids)]);
  const both = part.nodes.find(({ id }) => cancelled.has(id) && after.has(id));
  return both ? `“${titleOf(both)}” follows a node that cancels, and is cancelled.` : null;
}

/** Whether each of its ordinary ways goes on, inside or out of the part. */
function isLedOn(node: PlanNode, { inner, leaving }: Part): boolean {
  const ports = portsOf(node).filter((port) => port !== 'error' || node.onError === 'route');
  return ports
    .filter((port) => port !== 'timeout')
    .every((port) => [...inner, ...leaving].some((edge) => edge.from === node.id && edge.port === port));
}

function reasonOfTexts({ all }: Part): string | null {
  const whole = all.find(({ node }) => node.input === '*');
  return whole ? `“${titleOf(whole.node)}” is given all variables of its plan.` : null;
}

/** A part of a plan as a plan of its own, and the SUB_PLAN that runs it. */
interface Extracted {
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
    ...editsAdding(plan.id, outer),
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
