import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Address, type Diagnostic, ok, type Result } from '#base';
import type { Rect } from '#layout';
import { apply, type Catalogue, check, type Edit, type Place, type Plan, type Workspace } from '#plan';
import { type Boxes, callInside, type Graph, type GraphNode, placeOf } from '#projection';
import { Drawings, type PlanDrawing } from './drawings';
import { type History, record, type Transaction } from './history';
import { firstProblems, firstView, NOTHING_SELECTED, openedDocument } from './initial';
import { gridAtLeast, push, shareBand } from './push';
import { RunCursor } from './runCursor';
import { EMPTY_SCENE, isSamePlan, isSeenAlike, makeScene } from './scene';
import type {
  ConnectingState,
  DocumentState,
  EditorOptions,
  LightState,
  ProblemsState,
  ProposalRules,
  RunsState,
  Scene,
  SelectionState,
  ViewState,
} from './stores';

/** How an edit is made. */
export interface EditHow {
  /** What undo calls it: "Rename", "Delete 3 nodes". */
  readonly label: string;
  /** Edits of one gesture are one step of undo: give each drag, each field that is typed in, a name of its own. */
  readonly gesture?: string;
  /** Only what the edit names may move: a person drags a size, or tidy has seen to all of it. */
  readonly still?: boolean;
}

/**
 * The editor without a screen: one store per concern, each with one owner, and the few verbs that cross them.
 * Everything that a gesture means is a function beside it (`addNode`, `connect`, …) that ends in `edit`.
 */
export class Editor {
  readonly document: StoreApi<DocumentState>;
  readonly selection: StoreApi<SelectionState>;
  readonly view: StoreApi<ViewState>;
  readonly problems: StoreApi<ProblemsState>;
  /** Where a simulation of a state machine stands; the app keeps it. */
  readonly light = createStore<LightState>(() => ({ planId: null, light: null, preview: null }));
  /** The runs and time travel. */
  readonly cursor = new RunCursor();
  /** What `cursor` keeps. */
  readonly runs: StoreApi<RunsState> = this.cursor.store;
  readonly connecting = createStore<{ readonly now: ConnectingState | null }>(() => ({ now: null }));
  /** What is on the canvas; follows all the others. */
  readonly scene: StoreApi<Scene>;
  readonly #now: () => number;
  readonly #schedule: (work: () => void) => void;
  /** What holds for a plan that is edited by itself; null for a workspace. */
  readonly proposal: ProposalRules | null;
  readonly #drawings: Drawings;
  #catalogue: Catalogue;
  #stale = false;

