import { readScript } from '#plan';
import { simulate, systemIds } from '#runtime';
import { say } from '../parts/Toasts';
import { openRun } from '../run/openRun';
import type { Session } from '../state/session';
import { type LastSimulation, scriptOf, whatIfStore } from './whatIfStore';

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
