import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Diagnostic } from '#base';
import type { Commit } from '#kernel';
import { readScript } from '#plan';
import { type SimulationReport, simulate, systemIds } from '#runtime';
import { say } from '../parts/Toasts';
import { openRun } from '../run/openRun';
import type { Session } from '../state/session';
import type { ScriptText } from './script';

/** What the last simulation came to, for the plan that it was of. */
export type LastSimulation =
  | {
      readonly kind: 'done';
      readonly plan: string;
      readonly runId: string;
      readonly report: SimulationReport;
      readonly commits: readonly Commit[];
      /** KEYs of the script that answered nothing. */
      readonly unused: readonly string[];
    }
  | { readonly kind: 'refused'; readonly plan: string; readonly problems: readonly Diagnostic[] };

interface WhatIfState {
  /** Scripts by workspace and plan; they live as long as the page. */
  readonly scripts: ReadonlyMap<string, ScriptText>;
  /** What is being edited, by workspace and plan: a KEY, or one of the panel's own items. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly last: LastSimulation | null;
  readonly isRunning: boolean;
}

const whatIfStore = createStore<WhatIfState>(() => ({
  scripts: new Map(),
  chosen: new Map(),
  last: null,
  isRunning: false,
}));

export function useWhatIf<T>(select: (state: WhatIfState) => T): T {
  return useStore(whatIfStore, select);
}

const EMPTY: ScriptText = {};

export function scriptOf(state: WhatIfState, place: string): ScriptText {
  return state.scripts.get(place) ?? EMPTY;
}

/** Changes the script of a plan. */
export function changeScript(place: string, change: (script: ScriptText) => ScriptText): void {
  whatIfStore.setState((state) => ({
    scripts: new Map(state.scripts).set(place, change(scriptOf(state, place))),
  }));
}

export function choose(place: string, item: string): void {
  whatIfStore.setState(({ chosen }) => ({ chosen: new Map(chosen).set(place, item) }));
}

/** Whether a run is a simulation that nobody asked to keep: it is in no storage, and in no address. */
export function isUnkept(runId: string | null): boolean {
  const { last } = whatIfStore.getState();
  return runId !== null && last?.kind === 'done' && last.runId === runId;
}

/** Where the script of the open plan is kept. */
export function placeOf({ id }: Session, plan: string): string {
  return `${id}/${plan}`;
}

/** Simulates the open plan with its script, and shows what came of it as a run (H4). */
export async function simulateHere(session: Session): Promise<void> {
  const plan = session.editor.view.getState().planId;
  if (plan === null || whatIfStore.getState().isRunning) return;
  whatIfStore.setState({ isRunning: true });
  try {
    show(session, await simulated(session, plan));
  } finally {
    whatIfStore.setState({ isRunning: false });
  }
}

async function simulated(session: Session, plan: string): Promise<LastSimulation> {
  const { workspace, catalogue } = session.editor;
  // Who asks here asks what would happen now; a script may name another time.
  const now = { startAt: new Date().toISOString() };
  const script = readScript({ ...now, ...scriptOf(whatIfStore.getState(), placeOf(session, plan)) });
  if (!script.ok) return { kind: 'refused', plan, problems: script.problem };
  const runId = systemIds.runId().replace(/^run/, 'simulation');
  const made = await simulate({ workspace, plan, catalogue, script: script.value, runId });
  if (!made.ok) return { kind: 'refused', plan, problems: made.problem };
  return { kind: 'done', plan, runId, ...made.value };
}

function show({ editor, closed, shown }: Session, next: LastSimulation): void {
  if (closed.aborted) return;
  closed.addEventListener('abort', () => whatIfStore.setState({ last: null }), { once: true });
  const { last } = whatIfStore.getState();
  whatIfStore.setState({ last: next });
  if (next.kind === 'done') {
    // It waits for nobody here: said to be driven, it reads as it stands, and not as interrupted.
    editor.cursor.attach(next.runId, next.commits, true);
    shown.rest();
    editor.showRun(next.runId);
  }
  if (last?.kind === 'done') editor.cursor.detach(last.runId);
}

/** Keeps the simulation that is shown among the runs, marked as not executed here (D8). */
export async function keepSimulation(session: Session): Promise<void> {
  const { last } = whatIfStore.getState();
  const plan = session.editor.workspace.plans.find(({ id }) => id === last?.plan);
  if (last?.kind !== 'done' || !plan) return;
  await session.storage.runs.import(last.commits, {
    workspace: session.id,
    plan: plan.id,
    planName: plan.name ?? plan.id,
  });
  whatIfStore.setState({ last: null });
  say({ tone: 'ok', text: 'The simulation is kept among the runs.' });
  await openRun(session, last.runId, null);
}
