import { withoutAttempt } from '#base';
import type { AskingCall } from '#kernel';
import type { RunView, Waiting } from '#projection';
import type { PageCommands } from '../commands/give';
import { say } from '../parts/Toasts';
import { openProposal } from '../proposal/editedProposal';
import { approvePlan } from '../proposal/proposalCommands';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { openFork, submitFork } from './fork';
import { goOnAtChosen, launch } from './launch';
import { answerWait, callAsked, cancelRun, pauseRun, resumeRun, stepRun } from './runStore';
import { REST_MS } from './waiting';
import { canRetry } from './waysOn';

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
  'run.always': (session) => decide(session, 'run'),
  'run.reject': (session) => decide(session, 'reject'),
  'run.another': (session) => decide(session, 'another'),
  'run.from': (session) => goOnAtChosen(session, 'onward'),
  'run.only': (session) => goOnAtChosen(session, 'only'),
  'run.to': (session) => goOnAtChosen(session, 'upTo'),
  'run.retry': retryShown,
  'run.fork': forkShown,
  'run.promote': promoteShown,
};

function decide(session: Session, decision: 'approve' | 'run' | 'reject' | 'another'): void {
  const { run } = (openProposal(session)?.home ?? session).editor.scene.getState();
  const waiting = run?.live.waiting.find(({ kind }) => kind === 'approval');
  if (run === null || waiting === undefined) return;
  const call = callAsked(waiting);
  if (call !== null) decideCall(run.live, waiting, call, decision);
  else if (decision === 'run')
    say({ tone: 'info', text: 'A plan is approved by itself, not for the whole run.' });
  else if (decision === 'approve') approvePlan(session, waiting);
  else answerWait(waiting.address, { decision });
}

/** K15: as the buttons do it: not before it could be read, and only what it may be decided. */
function decideCall(
  { nodes }: RunView,
  { address, command }: Waiting,
  { hash }: AskingCall,
  decision: 'approve' | 'run' | 'reject' | 'another',
): void {
  const asked = nodes.get(withoutAttempt(address))?.waits.at(-1)?.from ?? 0;
  const decisions = command?.kind === 'wait' ? command.decisions : [];
  if (Date.now() - asked < REST_MS)
    say({ tone: 'info', text: 'This call has only just asked. Look at it first.' });
  else if (decisions.some(({ id }) => id === decision)) answerWait(address, { decision, hash });
  else say({ tone: 'info', text: 'This call can be approved once, or rejected.' });
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
