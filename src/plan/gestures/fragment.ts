import type { Edit } from '../edits/edit';
import { editsAdding } from '../edits/graph';
import type { ContainerId } from '../edits/inPlan';
import { listOf, listsOf, type Owner, withList } from '../edits/machine/machine';
import { renamedState } from '../edits/machine/states';
import { allBodies, nodeIds, withBodies } from '../graph/bodies';
import { findState, mapStates, stateIds, targetsOf } from '../graph/states';
import type { Body, Edge, PlanNode } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import type { State, StateMachinePlan } from '../schema/stateMachine';
import type { Place } from '../schema/workspace';

/** What copying puts on the clipboard: the chosen nodes and the edges between them, of any one container. */
export function fragmentOf(plan: CapabilityPlan, nodes: readonly string[]): Body {
  const wanted = new Set(nodes);
  const fragment: Body = { nodes: [], edges: [] };
  for (const { body, path } of allBodies(plan)) {
    // A node inside a chosen container goes along with it.
    if (path.some((id) => wanted.has(id))) continue;
    fragment.nodes.push(...body.nodes.filter((node) => wanted.has(node.id)));
    fragment.edges.push(...body.edges.filter((edge) => wanted.has(edge.from) && wanted.has(edge.to)));
  }
  return fragment;
}

/** A pasted fragment: the edit, and the new id of each node by its old one. */
export interface Pasted {
  readonly edit: Edit;
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Pastes a fragment into a container, every node under a fresh id (W2); an id that is free is kept.
 *
 * @param places where the pasted nodes are drawn, by their old ids
 */
export function pasteFragment(
  plan: CapabilityPlan,
  into: ContainerId,
  fragment: Body,
  places: { readonly [node: string]: Place } = {},
): Pasted {
  const ids = freshIds(nodeIds(fragment), nodeIds(plan));
  const renamed = renamedBody(fragment, ids);
  const placed = Object.entries(places).map(([id, place]) => [ids.get(id) ?? id, place] as const);
  const edits: Edit[] = [
    ...renamed.nodes.map((node): Edit => ({ edit: 'add-node', plan: plan.id, into, node })),
    ...editsAdding(plan.id, renamed.edges),
    { edit: 'place-nodes', plan: plan.id, places: Object.fromEntries(placed) },
  ];
  return { edit: { edit: 'batch', label: 'Paste', edits }, ids };
}

/** A free id for each name: its own where nobody here has it, else `look` becomes `look-2`, and `look-2` becomes `look-3`. */
function freshIds(names: Iterable<string>, here: ReadonlySet<string>): ReadonlyMap<string, string> {
  const wanted = [...names];
  const taken = new Set([...here, ...wanted]);
  return new Map(
    wanted.map((id) => {
      const fresh = here.has(id) ? nextId(id, taken) : id;
      taken.add(fresh);
      return [id, fresh];
    }),
  );
}

function nextId(id: string, taken: ReadonlySet<string>): string {
  const stem = id.replace(/-\d+$/, '').slice(0, 56);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

function renamedBody(body: Body, ids: ReadonlyMap<string, string>): Body {
  return {
    nodes: body.nodes.map((node) => renamedNode(node, ids)),
    edges: body.edges.map(
      (edge): Edge => ({ ...edge, from: ids.get(edge.from) ?? edge.from, to: ids.get(edge.to) ?? edge.to }),
    ),
  };
}

function renamedNode(node: PlanNode, ids: ReadonlyMap<string, string>): PlanNode {
  const id = ids.get(node.id) ?? node.id;
  return { ...withBodies(node, (body) => renamedBody(body, ids)), id };
}

/** What copying puts on the clipboard: the chosen states with all that is inside them, in document order. */
export function statesOf(plan: StateMachinePlan, ids: readonly string[]): readonly State[] {
  const wanted = new Set(ids);
  const outermost = ids.filter(
    (id) => !(findState(plan, id)?.path.some((outer) => wanted.has(outer)) ?? true),
  );
  const order = [...stateIds(plan)];
  return outermost
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .flatMap((id) => findState(plan, id)?.state ?? []);
}

/** Pasted states: the edit, and the new id of each by its old one. */
interface PastedStates {
  readonly edit: Edit;
  readonly ids: ReadonlyMap<string, string>;
  /** How many transitions led to states that are not here, and stayed behind. */
  readonly dropped: number;
}

/**
 * Pastes states into a state, each under a fresh id (W2); one that is free is kept. What leads among them leads among
 * the pasted ones; what leads elsewhere stays if that state is here, else the transition stays behind.
 *
 * @param places where they are drawn, by their old ids
 */
export function pasteStates(
  plan: StateMachinePlan,
  into: string | null,
  states: readonly State[],
  places: { readonly [state: string]: Place } = {},
): PastedStates {
  const here = stateIds(plan);
  const ids = freshIds(stateIds({ states }), here);
  let renamed: StateMachinePlan = {
    id: plan.id,
    kind: 'state-machine',
    variables: [],
    states: mapStates([...states], (state) => ({ ...state, id: ids.get(state.id) ?? state.id })),
  };
  for (const [from, to] of ids) if (from !== to) renamed = renamedState(renamed, from, to);
  const known = new Set([...here, ...ids.values()]);
  let dropped = 0;
  const kept = mapStates(renamed.states, (state) => {
    const { owner, gone } = withoutStrangers(state, known);
    dropped += gone;
    return owner;
  });
  const edits: Edit[] = kept.map((state) => ({ edit: 'add-state', plan: plan.id, into, state }));
  const placed = Object.entries(places).map(([id, place]) => [ids.get(id) ?? id, place] as const);
  edits.push({ edit: 'place-nodes', plan: plan.id, places: Object.fromEntries(placed) });
  return { edit: { edit: 'batch', label: 'Paste', edits }, ids, dropped };
}

function withoutStrangers<Of extends Owner>(
  owner: Of,
  known: ReadonlySet<string>,
): { readonly owner: Of; readonly gone: number } {
  let next = owner;
  let gone = 0;
  for (const list of listsOf(owner)) {
    const before = listOf(owner, list) ?? [];
    const after = before.filter((transition) => targetsOf(transition).every((id) => known.has(id)));
    gone += before.length - after.length;
    if (after.length < before.length) next = withList(next, list, after);
  }
  const strange = (value: unknown): boolean => typeof value === 'string' && !known.has(value);
  if (!('defaultNext' in next) || !strange(next.defaultNext)) return { owner: next, gone };
  const { defaultNext: _gone, ...rest } = next;
  return { owner: rest as Of, gone: gone + 1 };
}
