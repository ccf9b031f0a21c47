import { type Address, withBody, within, withoutAttempt } from '#base';
import { type Body, bodiesOf, isContainer, type PlanNode, portsOf, type StateMachinePlan } from '#plan';
import { isInlinePlanner } from './addresses';
import type { AgentCard } from './agent';
import type { MachineLight, StepChange } from './graph';
import {
  edgeKey,
  type Graph,
  type GraphEdge,
  type GraphMark,
  type GraphNode,
  type Lane,
  type MachinePicture,
} from './graph';
import { graphOfMachine } from './graphOfMachine';
import type { Rounds } from './rounds';
import { isSettled, type NodeStatus, type Span } from './runView';
import { cardTitle, type Surroundings } from './shortText';
import { isBeingWritten } from './streamed';

/** A body with where it is drawn. */
export interface Drawing {
  readonly body: Body;
  /** What the addresses of its nodes begin with: of a container that repeats, those of one round. */
  readonly scope: Address;
  /** Scopes of nodes that began in an earlier revision of the plan, by id: they stay where they ran (R13). */
  readonly began: ReadonlyMap<string, Address>;
  /** What their keys begin with: the scope without rounds and attempts. */
  readonly keys: Address;
  /** Key of the box. */
  readonly parent: Address | null;
  /** Whether its nodes follow each other in document order, without edges of their own: a SYNC GROUP. */
  readonly ordered: boolean;
  /** Made by a planner, or of another plan: drawn, not edited. */
  readonly dynamic: boolean;
  /** Id of the other plan, where a SUB_PLAN runs it. */
  readonly subPlan: string | null;
  /** Made by a planner and not yet opened by an executor. */
  readonly planned: boolean;
  /** The machine that a planner made, of which the body is the one step: its states are drawn instead (M5). */
  readonly machine?: StateMachinePlan;
  /** Its states that were refused while it arrived, by id, with the reason. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Nodes that are drawn and will not run, with the reason. */
  readonly ghosts: ReadonlyMap<PlanNode, string>;
  /** What a revision has done with its nodes, by id, while that is news. */
  readonly changes?: ReadonlyMap<string, StepChange>;
}

/** How one card reads; all of it comes from diagnostics or from a run. */
interface Reading {
  readonly status: NodeStatus | null;
  readonly line: string;
  readonly reason: string | null;
  readonly warned?: true;
  readonly unanswered?: true;
  readonly asking?: Span;
  readonly caution?: string;
}

/** What the same plan looks like to somebody: to its author, or to the reader of a run at a position. */
export interface Eye {
  readonly around: Surroundings;
  read(node: PlanNode, address: Address, drawing: Drawing): Reading;
  edge(from: Address, port: string, to: Address, drawing: Drawing): GraphEdge['state'];
  /** What is drawn inside a node besides the bodies that it has: the plan of a planner, or of a SUB_PLAN. */
  inside(node: PlanNode, address: Address, drawing: Drawing): Inside | null;
  /** Where a run stands in the machine that a planner made; null before it has begun. */
  light(machine: StateMachinePlan, place: Address): MachineLight | null;
  /** The machine of the workspace that a SUB_PLAN runs, as a picture; left out where none is shown. */
  picture?(node: PlanNode, address: Address): MachinePicture | null;
  /** How an agent gets on; left out where no run is shown. */
  agent?(node: PlanNode, address: Address): AgentCard | null;
  /** The rounds of a container that repeats. */
  rounds(node: PlanNode, address: Address): Rounds | null;
  /** Where the contents of a container run: in which round, in which attempt. */
  scope(address: Address, rounds: Rounds | null): Address;
}

/** A drawing whose place follows from that of the node around it. */
export type Inside = Omit<Drawing, 'keys' | 'parent'>;

interface Lists {
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
}

/** Where nothing began before. */
export const NOWHERE: ReadonlyMap<string, Address> = new Map();

/** The address of a node of a drawing, without attempt. */
export function addressIn({ scope, began }: Drawing, id: string): Address {
  return within(began.get(id) ?? scope, id);
}

/** Draws a body and all in it: parents before their contents, in document order. */
export function drawBody(drawing: Drawing, eye: Eye): Graph {
  const lists: Lists = { nodes: [], edges: [] };
  drawInto(lists, drawing, eye);
  return lists;
}

/** An ordinary body at an address: nothing of it is made by a planner. */
export function plainInside(body: Body, scope: Address): Inside {
  const plain = { ordered: false, dynamic: false, subPlan: null, planned: false };
  return { body, scope, began: NOWHERE, ghosts: NONE, ...plain };
}

/** The whole of a plan. */
export function plainDrawing(body: Body, scope: Address): Drawing {
  return { ...plainInside(body, scope), keys: scope, parent: null };
}

const NONE: ReadonlyMap<PlanNode, string> = new Map();

/** The key of a node of a drawing; an edge belongs to the revision that its target came with. */
function keysOf({ keys, began }: Drawing, id: string): Address {
  const before = began.get(id);
  return before === undefined ? keys : (placeOf(before).key as Address);
}

