import { err, type Result } from '#base';
import { withMade } from '#capabilities';
import type { CapabilityPlan } from '#plan';
import type { NodeCard } from '#projection';
import { catalogueOf, type TrialIn, trialIn } from '#runtime';
import { say } from '../parts/Toasts';
import { planOf } from '../pins/pinOf';
import { runsHere } from '../run/runsHere';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { givenBefore } from './givenBefore';

/** D1, key Y: asks what the chosen node is to be given, and runs it alone. Where it cannot be, that is said. */
export function tryChosen(session: Session): void {
  const { editor } = session;
  const { focus } = editor.selection.getState();
  const card = editor.scene.getState().graph.nodes.find(({ key }) => key === focus);
  if (card === undefined) sayWhyNot('Choose a step first.');
  else if (card.type === 'STATE')
    sayWhyNot('A state goes where its events lead it. Run the machine, or simulate its events.');
  else if (card.lane !== null || card.mark === 'ghost' || card.mark === 'writing')
    sayWhyNot('This is not a step that can be run.');
  else tryCard(session, card);
}

/** @param isAsIs what stands in for capabilities that are not here was asked already */
function tryCard(session: Session, card: NodeCard, isAsIs = false): void {
  if (!runsHere()) return;
  const trial = trialOfCard(session, card);
  if (!trial.ok) sayWhyNot(trial.problem);
  else if (!session.state.getState().trusted)
    openDialog({ kind: 'trust', next: () => tryCard(session, card, isAsIs) });
  else if (!isAsIs && session.absent(trial.value.plan).length > 0)
    openDialog({ kind: 'standIns', next: () => tryCard(session, card, true) });
  else {
    const { run, view } = session.editor.scene.getState();
    const { address, status, node } = card;
    const before = run === null || view === null ? null : { view, commits: run.commits, address };
    openDialog({
      kind: 'try',
      trial: trial.value,
      given: givenBefore(trial.value, node.input, before),
      isAgain: status === 'succeeded',
    });
  }
}

function trialOfCard(session: Session, card: NodeCard): Result<TrialIn, string> {
  const plan = planAround(session, card);
  if (plan === null) return err('This step came from a file with its run. Open its plan, and try it there.');
  const workspace = workspaceToRun(session);
  const catalogue = catalogueOf(workspace, withMade(session.capabilities, workspace));
  return trialIn(workspace, catalogue, plan, card.node);
}

/** The plan that a card stands in, as it is drawn. What a file brought has not run here, and is not run by this (T1). */
function planAround({ editor, shown }: Session, card: NodeCard): CapabilityPlan | null {
  const { plan, view } = editor.scene.getState();
  if (view !== null && shown.facts.getState().imported) return null;
  const id = planOf(card, plan?.id ?? '');
  if (plan?.id === id) return plan;
  const plans = [...(view?.started?.closure.plans ?? []), ...editor.workspace.plans];
  const found = plans.find((one) => one.id === id);
  return found?.kind === 'capability' ? found : null;
}

function sayWhyNot(text: string): void {
  say({ tone: 'info', text });
}
