import { type Diagnostic, type Hash, own, ROOT } from '#base';
import { arrange } from '#layout';
import { type Catalogue, type Plan, planHash, type StateMachinePlan, type Workspace } from '#plan';
import {
  asInterrupted,
  type Boxes,
  type Graph,
  graphOfMachine,
  graphOfRun,
  type LedgerViews,
  lightOfRun,
  type MachineLight,
  placeOf,
  type RunView,
  shareGraph,
} from '#projection';
import type { Drawings } from './drawings';
import type { AttachedRun, LightState, MachineStand, Scene, ViewState } from './stores';

/** All that a scene is made from. */
interface SceneParts {
  readonly workspace: Workspace;
  readonly catalogue: Catalogue;
  readonly view: ViewState;
  readonly diagnostics: readonly Diagnostic[];
  /** The run that is to be shown, and where; null while plans are. */
  readonly run: AttachedRun | null;
  readonly position: number | null;
  /** Where a simulation of the open machine stands. */
  readonly light: LightState;
  /** Views of the run that is shown; null when none is. */
  readonly views: LedgerViews | null;
  /** What was drawn of the document before. */
  readonly drawings: Drawings;
}

type Places = Workspace['layout'][string];

const EMPTY_GRAPH: Graph = { nodes: [], edges: [] };

export const EMPTY_SCENE: Scene = {
  plan: null,
  machine: null,
  light: null,
  stands: null,
  open: null,
  graph: EMPTY_GRAPH,
  boxes: new Map(),
  inside: null,
  view: null,
  previous: null,
  run: null,
  readOnly: false,
};

/**
 * Makes what is on the canvas; cards and edges that read the same are those of the scene before.
 *
 * @param arranged boxes that were found for exactly this before, elsewhere
 */
export function makeScene(parts: SceneParts, before: Scene, arranged: Boxes | null = null): Scene {
  parts.drawings.drawWith(parts);
  const open = parts.workspace.plans.find((plan) => plan.id === parts.view.planId) ?? null;
  const run = shownRun(parts);
  const drawn = run === null ? drawPlan(parts, open) : drawRun(parts, open, run);
  const graph = shareGraph(before.graph, drawn.graph);
  const inside = graph.nodes.some((node) => node.key === parts.view.inside) ? parts.view.inside : null;
  const places = own(parts.workspace.layout, (drawn.plan ?? drawn.machine)?.id ?? '');
  const boxes = arranged ?? boxesFor(parts, { ...drawn, graph }, places, inside);
  if (arranged !== null && isAuthors(drawn)) parts.drawings.keepBoxes(graph, places, arranged);
  return { open, run, ...drawn, graph, boxes, inside };
}

/** Whether it is drawn for its author: a capability plan of the document, without a run. */
function isAuthors({ plan, view }: Drawn): boolean {
  return plan !== null && view === null;
}

function boxesFor(
  { drawings, view, workspace }: SceneParts,
  drawn: Drawn,
  places: Places | undefined,
  inside: string | null,
): Boxes {
  const isWhole = inside === null && view.folded.size === 0;
  if (isWhole && isAuthors(drawn)) return drawings.boxesOf(drawn.graph, places);
  return arrange(drawn.graph, places ?? {}, { inside, folded: view.folded, layouts: workspace.layout });
}

type Drawn = Pick<
  Scene,
  'plan' | 'machine' | 'light' | 'stands' | 'graph' | 'view' | 'previous' | 'readOnly'
>;

/** A run is shown on its own plan, or while the open plan is none of the document's. */
function shownRun({ run, view }: SceneParts): AttachedRun | null {
  if (run === null) return null;
  return view.planId === null || run.planId === view.planId || run.planId === '' ? run : null;
}

function drawPlan(parts: SceneParts, open: Plan | null): Drawn {
  if (open?.kind === 'state-machine') return drawMachine(parts, open);
  const plan = open;
  const graph = plan === null ? EMPTY_GRAPH : parts.drawings.graphOf(plan);
  return {
    plan,
    machine: null,
    light: null,
    stands: null,
    graph,
    view: null,
    previous: null,
    readOnly: false,
  };
}

function drawMachine(parts: SceneParts, machine: StateMachinePlan): Drawn {
  const { light } = parts;
  const stands = standOfCaller(parts);
  if (stands !== null) return { ...drawLit(parts, machine, lightAt(parts, machine, stands)), stands };
  return drawLit(parts, machine, light.planId === machine.id ? light.light : null);
}

function drawLit(
  { workspace, diagnostics, drawings }: SceneParts,
  machine: StateMachinePlan,
  light: MachineLight | null,
): Drawn {
  const places = own(workspace.layout, machine.id) ?? {};
  const graph = drawings.withMarks(machine, graphOfMachine(machine, { diagnostics, places, light }));
  return { plan: null, machine, light, stands: null, graph, view: null, previous: null, readOnly: false };
}

