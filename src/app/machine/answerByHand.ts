import { whenDrawn } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { layoutStore, PHONE } from '../state/layout';
import type { Session } from '../state/session';
import { defaultsOf, guardAsked, showMachineTab, simulate, simulations } from './simulation';

/** Leads to where a guard that is only a name is answered: a simulation of its machine, which asks for it (M7). */
export function answerByHand(session: Session, planId: string): void {
  const { editor } = session;
  editor.showRun(null);
  if (editor.view.getState().planId !== planId) editor.openPlan(planId);
  whenDrawn(() => {
    const { machine } = editor.scene.getState();
    if (machine === null) return;
    if (simulations.getState().now?.plan !== machine) simulate(session, defaultsOf(machine.variables), null);
    editor.select([]);
    layoutStore.setState({ inspectorOpen: true, inspectorTab: 'setup' });
    showMachineTab('events');
    guardAsked.setState({ asked: true });
    if (matchMedia(PHONE).matches) openDialog({ kind: 'panel', panel: 'inspector' });
  });
}
