import { withoutAttempt } from '#base';
import { say } from '../parts/Toasts';
import type { Extent } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { launch } from './launch';
import { stepOf } from './TimelinePanel';

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
