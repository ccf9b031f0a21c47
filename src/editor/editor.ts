import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Diagnostic, ok, type Result } from '#base';
import { apply, type Catalogue, check, type Edit, type Workspace } from '#plan';
import { Drawings } from './drawings';
import { type History, record, type Transaction } from './history';
import { firstProblems, firstView, NOTHING_SELECTED, openedDocument } from './initial';
import { drawnKeys, drawnLines, placesOf } from './placesOf';
import { RunCursor } from './runCursor';
import { EMPTY_SCENE, isSamePlan, makeScene } from './scene';
import { settle } from './settle';
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
    const { planId } = this.view.getState();
    const made = how.still ? done.value : settle(workspace, done.value, planId, this.#drawings);
    const step: Transaction = {
      label: how.label,
      at: this.#now(),
      gesture: how.gesture ?? null,
      inverse: made.inverse,
      selected: [...this.selection.getState().nodes],
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
    this.#become(done.value.workspace, lists, revision);
    this.select(step.selected);
    return true;
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