function drawInto(lists: Lists, drawing: Drawing, eye: Eye): void {
  if (drawing.machine !== undefined) {
    drawMachine(lists, drawing, drawing.machine, eye);
    return;
  }
  const reached = new Set(drawing.body.edges.map((edge) => edge.to));
  for (const [index, node] of drawing.body.nodes.entries()) {
    const hasInput = node.type !== 'START' && node.type !== 'NOTE';
    const follows = drawing.ordered && index > 0;
    drawNode(lists, node, drawing, eye, hasInput || follows || reached.has(node.id));
  }
  drawEdges(lists.edges, drawing, eye);
}

function drawNode(lists: Lists, node: PlanNode, drawing: Drawing, eye: Eye, hasInput: boolean): void {
  const address = addressIn(drawing, node.id);
  const key = within(keysOf(drawing, node.id), node.id);
  const ghost = drawing.ghosts.get(node);
  const rounds = eye.rounds(node, address);
  const inside = contentsOf(node, { address, key, rounds }, drawing, eye);
  const at = lists.nodes.length;
  const reading = eye.read(node, address, drawing);
  const mark = markOf(node, drawing);
  const picture = eye.picture?.(node, address) ?? null;
  const agent = eye.agent?.(node, address) ?? null;
  const card: GraphNode = {
    ...(picture === null ? {} : { picture }),
    ...(agent === null ? {} : { agent }),
    key,
    parent: drawing.parent,
    node,
    type: node.type,
    title: cardTitle(node, eye.around.catalogue),
    ...reading,
    address,
    mark,
    reason: ghost ?? reading.reason,
    ports: portsOf(node),
    hasInput,
    container: inside.length > 0 || runsPlan(node),
    dynamic: drawing.dynamic,
    progress: null,
    lane: null,
    rounds,
    subPlan: drawing.subPlan,
  };
  lists.nodes.push(card);
  if (inside.length === 0) return;
  for (const inner of inside) drawContents(lists, card, inner, eye);
  lists.nodes[at] = { ...card, progress: progressIn(lists.nodes, at, card) };
}

function markOf(node: PlanNode, { ghosts, changes }: Drawing): GraphMark | null {
  if (isBeingWritten(node)) return 'writing';
  return ghosts.has(node) ? 'ghost' : (changes?.get(node.id) ?? null);
}

/** Whether steps that are planned will stand inside it: there is room for them before they are there (D4). */
function runsPlan(node: PlanNode): boolean {
  return node.type === 'PLAN_EXECUTOR' || isInlinePlanner(node);
}

/** The contents of a node, each body of a TRY_CATCH in a lane of its own. */
function drawContents(lists: Lists, card: GraphNode, inner: Drawing & { lane: Lane | null }, eye: Eye): void {
  if (inner.lane === null) {
    drawInto(lists, inner, eye);
    return;
  }
  const at = lists.nodes.length;
  const lane: GraphNode = {
    ...card,
    key: inner.keys,
    parent: card.key,
    title: LANES[inner.lane],
    line: '',
    address: inner.scope,
    reason: null,
    ports: [],
    hasInput: false,
    container: true,
    lane: inner.lane,
    rounds: null,
  };
  lists.nodes.push(lane);
  drawInto(lists, inner, eye);
  lists.nodes[at] = { ...lane, status: laneStatus(lists.nodes, at, lane) };
}

const LANES: Readonly<Record<Lane, string>> = { try: 'Try', catch: 'Catch', finally: 'Finally' };

/** A lane reads like what is in it: it has no record of its own. */
function laneStatus(nodes: readonly GraphNode[], at: number, lane: GraphNode): NodeStatus | null {
  if (lane.status === null) return null;
  const inner = nodes.slice(at + 1).filter(({ parent, type }) => parent === lane.key && type !== 'NOTE');
  const some = (...statuses: readonly NodeStatus[]) =>
    inner.some(({ status }) => status !== null && statuses.includes(status));
  if (some('running', 'retrying')) return 'running';
  if (some('waiting', 'paused', 'uncertain')) return 'waiting';
  if (inner.some(({ status, reason }) => status === 'failed' && reason !== null)) return 'failed';
  if (some('succeeded')) return inner.every(({ status }) => isSettled(status)) ? 'succeeded' : 'running';
  return inner.length > 0 && inner.every(({ status }) => status === 'skipped') ? 'skipped' : 'pending';
}