/** Where the run has it, and what the event that is looked at would lead to. */
function lightAt(
  { run, position, light }: SceneParts,
  machine: StateMachinePlan,
  { view, place }: MachineStand,
): MachineLight {
  const isLive = position === null && run?.hosted === true;
  const preview = light.planId === machine.id ? light.preview : null;
  return { ...lightOfRun(machine, view, place, isLive), preview };
}

/** A machine that was opened through what runs it, at any depth, stands where the run that is shown has it. */
function standOfCaller({ workspace, view, run, views, position }: SceneParts): MachineStand | null {
  const [first] = view.trail;
  if (first === undefined || run === null || views === null || run.planId !== first.planId) return null;
  const now = views.at(position ?? run.commits.length);
  const record = [...now.machines.values()].findLast(({ place }) =>
    leadsTo(view.trail, placeOf(place).key, workspace),
  );
  return record === undefined ? null : { place: record.place, view: now, run };
}

/** Whether the steps of a trail are those of a key; what a state runs lies below it, by the name of its invocation. */
function leadsTo(trail: ViewState['trail'], key: string, { plans }: Workspace): boolean {
  let rest = key;
  for (const step of trail) {
    if (!rest.startsWith(step.key)) return false;
    rest = rest.slice(step.key.length);
    const isMachine = plans.find(({ id }) => id === step.planId)?.kind === 'state-machine';
    if (isMachine) rest = rest.replace(/^\/[^/]+/, '');
  }
  return rest === '';
}

function drawRun(parts: SceneParts, open: Plan | null, run: AttachedRun): Drawn {
  const { views } = parts;
  const position = parts.position ?? run.commits.length;
  if (views === null) return drawPlan(parts, open);
  const view = shown(views.at(position), run, parts.position);
  const ran = view.started?.closure.plans[0] ?? run.live.started?.closure.plans[0];
  if (ran === undefined) return drawPlan(parts, open);
  const same = isSamePlan(open, run, parts.workspace);
  if (ran.kind === 'state-machine') {
    const machine = same && open?.kind === 'state-machine' ? open : ran;
    const stands: MachineStand = { place: ROOT, view, run };
    const previous = views.at(Math.max(0, position - 1));
    const drawn = drawLit(parts, machine, lightAt(parts, machine, stands));
    return { ...drawn, stands, view, previous, readOnly: !same };
  }
  // Of an unchanged plan the document's own copy is drawn: its names may be newer.
  const plan = same && open?.kind === 'capability' ? open : ran;
  const previous = views.at(Math.max(0, position - 1));
  return {
    plan,
    machine: null,
    light: null,
    stands: null,
    graph: graphOfRun(plan, view, { rounds: parts.view.rounds, isPast: parts.position !== null }),
    view,
    previous,
    readOnly: !same,
  };
}

function shown(view: RunView, run: AttachedRun, position: number | null): RunView {
  const isLost = view.pausedBecause === 'interrupted' || (position === null && !run.hosted);
  return isLost ? asInterrupted(view) : view;
}

/** Whether a run was started with this plan as it is now: names and places may differ, meaning may not (W4). */
export function isSamePlan(plan: Plan | null, run: AttachedRun, workspace: Workspace): boolean {
  const hash = run.live.started?.planHash;
  return plan !== null && hash !== undefined && hashIn(workspace, plan) === hash;
}

/** A live run asks for the hash of the same plan at every commit. */
const HASHES = new WeakMap<Workspace, Map<Plan, Hash>>();

function hashIn(workspace: Workspace, plan: Plan): Hash {
  const known = HASHES.get(workspace) ?? new Map<Plan, Hash>();
  HASHES.set(workspace, known);
  const hash = known.get(plan) ?? planHash(plan, workspace);
  known.set(plan, hash);
  return hash;
}

/** Whether the same is seen in two scenes, at the same places. */
export function isSeenAlike(one: Scene, other: Scene): boolean {
  if (one.open?.id !== other.open?.id || one.inside !== other.inside) return false;
  if (one.graph === other.graph && one.boxes === other.boxes) return true;
  const [before, now] = [seenIn(one), seenIn(other)];
  return before.length === now.length && before.every((part, index) => part === now[index]);
}

/** The cards and lines that are seen, and where: those that read the same are the same. */
function seenIn({ graph, boxes }: Scene): readonly unknown[] {
  const cards = graph.nodes.flatMap((node) => {
    const box = boxes.get(node.key);
    return box === undefined ? [] : [node, box.x, box.y, box.width, box.height];
  });
  return [...cards, ...graph.edges.filter(({ from, to }) => boxes.has(from) && boxes.has(to))];
}
