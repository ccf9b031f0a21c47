import type { Address, Diagnostic } from '#base';
import type { Commit } from '#kernel';
import type { CapabilityPlan, Catalogue, Plan, StateMachinePlan, Workspace } from '#plan';
import type { Boxes, Graph, GraphMark, MachineLight, RunView } from '#projection';
import type { History } from './history';

/** The document and its one stack of undo (E2). */
export interface DocumentState {
  readonly workspace: Workspace;
  readonly history: History;
  /** Grows with every change, undo and redo included: what autosave compares. */
  readonly revision: number;
  /** Why the last edit was refused; null when it was made. */
  readonly refused: Diagnostic | null;
}

/** What is selected, by the keys of the graph that is shown; nodes of any depth, of a dynamic plan too. */
export interface SelectionState {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  /** The node that the keyboard stands on and the inspector shows; one of `nodes`, or null. */
  readonly focus: string | null;
}

/** Which plan is open, and which box of it was entered. */
export interface ViewState {
  readonly planId: string | null;
  /** Key of the box whose inside is shown at full size; null is the whole plan. */
  readonly inside: string | null;
  /** Folds that the reader chose, by key; the document's own are in its layout. */
  readonly folded: ReadonlyMap<string, boolean>;
  /** Which round of a container is drawn, by its address, from 0; what is left out follows the run (D5). */
  readonly rounds: ReadonlyMap<string, number>;
  /** The SUB_PLANs that led to this plan, outermost first: the way back. */
  readonly trail: readonly TrailStep[];
}

/** A plan that was left through one of its SUB_PLANs. */
export interface TrailStep {
  readonly planId: string;
  readonly inside: string | null;
  /** Key of the SUB_PLAN. */
  readonly key: string;
}

/** What `check` last found (E4). `revision` is the document's at that time. */
export interface ProblemsState {
  readonly diagnostics: readonly Diagnostic[];
  readonly revision: number;
}

/** A run that the editor can show. */
export interface AttachedRun {
  readonly runId: string;
  readonly planId: string;
  readonly commits: readonly Commit[];
  /** The view of all its commits. */
  readonly live: RunView;
  /** Whether a host drives it now; a run that is neither hosted nor over is shown interrupted (K6). */
  readonly hosted: boolean;
}

/** The runs, which of them is shown, and where in its ledger (D3). */
export interface RunsState {
  readonly runs: ReadonlyMap<string, AttachedRun>;
  readonly shown: string | null;
  /** The run that was shown until an edit changed its plan: its results stay on the plan (D7). */
  readonly left: string | null;
  /** How many commits are shown; null follows the run live. */
  readonly position: number | null;
}

/** The keyboard is connecting (UX): first a port is chosen, then a target. */
export interface ConnectingState {
  readonly from: string;
  readonly ports: readonly string[];
  readonly port: number;
  /** Keys of what that port may lead to; null while the port is being chosen. */
  readonly targets: readonly string[] | null;
  readonly target: number;
  /** What a screen reader says now. */
  readonly spoken: string;
}

/** Where a simulation of a state machine stands (M7), while there is one. */
export interface LightState {
  readonly planId: string | null;
  readonly light: MachineLight | null;
  /** What an event would lead to, in a run of the machine: the run itself is not touched. */
  readonly preview: MachineLight['preview'];
}

/** The run in which the machine on the canvas stands. */
export interface MachineStand {
  /** What the addresses of its states begin with; `''` for the run's own plan. */
  readonly place: Address;
  /** At the position that is shown. */
  readonly view: RunView;
  readonly run: AttachedRun;
}

/** What is on the canvas, made from all the others. */
export interface Scene {
  /** The plan that is drawn: the document's, or that of the run that is shown. */
  readonly plan: CapabilityPlan | null;
  /** The same, when it is a state machine; then `plan` is null. */
  readonly machine: StateMachinePlan | null;
  /** Where a run or a simulation stands in that machine; null while the plan alone is drawn. */
  readonly light: MachineLight | null;
  /** The run in which it stands, also of a machine that was opened through what runs it; null in a simulation. */
  readonly stands: MachineStand | null;
  /** The open plan of the document; of any kind. */
  readonly open: Plan | null;
  readonly graph: Graph;
  readonly boxes: Boxes;
  readonly inside: string | null;
  /** The run that is shown, at its position; null while a plan is drawn. */
  readonly view: RunView | null;
  /** The same one commit earlier, for differences. */
  readonly previous: RunView | null;
  readonly run: AttachedRun | null;
  /** The plan of the run is no longer the one in the document: it can be read, not edited. */
  readonly readOnly: boolean;
}

/** A plan that is edited by itself before it runs (D9): other rules hold for it than for the workspace around it. */
export interface ProposalRules {
  /** What is wrong with it as it is now. */
  problemsOf(plan: Plan): readonly Diagnostic[];
  /** What stands on its cards, by the ids of nodes. */
  marksOf(plan: Plan): ReadonlyMap<string, GraphMark>;
  /** The capabilities that it calls without anybody's edits: others would widen it. Absent where nobody has to approve them. */
  readonly calls?: ReadonlySet<string>;
}

/** What the editor is given. */
export interface EditorOptions {
  readonly workspace: Workspace;
  readonly catalogue?: Catalogue;
  /** What was found in it already, where finding it takes too long for a page: problems, and where it is drawn first. */
  readonly found?: { readonly diagnostics: readonly Diagnostic[]; readonly boxes: Boxes };
  /** The first plan is a proposal, and nothing but that is edited. */
  readonly proposal?: ProposalRules;
  /** Milliseconds since the epoch: written on transactions. */
  readonly now: () => number;
  /** When the scene is made anew; by default at once. The app passes one that waits for the next frame. */
  readonly schedule?: (work: () => void) => void;
}
