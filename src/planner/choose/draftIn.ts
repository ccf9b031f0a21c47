import { isId, isJsonObject, type Json, LIMITS, own, utf8Length } from '#base';
import {
  type Body,
  bodyOfMachine,
  type Catalogue,
  draftOf,
  type Edge,
  machineDraftOf,
  type PlanNode,
  readEdge,
  readMachine,
  readNode,
  type StateMachinePlan,
} from '#plan';
import { candidatesOf } from '../extract/candidatesOf';

/** A plan as far as it could be read of a reply, whatever is wrong with it. Never run. */
export interface ReplyDraft {
  readonly body: Body;
  /** The machine that the plan is (M5): then `body` is the one step that would run it. Absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  /** Nodes that stand for steps which are no nodes. */
  readonly unread: ReadonlySet<PlanNode>;
}

/**
 * The plan that a reply would have been, to be looked at beside what was said of it (P6): of the parts of the reply the first
 * that has the shape of a plan, not judged. Edges from or to a step that is not there are left out.
 *
 * @param text the raw reply
 * @param catalogue the tools that its steps may mean
 * @returns null where nothing in it has the shape of a plan, or it is larger than a reply may be
 * @example draftIn('{"steps":[{"toolId":"nope"}]}', new Map())?.body.nodes[0]?.id // 'step-1'
 */
export function draftIn(text: string, catalogue: Catalogue): ReplyDraft | null {
  if (utf8Length(text) > LIMITS.plannerReplyBytes) return null;
  for (const { value } of candidatesOf(text).candidates.slice(0, LIMITS.replyCandidates)) {
    const draft = machineIn(value, catalogue) ?? graphIn(value, catalogue);
    if (draft !== null) return draft;
  }
  return null;
}

function machineIn(value: Json, catalogue: Catalogue): ReplyDraft | null {
  const draft = machineDraftOf(value, catalogue);
  const read = draft && readMachine(draft.plan);
  return read?.ok ? { body: bodyOfMachine(read.value), machine: read.value, unread: new Set() } : null;
}

function graphIn(value: Json, catalogue: Catalogue): ReplyDraft | null {
  const draft = draftOf(value, { catalogue, placeholders: true });
  if (draft === null) return null;
  const unread = new Set<PlanNode>();
  const nodes = new Map<string, PlanNode>();
  const add = (raw: Json): void => {
    const read = readNode(raw);
    const node = read.ok ? read.value : unreadStep(raw, nodes.size);
    if (!read.ok) unread.add(node);
    nodes.set(node.id, node);
  };
  listOf(draft.body.nodes).slice(0, LIMITS.planSteps).forEach(add);
  // A reader of steps leaves those out that it cannot read, and says which.
  for (const id of draft.unread.slice(0, LIMITS.planSteps)) add({ id });
  if (nodes.size === 0) return null;
  const edges = listOf(draft.body.edges).flatMap((raw) => edgeBetween(raw, nodes));
  return { body: { nodes: [...nodes.values()], edges }, unread };
}

function edgeBetween(raw: Json, nodes: ReadonlyMap<string, PlanNode>): readonly Edge[] {
  const edge = readEdge(raw);
  return edge.ok && nodes.has(edge.value.from) && nodes.has(edge.value.to) ? [edge.value] : [];
}

/** It has the id that its problems name. */
function unreadStep(raw: Json, index: number): PlanNode {
  const said = isJsonObject(raw) ? own(raw, 'id') : undefined;
  const id = typeof said === 'string' && isId(said) ? said : `step-${index + 1}`;
  return { id, type: 'NOTE', name: id, params: { markdown: '' } };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
