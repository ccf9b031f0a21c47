import { type Address, ROOT, withRevision } from '#base';
import type { Body, CapabilityPlan, Catalogue, NodeOf, Plan, PlanNode, StateMachinePlan } from '#plan';
import { containerOf, isInlinePlanner, ownerOf } from './addresses';
import { type AgentCard, agentCard, isThinking } from './agent';
import {
  addressIn,
  type Drawing,
  drawBody,
  type Eye,
  edgesOf,
  type Inside,
  NOWHERE,
  plainDrawing,
  plainInside,
} from './drawBody';
import type { Graph, GraphEdge, MachineLight, MachinePicture } from './graph';
import { graphOfMachine, lightOfRun } from './graphOfMachine';
import { ModelWork } from './modelWork';
import { isFresh, revisedSteps, withDropped } from './revisions';
import { type Rounds, roundAddress, roundsOf, withContainerAttempt } from './rounds';
import { runLine } from './runLine';
import {
  isSettled,
  isUnanswered,
  type NodeRecord,
  type NodeStatus,
  type OpenedPlan,
  type PlanningRecord,
  type RunView,
} from './runView';
import type { Surroundings } from './shortText';
import { nextBody, streamedBody, streamedMachine } from './streamed';

/**
 * A plan as a run shows it at one position: the same cards with their statuses, edges that were taken, are live,
 * planned or dead, and in every PLAN_EXECUTOR the plan that is arriving for it or that it has opened (D4).
 * A card keeps its key from the moment it is planned until it has run.
 *
 * @param plan the plan that runs, best taken from the run's own closure (K5)
 * @param choices what its reader wants to see of it
 */
export function graphOfRun(plan: CapabilityPlan, view: RunView, choices: RunChoices = {}): Graph {
  return drawBody(plainDrawing(plan, ROOT), new RunEye(plan, view, choices));
}

/** Of the rounds of each container one is drawn. */
interface RunChoices {
  /** An earlier position is looked at: what goes on there stands still. */
  readonly isPast?: boolean;
  /** By address of the container, from 0; what is left out follows the run. */
  readonly rounds?: ReadonlyMap<string, number>;
}

class RunEye implements Eye {
  readonly around: Surroundings;
  readonly #view: RunView;
  /** Statuses of the nodes of a drawing, worked out together: what is ready depends on its neighbours. */
  readonly #statuses = new WeakMap<Drawing, ReadonlyMap<Address, NodeStatus>>();
  readonly #models: ModelWork;
  readonly #homes = new WeakMap<Drawing, ReadonlyMap<string, PlanningRecord>>();

  readonly #choices: RunChoices;
  readonly #agents = new Map<Address, AgentCard | null>();

  constructor(plan: CapabilityPlan, view: RunView, choices: RunChoices) {
    this.#view = view;
    this.#choices = choices;
    this.#models = new ModelWork(view, choices.isPast === true);
    const capabilities = view.started?.closure.capabilities ?? [];
    const catalogue: Catalogue = new Map(capabilities.map((one) => [one.id, one]));
    this.around = { plan, catalogue, workspace: view.started?.closure ?? null };
  }

