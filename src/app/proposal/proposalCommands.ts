import type { PageCommands } from '../commands/pageCommands';
import { say } from '../parts/Toasts';
import { runsHere } from '../run/runsHere';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';

export const PROPOSAL_COMMANDS: PageCommands = { 'plan.change': changeOpenPlan };

/** D9: asks what shall be different about the plan that is open. What came from outside is not sent anywhere before it is trusted (T1). */
function changeOpenPlan(session: Session): void {
  const { open, readOnly } = session.editor.scene.getState();
  if (open === null || readOnly) {
    say({ tone: 'info', text: 'Only a plan that can be edited can be changed by a sentence.' });
    return;
  }
  if (!runsHere()) return;
  const isTrusted = session.state.getState().trusted;
  if (isTrusted) openDialog({ kind: 'changePlan', plan: open, of: open });
  else openDialog({ kind: 'trust', next: () => changeOpenPlan(session) });
}