  constructor(options: EditorOptions) {
    this.#now = options.now;
    this.#schedule = options.schedule ?? ((work) => work());
    this.#catalogue = options.catalogue ?? new Map();
    this.proposal = options.proposal ?? null;
    this.#drawings = new Drawings(options.proposal?.marksOf);
    this.document = createStore(() => openedDocument(options.workspace));
    this.selection = createStore(() => NOTHING_SELECTED);
    this.view = createStore(() => firstView(options.workspace));
    this.problems = createStore(() => firstProblems(options.found));
    this.scene = createStore(() => EMPTY_SCENE);
    if (options.found === undefined) this.check();
    const stores = [this.document, this.view, this.problems, this.runs, this.light];
    for (const store of stores) store.subscribe(() => this.#refresh());
    this.redraw(options.found?.boxes);
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get workspace(): Workspace {
    return this.document.getState().workspace;
  }

  /** The capabilities have changed: titles are found anew, problems when they are looked for next. */
  setCatalogue(catalogue: Catalogue): void {
    this.#catalogue = catalogue;
    this.#refresh();
  }

  /** Opens another document: undo, selection and runs begin anew. */
  open(workspace: Workspace): void {
    const { revision } = this.document.getState();
    this.cursor.clear();
    this.connecting.setState({ now: null });
    this.selection.setState(NOTHING_SELECTED);
    this.document.setState({ ...openedDocument(workspace), revision: revision + 1 });
    this.view.setState(firstView(workspace));
    this.check();
  }

  /**
   * Makes one edit, which undo takes back. An edit that changes what the plan means hides the run that is shown.
   *
   * @returns the problem when the edit is refused; then nothing has changed, and `document.refused` says why
   */
  edit(edit: Edit, how: EditHow): Result<Workspace, Diagnostic> {
    const { workspace, history, revision } = this.document.getState();
    const done = apply(workspace, edit);
    if (!done.ok) {
      this.refuse(done.problem);
      return done;
    }
    const { planId, inside } = this.view.getState();
    const made = how.still ? done.value : settle(workspace, done.value, planId, this.#drawings);
    const step: Transaction = {
      label: how.label,
      at: this.#now(),
      gesture: how.gesture ?? null,
      inverse: made.inverse,
      selected: [...this.selection.getState().nodes],
      planId,
      inside,
    };
    this.#become(made.workspace, record(history, step), revision);
    return ok(made.workspace);
  }

  /** Says why a gesture was not made; the next edit takes it away. */
  refuse(reason: Diagnostic): void {
    this.document.setState({ refused: reason });
  }

  /** Takes the last step back; false when there is none. */
  undo(): boolean {
    return this.#travel('past', 'future');
  }

  /** Makes the last undone step again; false when there is none. */
  redo(): boolean {
    return this.#travel('future', 'past');
  }

  /** Looks for problems in the document as it is now (E4). Callers decide how often: it reads all plans. */
  check(): readonly Diagnostic[] {
    const { workspace, revision } = this.document.getState();
    const [plan] = workspace.plans;
    const isAlone = this.proposal !== null && plan !== undefined;
    const diagnostics = isAlone ? this.proposal.problemsOf(plan) : check(workspace, this.#catalogue);
    this.problems.setState({ diagnostics, revision });
    return diagnostics;
  }

  /**
   * Selects these nodes, the last of them in focus, and these edges; what is not drawn is left out. A node may be named
   * by its key, or by an address of the run that is shown: then its round is drawn.
   */
  select(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    const before = this.view.getState().rounds;
    const { keys, rounds } = placesOf(nodes, before);
    if (rounds !== before) {
      this.view.setState({ rounds });
      // What is drawn in one round may differ from what is drawn in another.
      this.redraw();
    }
    const { graph } = this.scene.getState();
    const kept = drawnKeys(keys, graph);
    this.selection.setState({
      nodes: new Set(kept),
      edges: drawnLines(new Set(edges), graph),
      focus: kept.at(-1) ?? null,
    });
  }

  /** Opens a plan of the document, whole. */
  openPlan(planId: string): void {
    this.connecting.setState({ now: null });
    this.selection.setState(NOTHING_SELECTED);
    this.view.setState({ planId, inside: null, trail: [] });
  }

  /** Goes inside a box at full size, or back out with null (D4). */
  enter(key: string | null): void {
    const node = this.scene.getState().graph.nodes.find((one) => one.key === key);
    if (key !== null && node?.container !== true) return;
    this.view.setState({ inside: key });
    this.redraw();
    this.#deselectHidden();
  }

  /** What is not drawn here cannot be seen to be chosen: a click would add to it. */
  #deselectHidden(): void {
    const { boxes } = this.scene.getState();
    const { nodes, edges } = this.selection.getState();
    const shown = [...nodes].filter((key) => boxes.has(key));
    if (shown.length < nodes.size) this.select(shown, [...edges]);
  }

  /** Folds a box for this reader, or unfolds it; the document stays as it is. */
  fold(key: string, folded: boolean): void {
    this.view.setState({ folded: new Map(this.view.getState().folded).set(key, folded) });
  }

  /** Shows a run live and opens its plan, or shows the plan again with null. */
  showRun(runId: string | null): void {
    this.cursor.show(runId);
    const planId = this.cursor.shown?.planId;
    const known = this.workspace.plans.some((plan) => plan.id === planId);
    if (planId !== undefined && known && this.view.getState().planId !== planId) this.openPlan(planId);
  }

  /** Applies the inverse of the last step of one list; what takes that back is a step of the other. */
  #travel(from: 'past' | 'future', to: 'past' | 'future'): boolean {
    const { workspace, history, revision } = this.document.getState();
    const step = history[from].at(-1);
    if (step === undefined) return false;
    const done = apply(workspace, step.inverse);
    if (!done.ok) throw new Error(`an inverse was refused: ${done.problem.message}`);
    const selected = [...this.selection.getState().nodes];
    const back: Transaction = { ...step, inverse: done.value.inverse, selected };
    const lists = { ...history, [from]: history[from].slice(0, -1), [to]: [...history[to], back] };
    const before = this.scene.getState();
    this.#become(done.value.workspace, lists, revision);
    if (isSeenAlike(before, this.scene.getState())) this.#showChanged(workspace, step);
    this.select(step.selected);
    return true;
  }

  /** Opens what a step has changed, where it is in another plan than the open one, or outside the box that was entered. */
  #showChanged(before: Workspace, step: Transaction): void {
    const { planId } = this.view.getState();
    const changed = this.workspace.plans.filter((plan) => hasChanged(plan, before, this.workspace));
    const target = changed.find(({ id }) => id === planId) ?? changed[0];
    if (target === undefined) return;
    if (target.id !== planId) this.openPlan(target.id);
    if (target.id === step.planId) this.view.setState({ inside: step.inside });
    this.redraw();
  }

  #become(workspace: Workspace, history: History, revision: number): void {
    const before = this.scene.getState();
    // One scene for all that follows, not one for each store.
    this.#stale = true;
    this.document.setState({ workspace, history, revision: revision + 1, refused: null });
    const { planId } = this.view.getState();
    if (!workspace.plans.some((plan) => plan.id === planId)) this.view.setState(firstView(workspace));
    this.#leaveRun(before);
    this.redraw();
    // A box that is gone is not entered again when it comes back.
    this.view.setState({ inside: this.scene.getState().inside });
    const { nodes, edges } = this.selection.getState();
    this.select(nodes, edges);
  }