  read(node: PlanNode, address: Address, drawing: Drawing) {
    if (drawing.ghosts.has(node) || node.type === 'NOTE') {
      return { status: null, line: noteLine(node), reason: null };
    }
    const isGone = drawing.changes?.get(node.id) === 'dropped' && !this.#view.nodes.has(address);
    if (isGone) return { status: null, line: 'not in the plan any more', reason: null };
    const status = this.#statusesIn(drawing).get(address) ?? 'pending';
    const record = this.#view.nodes.get(address);
    const opened = this.#view.opened.get(address);
    const planning = this.#planningOf(node, address, drawing);
    const asked = this.#models.askedAt(address);
    const agent = this.agent(node, address);
    const facts = { view: this.#view, status, record, planning, opened, asked, agent };
    const unanswered = isUnanswered(this.#view) && (status === 'skipped' || (record && isUnanswered(record)));
    return {
      status,
      line: runLine(node, facts, this.around),
      reason: reasonOf(record),
      ...(unanswered ? { unanswered } : {}),
      ...this.#models.told(node, planning, asked),
    };
  }

  edge(from: Address, port: string, to: Address, drawing: Drawing): GraphEdge['state'] {
    const statuses = this.#statusesIn(drawing);
    return edgeState(
      this.#view.nodes.get(from),
      port,
      statuses.get(from) ?? 'pending',
      statuses.get(to) ?? 'pending',
      drawing.ordered,
    );
  }

  rounds(node: PlanNode, address: Address): Rounds | null {
    return roundsOf(node.type, address, this.#view, this.#choices.rounds?.get(address));
  }

  scope(address: Address, rounds: Rounds | null): Address {
    const attempt = this.#view.scopes.get(containerOf(address))?.attempt ?? 1;
    if (rounds !== null) return roundAddress(address, rounds.shown, attempt);
    return withContainerAttempt(address, attempt);
  }

  inside(node: PlanNode, address: Address, drawing: Drawing): Inside | null {
    if (node.type === 'SUB_PLAN') return this.#subPlan(node, address, drawing);
    if (node.type !== 'PLAN_EXECUTOR' && node.type !== 'PLANNER') return null;
    const opened = this.#view.opened.get(address);
    if (opened !== undefined) return this.#insideOpened(node, address, drawing, opened);
    const planning =
      node.type === 'PLANNER' && executorFor(node, drawing.body, drawing.ordered) !== null
        ? undefined
        : this.#planningOf(node, address, drawing);
    const streamed = planning === undefined ? null : streamedBody(planning, this.#models.isWriting(planning));
    // The first revision is the one that the executor will open, so its cards keep their keys.
    const scope = withRevision(address, 1);
    if (planning === undefined || streamed === null) return null;
    const around = { scope, began: NOWHERE, dynamic: true, subPlan: null, planned: true };
    return { ...streamed, ...streamedMachine(planning), ...around };
  }

  /** The plan that runs, and what its planner, asked again, has added to it so far (P2). */
  #insideOpened(node: PlanNode, address: Address, drawing: Drawing, opened: OpenedPlan): Inside {
    const { plan, machine, scope, began, revision } = opened;
    const running = { ...plainInside(plan, scope), began, dynamic: true };
    if (machine !== undefined) return { ...running, machine };
    const planning = this.#planningOf(node, address, drawing);
    const again = planning?.again;
    const isAsked = again?.executor === address && again.revision === revision;
    const next = planning !== undefined && isAsked ? nextBody(plan, planning) : null;
    if (next === null)
      return isFresh(opened, this.#view)
        ? { ...running, ...changesTo(plan, opened.before, this.#view) }
        : running;
    const there = new Map(plan.nodes.map(({ id }) => [id, began.get(id) ?? scope]));
    const scopeOfNext = withRevision(address, revision + 1);
    const changes = planning?.accepted == null ? null : changesTo(planning.accepted, opened, this.#view);
    return { ...running, ...next, ...changes, scope: scopeOfNext, began: there, planned: true };
  }

  /** The plan that a SUB_PLAN runs, from the run's own closure; a plan that runs itself is drawn as deep as it went. */
  #subPlan(node: NodeOf<'SUB_PLAN'>, address: Address, { planned }: Drawing): Inside | null {
    const record = this.#view.nodes.get(address);
    if (planned || record === undefined || record.startedAt === null) return null;
    const plan = this.#planOf(node);
    if (plan?.kind !== 'capability') return null;
    return { ...plainInside(plan, address), dynamic: true, subPlan: plan.id };
  }

  light(machine: StateMachinePlan, place: Address): MachineLight | null {
    return this.#view.machines.has(place) ? lightOfRun(machine, this.#view, place) : null;
  }

  /** A machine is drawn as one thing: the steps of its run are its states, whatever becomes of their calls. */
  picture(node: PlanNode, address: Address): MachinePicture | null {
    if (node.type !== 'SUB_PLAN' || this.#view.nodes.get(address)?.startedAt == null) return null;
    const plan = this.#planOf(node);
    if (plan?.kind !== 'state-machine') return null;
    return { plan: plan.id, graph: graphOfMachine(plan, { light: lightOfRun(plan, this.#view, address) }) };
  }

  agent(node: PlanNode, address: Address): AgentCard | null {
    if (!isThinking(node)) return null;
    const known = this.#agents.get(address);
    if (known !== undefined) return known;
    const card = agentCard(node, address, this.#view, this.#choices.isPast === true);
    this.#agents.set(address, card);
    return card;
  }

  #planOf({ params }: NodeOf<'SUB_PLAN'>): Plan | undefined {
    return this.#view.started?.closure.plans.find(({ id }) => id === params.plan);
  }

  #planningOf(node: PlanNode, address: Address, drawing: Drawing): PlanningRecord | undefined {
    if (node.type === 'PLANNER') return this.#view.planning.get(address);
    return node.type === 'PLAN_EXECUTOR' ? this.#homesIn(drawing).get(node.id) : undefined;
  }

  /** For each executor of a body the planning that is drawn in it: of several planners the latest. */
  #homesIn(drawing: Drawing): ReadonlyMap<string, PlanningRecord> {
    const known = this.#homes.get(drawing);
    if (known !== undefined) return known;
    const homes = new Map<string, PlanningRecord>();
    for (const node of drawing.body.nodes) {
      if (node.type === 'PLANNER') this.#settle(homes, node, drawing);
    }
    this.#homes.set(drawing, homes);
    return homes;
  }

  #settle(homes: Map<string, PlanningRecord>, planner: NodeOf<'PLANNER'>, drawing: Drawing): void {
    const planning = this.#view.planning.get(addressIn(drawing, planner.id));
    if (planning === undefined) return;
    const home = executorFor(planner, drawing.body, drawing.ordered);
    if (home === null) return;
    const before = homes.get(home.id);
    if (before === undefined || before.seq < planning.seq) homes.set(home.id, planning);
  }

  #statusesIn(drawing: Drawing): ReadonlyMap<Address, NodeStatus> {
    const known = this.#statuses.get(drawing);
    if (known !== undefined) return known;
    const statuses = new Map<Address, NodeStatus>();
    for (const node of drawing.body.nodes) {
      const address = addressIn(drawing, node.id);
      const status = statusAt(this.#view, address);
      if (status === 'running' && this.#holdsItsPlan(node, address)) statuses.set(address, 'paused');
      else statuses.set(address, status === 'pending' && isPlanned(drawing) ? 'planned' : status);
    }
    if (this.#isOpen(drawing)) this.#markReady(statuses, drawing);
    this.#statuses.set(drawing, statuses);
    return statuses;
  }

  /** The run is held between the plan of an inline PLANNER and the first of its steps. */
  #holdsItsPlan(node: PlanNode, address: Address): boolean {
    const { status, planning, opened } = this.#view;
    if (status !== 'paused' || !isInlinePlanner(node) || opened.has(address)) return false;
    return planning.get(address)?.accepted != null;
  }

  #isOpen(drawing: Drawing): boolean {
    if (this.#view.started === null || this.#view.endedAt !== null || drawing.planned) return false;
    return drawing.parent === null || this.#view.nodes.has(containerOf(drawing.scope));
  }

  /** R4: a node that could start is ready; while the run is paused it reads paused, because that holds it. */
  #markReady(statuses: Map<Address, NodeStatus>, drawing: Drawing): void {
    const incoming = new Map<Address, { open: boolean; taken: boolean }>();
    for (const { from, port, to } of edgesOf(drawing)) {
      const source = addressIn(drawing, from);
      const target = addressIn(drawing, to);
      const status = statuses.get(source) ?? 'pending';
      const before = incoming.get(target) ?? { open: false, taken: false };
      incoming.set(target, {
        open: before.open || !isSettled(status),
        taken: before.taken || isTaken(this.#view.nodes.get(source), port, drawing.ordered),
      });
    }
    const held = this.#view.status === 'paused' ? 'paused' : 'ready';
    for (const [address, status] of statuses) {
      const edges = incoming.get(address) ?? { open: false, taken: true };
      const waits = status === 'pending' || status === 'planned';
      if (waits && !edges.open && edges.taken) statuses.set(address, held);
    }
  }
}

/** A plan that follows another because that was in doubt (P9): drawn with what it has no more, and what has become of each step. */
function changesTo(
  plan: Body,
  before: OpenedPlan | null,
  view: RunView,
): Pick<Inside, 'body' | 'changes'> | null {
  if (before === null || before.doubt === null) return null;
  const steps = revisedSteps(before, plan, view);
  return {
    body: withDropped(before.plan, plan),
    changes: new Map(steps.map(({ id, change }) => [id, change])),
  };
}

/** What a planner made reads planned until it begins; what an author wrote, also in another plan, reads pending. */
function isPlanned({ dynamic, subPlan }: Drawing): boolean {
  return dynamic && subPlan === null;
}

function reasonOf(record: NodeRecord | undefined): string | null {
  const error = record?.error;
  if (!error) return null;
  return error.help === undefined ? error.message : `${error.message} ${error.help}`;
}

function noteLine(node: PlanNode): string {
  return node.type === 'NOTE' ? node.params.markdown : '';
}

/** In a SYNC GROUP the next child follows every success and every `continue`, whatever port it chose (R5). */
function isTaken(record: NodeRecord | undefined, port: string, ordered: boolean): boolean {
  if (record === undefined || !isSettled(record.status)) return false;
  return ordered ? record.status === 'succeeded' : record.ports.includes(port);
}

/** How an edge is drawn, by how its ends stand. */
function edgeState(
  record: NodeRecord | undefined,
  port: string,
  from: NodeStatus,
  to: NodeStatus,
  ordered: boolean,
): GraphEdge['state'] {
  if (isTaken(record, port, ordered)) return isSettled(to) ? 'taken' : 'live';
  if (isSettled(from)) return 'dead';
  if (from === 'planned' || to === 'planned') return 'planned';
  return to === 'skipped' || to === 'cancelled' ? 'dead' : 'idle';
}

const DEFAULT_PLAN_VARIABLE = 'dynamicPlan';

/** The variable that a PLANNER writes its plan to, or a PLAN_EXECUTOR reads it from (L1). */
export function planVariableOf(node: NodeOf<'PLANNER'> | NodeOf<'PLAN_EXECUTOR'>): string {
  return node.params?.planVariable ?? DEFAULT_PLAN_VARIABLE;
}

/**
 * D4: the PLAN_EXECUTOR of the same scope that is next on the PLANNER's path and reads its variable.
 *
 * @param ordered whether the scope is a SYNC GROUP, whose nodes follow each other in document order
 * @returns null when there is none: then the plan is drawn inside the PLANNER
 */
function executorFor(
  planner: NodeOf<'PLANNER'>,
  body: Body,
  ordered: boolean,
): NodeOf<'PLAN_EXECUTOR'> | null {
  const variable = planVariableOf(planner);
  for (const node of ordered ? after(planner, body) : downstream(planner, body)) {
    if (node.type === 'PLAN_EXECUTOR' && planVariableOf(node) === variable) return node;
  }
  return null;
}

function after(node: PlanNode, body: Body): readonly PlanNode[] {
  return body.nodes.slice(body.nodes.indexOf(node) + 1);
}

/** The nodes behind `start` in the order of their distance, then of the document. */
function downstream(start: PlanNode, body: Body): readonly PlanNode[] {
  const byId = new Map(body.nodes.map((node) => [node.id, node]));
  const targets = new Map<string, string[]>();
  for (const edge of body.edges) {
    const list = targets.get(edge.from);
    if (list) list.push(edge.to);
    else targets.set(edge.from, [edge.to]);
  }
  const found = new Set<PlanNode>([start]);
  // A set is iterated in the order of its growth, which makes this loop a breadth-first walk.
  for (const node of found) {
    for (const id of targets.get(node.id) ?? []) {
      const target = byId.get(id);
      if (target) found.add(target);
    }
  }
  found.delete(start);
  return [...found];
}

/**
 * What a node reads at this position (D6). A node that no entry has named is pending, or skipped when the scope
 * that it lies in has closed (R18).
 *
 * @param address of the node, without attempt
 */
export function statusAt(view: RunView, address: Address): NodeStatus {
  const status = view.nodes.get(address)?.status;
  if (status !== undefined && status !== 'pending') return status;
  return isClosed(view, ownerOf(address)) ? 'skipped' : 'pending';
}

/** Whether nothing can start any more in the scope of `owner`; null is the run itself. */
function isClosed(view: RunView, owner: Address | null): boolean {
  if (owner === null) return view.endedAt !== null;
  const record = view.nodes.get(owner);
  if (record === undefined) return isClosed(view, ownerOf(owner));
  return isSettled(record.status);
}

/**
 * The same view of a run whose host is gone, or that was taken up and waits for "Resume" (K6): what was being worked at is
 * lost, so it reads paused, and so does the run: (interrupted), or why it was paused before. A run that has ended, or that
 * never began, stays as it is.
 */
export function asInterrupted(view: RunView): RunView {
  if (view.started === null || view.endedAt !== null) return view;
  const nodes = new Map<Address, NodeRecord>();
  for (const [address, record] of view.nodes) {
    const working = record.status === 'running' || record.status === 'retrying';
    nodes.set(address, working ? { ...record, status: 'paused' } : record);
  }
  return { ...view, status: 'paused', pausedBecause: view.pausedBecause ?? 'interrupted', nodes };
}