/** What is drawn in a node: the bodies of a container, the plan of a planner, or that of a SUB_PLAN. */
function contentsOf(
  node: PlanNode,
  { address, key, rounds }: Pick<GraphNode, 'address' | 'rounds'> & { readonly key: Address },
  drawing: Drawing,
  eye: Eye,
): readonly (Drawing & { lane: Lane | null })[] {
  if (!isContainer(node)) {
    const inner = eye.inside(node, address, drawing);
    if (inner === null) return [];
    // A scope begins with its node's address: what follows is the revision.
    const keys = `${key}${inner.scope.slice(address.length)}` as Address;
    return [{ ...inner, keys, parent: key, lane: null }];
  }
  const { dynamic, subPlan, planned, ghosts } = drawing;
  const ordered = node.type === 'GROUP' && node.params.mode === 'SYNC';
  return bodiesOf(node).map(({ name, body }) => {
    const lane = name === 'body' ? null : name;
    const scope = eye.scope(lane === null ? address : withBody(address, lane), rounds);
    const keys = lane === null ? key : withBody(key, lane);
    return {
      body,
      scope,
      began: NOWHERE,
      keys,
      parent: keys,
      ordered,
      dynamic,
      subPlan,
      planned,
      ghosts,
      lane,
    };
  });
}

/**
 * Counts the nodes directly inside, those of lanes too; notes and ghosts never run. In a box that did not come to its
 * end, what was skipped because of that is not done.
 */
function progressIn(nodes: readonly GraphNode[], at: number, box: GraphNode): GraphNode['progress'] {
  const cutShort = box.status === 'failed' || box.status === 'cancelled';
  const parents = new Set([box.key]);
  let done = 0;
  let total = 0;
  for (let index = at + 1; index < nodes.length; index++) {
    const inner = nodes[index];
    if (inner === undefined || !parents.has(inner.parent ?? '')) continue;
    if (inner.lane !== null) parents.add(inner.key);
    if (inner.lane !== null || inner.type === 'NOTE' || isOut(inner)) continue;
    total++;
    if (cutShort ? inner.status === 'succeeded' : isSettled(inner.status)) done++;
  }
  return total === 0 ? null : { done, total };
}

/** It will not run: it was refused, or a revision has dropped it. */
function isOut({ mark, status }: GraphNode): boolean {
  return mark === 'ghost' || (mark === 'dropped' && status === null);
}

function drawEdges(edges: GraphEdge[], drawing: Drawing, eye: Eye): void {
  for (const { from, port, to } of edgesOf(drawing)) {
    const keys = keysOf(drawing, to);
    edges.push({
      key: edgeKey(keys, from, port, to),
      from: within(keysOf(drawing, from), from),
      port,
      to: within(keys, to),
      state: eye.edge(addressIn(drawing, from), port, addressIn(drawing, to), drawing),
      implied: drawing.ordered,
    });
  }
}

/** The edges of a body, or the chain of an ordered one. Notes and ghosts are in no chain; what is being written ends it. */
export function edgesOf(drawing: Drawing): readonly { from: string; port: string; to: string }[] {
  if (!drawing.ordered) return drawing.body.edges;
  const chain = drawing.body.nodes.filter(
    (node) => isBeingWritten(node) || (node.type !== 'NOTE' && !drawing.ghosts.has(node)),
  );
  return chain.slice(1).map((node, index) => ({ from: chain[index]?.id ?? '', port: 'out', to: node.id }));
}

/** The states of a machine that a planner made, under the address of the step that runs it (K11). */
function drawMachine(lists: Lists, drawing: Drawing, machine: StateMachinePlan, eye: Eye): void {
  const place = addressIn(drawing, machine.id);
  const keys = within(drawing.keys, machine.id);
  const at = (key: string): Address => `${keys}${key}` as Address;
  const light = eye.light(machine, place);
  const { nodes, edges } = graphOfMachine(machine, { light });
  for (const node of nodes) {
    const address = `${place}${node.address}` as Address;
    const status = node.status ?? 'planned';
    const parent = node.parent === null ? drawing.parent : at(node.parent);
    const drawn = { ...node, key: at(node.key), parent, address, status, dynamic: true };
    const reason = drawing.refused?.get(node.node.id);
    lists.nodes.push(reason === undefined ? drawn : { ...drawn, mark: 'ghost', status: null, reason });
  }
  for (const edge of edges)
    lists.edges.push({ ...edge, key: `${keys}${edge.key}`, from: at(edge.from), to: at(edge.to) });
}

/** Where an address of a run is drawn. */
export interface Place {
  /** Key of the card or box. */
  readonly key: string;
  /** By address of each container around it that repeats: the round that has to be drawn for the card to be it. */
  readonly rounds: ReadonlyMap<Address, number>;
}

const SUFFIX = /^([^.[@#!]+)(\.(?:try|catch|finally))?(?:\[(\d+)\])?(@\d+)?/;

/**
 * The card of an address: the address without attempts and rounds, and the rounds that it lies in.
 *
 * @example placeOf('/each[3]/look#1') // { key: '/each/look', rounds: { '/each' → 3 } }
 */
export function placeOf(address: Address): Place {
  const rounds = new Map<Address, number>();
  let key = '';
  let scope = '';
  for (const segment of withoutAttempt(address).split('/').slice(1)) {
    const [, node = segment, body = '', index, revision = ''] = SUFFIX.exec(segment) ?? [];
    if (index !== undefined) rounds.set(`${scope}/${node}` as Address, Number(index));
    key = `${key}/${node}${body}${revision}`;
    scope = `${scope}/${segment}`;
  }
  return { key, rounds };
}