  /** An edit that changes what the plan means is made on the plan, not on the picture of a run of the old one. */
  #leaveRun({ open, run, readOnly }: Scene): void {
    if (run === null || readOnly || open === null) return;
    const plan = this.workspace.plans.find((one) => one.id === open.id) ?? null;
    if (!isSamePlan(plan, run, this.workspace)) this.cursor.leave();
  }

  #refresh(): void {
    if (this.#stale) return;
    this.#stale = true;
    this.#schedule(() => void (this.#stale && this.redraw()));
  }

  /** Makes the scene now; it follows by itself in the next frame. */
  redraw(arranged: Scene['boxes'] | null = null): void {
    this.#stale = false;
    const { shown } = this.cursor;
    const scene = makeScene(
      {
        workspace: this.workspace,
        catalogue: this.#catalogue,
        view: this.view.getState(),
        diagnostics: this.problems.getState().diagnostics,
        run: shown,
        light: this.light.getState(),
        position: this.runs.getState().position,
        views: shown === null ? null : this.cursor.views(shown.runId),
        drawings: this.#drawings,
      },
      this.scene.getState(),
      arranged,
    );
    this.scene.setState(scene, true);
  }
}

/** Opens an editor on a document. */
export function createEditor(options: EditorOptions): Editor {
  return new Editor(options);
}

/**
 * The keys of nodes that may be named by their addresses in a run, and what rounds have to be drawn for them.
 *
 * @param rounds those that are chosen already; the same map comes back when nothing has to be drawn anew
 */
