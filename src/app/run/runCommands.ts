import type { PageCommands } from '../commands/pageCommands';
import { say } from '../parts/Toasts';
import { approvePlan } from '../proposal/approvePlan';
import { openProposal } from '../proposal/editedProposal';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { callAsked } from './callAsked';
import { canRetry } from './canRetry';
import { openFork, submitFork } from './forkStore';
import { goOnAtChosen } from './goOnAtChosen';
import { launch } from './launch';
import { answerWait, cancelRun, pauseRun, resumeRun, stepRun } from './runActions';

export const RUN_COMMANDS: PageCommands = {
  // While a fork is made that is what starts.
  'run.start': (session) => submitFork() || launch(session, {}),
  'run.start-with': (session) => launch(session, { ask: true }),
  'run.resume': resumeRun,
  'run.step': () => stepRun('over'),
  'run.step-into': () => stepRun('into'),
  'run.step-out': () => stepRun('out'),
  'run.pause': pauseRun,
  'run.cancel': cancelRun,
  'run.approve': (session) => decide(session, 'approve'),
  'run.reject': (session) => decide(session, 'reject'),
  'run.another': (session) => decide(session, 'another'),
  'run.from': (session) => goOnAtChosen(session, 'onward'),
  'run.only': (session) => goOnAtChosen(session, 'only'),
  'run.to': (session) => goOnAtChosen(session, 'upTo'),
  'run.retry': retryShown,
  'run.fork': forkShown,
  'run.promote': promoteShown,
};

function decide(session: Session, decision: 'approve' | 'reject' | 'another'): void {
  const { run } = (openProposal()?.home ?? session).editor.scene.getState();
  const waiting = run?.live.waiting.find(({ kind }) => kind === 'approval');
  if (waiting === undefined) return;
  const call = callAsked(waiting);
  if (call !== null) answerWait(waiting.address, { decision, hash: call.hash });
  else if (decision === 'approve') approvePlan(waiting.address);
  else answerWait(waiting.address, { decision });
}

/** D1: the run that is shown; where nothing of it has failed, that is said. */
function retryShown({ editor }: Session): void {
  const run = editor.cursor.shown;
  if (run !== null && canRetry(run)) openDialog({ kind: 'goOn', extent: 'failed', step: null });
  else say({ tone: 'info', text: 'Only a run that has failed or was cancelled can be retried.' });
}

/** D3: the run that is shown, at the position that is shown; where it cannot be forked, that is said. */
function forkShown(session: Session): void {
  if (openFork(session)) return;
  say({ tone: 'info', text: 'A run that was simulated, or handed on in part, cannot be forked.' });
}

/** P11: a plan that was made in the shown run; where none was, that is said. */
function promoteShown({ editor }: Session): void {
  const opened = editor.scene.getState().run?.live.opened.size ?? 0;
  if (opened > 0) openDialog({ kind: 'promote' });
  else say({ tone: 'info', text: 'No plan was made in this run.' });
}
