import { withoutAttempt } from '#base';
import type { Plan } from '#plan';
import { say } from '../parts/Toasts';
import type { Extent } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { type Session, useSession } from '../state/session';
import type { LaunchOptions } from './placement';
import { runsHere } from './runsOfPage';
import { startHere } from './startHere';
import { stepOf } from './TimelinePanel';

/**
 * Runs the open plan: asks first for trust where that is needed (T1), for what stands in for capabilities that are not
 * here (S3), and for inputs that have no default (V1).
 *
 * @returns when the run has begun, or what it waits for is asked
 */
export async function launch(session: Session, options: LaunchOptions): Promise<void> {
  // Whoever answered last did so about a workspace that is open no more.
  if (session.closed.aborted) return;
  if (!runsHere()) return;
  const open = planToRun(session, options);
  if (open === undefined) {
    say({ tone: 'bad', text: 'There is no plan here that can run.', help: 'Open a plan.' });
    return;
  }
  if (!session.state.getState().trusted) {
    openDialog({ kind: 'trust', next: (budget) => void launch(session, { ...options, budget }) });
    return;
  }
  if (options.asIs !== true && session.absent(open).length > 0) {
    openDialog({ kind: 'standIns', next: () => void launch(session, { ...options, asIs: true }) });
    return;
  }
  if (
    options.branch === undefined &&
    options.input === undefined &&
    (options.ask || missingInputs(open).length > 0)
  ) {
    openDialog({
      kind: 'inputs',
      unfold: options.ask ?? false,
      next: (given, placement) => void launch(session, { ...options, ...placement, ...given }),
    });
    return;
  }
  const { budget } = session.state.getState();
  await startHere(session, open, budget === null ? options : { budget, ...options });
}

/** That of the branch, else the one that is open. */
function planToRun({ editor }: Session, { branch }: LaunchOptions): Plan | undefined {
  if (branch !== undefined) return branch.workspace.plans.find(({ id }) => id === branch.plan);
  const { plan, machine } = editor.scene.getState();
  const { planId } = editor.view.getState();
  return plan === null && machine === null
    ? undefined
    : editor.workspace.plans.find(({ id }) => id === planId);
}

export function useLaunch(): (options: LaunchOptions) => void {
  const session = useSession();
  return (options) => void launch(session, options);
}

/** IN variables that a run cannot do without: no default stands beside them (V1). */
export function missingInputs(plan: Plan): readonly string[] {
  if (plan.variables === 'open') return [];
  return plan.variables
    .filter(({ scope, default: value }) => scope === 'IN' && value === undefined)
    .map(({ id }) => id);
}

/**
 * D1: goes on from the shown run at the chosen step, after the sheet has said what that means. Where the plan itself is shown, "to
 * here" runs it up to there.
 */
export function goOnAtChosen(session: Session, extent: Exclude<Extent, 'failed'>): void {
  const { editor } = session;
  const scene = editor.scene.getState();
  const { focus } = editor.selection.getState();
  const step = stepOf(scene, focus);
  const card = scene.graph.nodes.find(({ key }) => key === focus);
  if (step !== null) openDialog({ kind: 'goOn', extent, step });
  else if (card === undefined) say({ tone: 'info', text: 'Choose a step first.' });
  else if (card.type === 'STATE')
    say({
      tone: 'info',
      text: 'A state machine goes where its events lead it: a run cannot be told to stop at a state.',
    });
  else void launch(session, { stop: { after: withoutAttempt(card.address) } });
}