function placesOf(
  names: Iterable<string>,
  rounds: ReadonlyMap<string, number>,
): { readonly keys: readonly string[]; readonly rounds: ReadonlyMap<string, number> } {
  const keys: string[] = [];
  let chosen = rounds;
  for (const name of names) {
    const place = /[[#]/.test(name)
      ? placeOf(name as Address)
      : { key: name, rounds: new Map<string, number>() };
    keys.push(place.key);
    if ([...place.rounds].some(([container, round]) => chosen.get(container) !== round)) {
      chosen = new Map([...chosen, ...place.rounds]);
    }
  }
  return { keys, rounds: chosen };
}

/** Whether a plan is another after an edit, or drawn elsewhere, or new. */
function hasChanged(plan: Plan, before: Workspace, now: Workspace): boolean {
  return !before.plans.includes(plan) || before.layout[plan.id] !== now.layout[plan.id];
}

/** Of some keys those that are drawn; for a call inside a node the node that makes it. */
function drawnKeys(keys: readonly string[], { nodes }: Graph): readonly string[] {
  if (keys.length === 0) return [];
  const wanted = new Set(keys.flatMap((key) => [key, ownerOf(key)]));
  const drawn = new Map(nodes.flatMap((node) => (wanted.has(node.key) ? [[node.key, node]] : [])));
  return keys.flatMap((key) => {
    if (drawn.has(key)) return [key];
    const owner = drawn.get(ownerOf(key));
    return owner !== undefined &&
      owner.type !== 'STATE' &&
      callInside(owner.node, key.slice(owner.key.length + 1))
      ? [owner.key]
      : [];
  });
}

/** Of some keys those of edges that can be chosen: what only the order says is none. */
function drawnLines(keys: ReadonlySet<string>, { edges }: Graph): ReadonlySet<string> {
  if (keys.size === 0) return keys;
  const drawn = new Set(edges.flatMap(({ key, implied }) => (!implied && keys.has(key) ? [key] : [])));
  return new Set([...keys].filter((key) => drawn.has(key)));
}

function ownerOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** The document after an edit, and the edit that leads back. */
interface Changed {
  readonly workspace: Workspace;
  readonly inverse: Edit;
}

type Places = Readonly<Record<string, Place>>;

/** A group that holds groups may have to grow once for each of them. */
const MOST_ROUNDS = 16;
/** How near to a neighbour a group may grow. */
const APART = 20;
/** What is kept free between a group that has grown and its neighbours. */
const BESIDE = 56;

/**
 * What an edit that places nodes does to the picture besides: nothing moves by itself, and nothing is covered.
 * Nodes that had no place yet get the one where they were drawn; a box that has grown, to the right or downwards,
 * pushes its neighbours aside. All of it is part of the edit: one undo takes it back.
 *
 * @param drawings remember what was drawn: of a large plan only what the edit has changed is drawn
 */
function settle(before: Workspace, changed: Changed, planId: string | null, drawings: Drawings): Changed {
  if (planId === null || before.layout[planId] === changed.workspace.layout[planId]) return changed;
  const was = drawings.of(before, planId);
  if (was === null) return changed;
  let settled = placed(changed, planId, unplaced(was, before, changed.workspace, { planId, drawings }));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const now = drawings.of(settled.workspace, planId);
    const places = now === null ? {} : pushedBy(was.boxes, now, settled.workspace.layout[planId] ?? {});
    if (Object.keys(places).length === 0) break;
    settled = placed(settled, planId, places);
  }
  return settled;
}

function placed({ workspace, inverse }: Changed, plan: string, places: Places): Changed {
  if (Object.keys(places).length === 0) return { workspace, inverse };
  const moved = apply(workspace, { edit: 'place-nodes', plan, places });
  if (!moved.ok) return { workspace, inverse };
  const back: Edit = { edit: 'batch', label: 'Place', edits: [moved.value.inverse, inverse] };
  return { workspace: moved.value.workspace, inverse: back };
}

/** Places, as they were drawn, of the nodes that have none and are still where they were in the plan. */
function unplaced(
  { graph, boxes }: PlanDrawing,
  before: Workspace,
  after: Workspace,
  { planId, drawings }: { readonly planId: string; readonly drawings: Drawings },
): Places {
  const stored = before.layout[planId] ?? {};
  const now = after.layout[planId] ?? {};
  const homeless = graph.nodes.filter((card) => !isPane(card) && !stored[card.node.id] && !now[card.node.id]);
  if (homeless.length === 0) return {};
  const there = new Set(drawings.of(after, planId)?.graph.nodes.map((node) => node.key));
  return Object.fromEntries(
    homeless.flatMap(({ key, node }) => {
      const box = boxes.get(key);
      return box && there.has(key) ? [[node.id, { x: box.x, y: box.y }]] : [];
    }),
  );
}

/** New places of what the first group that has grown would cover. */
function pushedBy(was: Boxes, { graph, boxes }: PlanDrawing, layout: Places): Places {
  for (const group of graph.nodes) {
    const before = was.get(group.key);
    const now = boxes.get(group.key);
    // Lanes make room for each other; what is around them sees the box grow.
    if (!group.container || isPane(group) || !before || !now) continue;
    if (now.width <= before.width && now.height <= before.height) continue;
    const siblings = graph.nodes.filter((node) => node.parent === group.parent && node !== group);
    const rects = new Map(siblings.map((node): [string, Rect] => [node.key, boxes.get(node.key) ?? NOTHING]));
    const moves = new Map([...covered(before, now, rects, 'x'), ...covered(before, now, rects, 'y')]);
    if (moves.size === 0) continue;
    return Object.fromEntries(
      siblings.flatMap(({ key, node }) => {
        const point = moves.get(key);
        return point ? [[node.id, { ...layout[node.id], ...point }]] : [];
      }),
    );
  }
  return {};
}

/** A lane of a box, or a region of a parallel state: its box says where it stands. */
function isPane(card: GraphNode): boolean {
  return card.lane !== null || (card.type === 'STATE' && card.shape.region);
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** What lay beyond the group's old size and would lie too near to the new one, and all that it pushes. */
function covered(
  before: Rect,
  now: Rect,
  siblings: ReadonlyMap<string, Rect>,
  axis: 'x' | 'y',
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const size = axis === 'x' ? 'width' : 'height';
  const grown = now[size] - before[size];
  const end = now[axis] + now[size];
  const near = [...siblings].filter(
    ([, rect]) => rect[axis] >= end - grown && rect[axis] < end + APART && shareBand(now, rect, axis),
  );
  if (grown <= 0 || near.length === 0) return new Map();
  const by = Math.max(...near.map(([, rect]) => gridAtLeast(end + BESIDE - rect[axis])));
  return push(
    siblings,
    near.map(([key]) => key),
    axis,
    by,
  );
}
