import { type CommandId, copySelection, type Editor, pasteText, removeSelection, runCommand } from '#editor';
import { inspectAtOnce } from '../design/inspectedNode';
import { tidyPlan } from '../design/tidyPlan';
import { showMachineTab } from '../machine/machineStore';
import { say } from '../parts/Toasts';
import { canRetry } from '../run/canRetry';
import { launch } from '../run/launch';
import { answerWait, cancelRun, pauseRun, resumeRun, stepRun } from '../run/runActions';
import { adjustPlace, placeStore } from '../state/address';
import { canvasOfPage } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { type InspectorTab, layoutStore, openWhatIf } from '../state/layout';
import { sayThrown } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { PHONE } from '../state/useMedia';
import { chooseTheme, themeStore } from '../theme/theme';

/** Gives a command: the editor does what it can, the page the rest (E3). What fails, a clipboard that is refused, is said. */
export function give(session: Session, id: CommandId): void {
  if (runCommand(session.editor, id)) return;
  Promise.resolve(PAGE[id]?.(session)).catch((thrown) => sayThrown(thrown, 'That could not be done here.'));
}

/** What only the page can do. A command that is missing here and in the editor does nothing. */
const PAGE: Readonly<Partial<Record<CommandId, (session: Session) => unknown>>> = {
  'node.add': () => openDialog({ kind: 'adder' }),
  'node.rename': ({ editor }) => {
    inspectAtOnce(editor.selection.getState().focus);
    inspect('setup', 'name');
  },
  'node.replace': () => openDialog({ kind: 'adder', replace: true }),
  'edit.copy': ({ editor }) => copy(copySelection(editor)),
  'edit.cut': async ({ editor }) => {
    if (await copy(copySelection(editor))) removeSelection(editor);
  },
  'edit.paste': async ({ editor }) => pasteText(editor, await navigator.clipboard.readText()),
  'select.open': ({ editor }) => inspect('setup', isMachine(editor) ? 'name' : undefined),
  'arrange.tidy': (session) => tidyPlan(session.editor),
  'view.fit': () => canvasOfPage()?.fit(),
  'view.reset': () => canvasOfPage()?.resetZoom(),
  'view.zoom-in': () => canvasOfPage()?.zoomIn(),
  'view.zoom-out': () => canvasOfPage()?.zoomOut(),
  'view.find': () => openDialog({ kind: 'commands' }),
  'view.ledger': () => layoutStore.setState({ dockOpen: true, dockTab: 'ledger' }),
  'view.input': () => inspect('values'),
  'view.output': () => inspect('values'),
  'view.problems': () => openDialog({ kind: 'problems' }),
  'view.state': () => adjustPlace({ view: placeStore.getState().view === 'state' ? 'canvas' : 'state' }),
  'view.theme': () => chooseTheme(themeStore.getState().shown === 'dark' ? 'light' : 'dark'),
  'run.start': (session) => launch(session, {}),
  'run.start-with': (session) => launch(session, { ask: true }),
  'run.what-if': ({ editor }) => (isMachine(editor) ? showMachineTab('events') : openWhatIf()),
  'run.resume': resumeRun,
  'run.step': () => stepRun('over'),
  'run.step-into': () => stepRun('into'),
  'run.step-out': () => stepRun('out'),
  'run.pause': pauseRun,
  'run.cancel': cancelRun,
  'run.approve': (session) => decide(session, 'approve'),
  'run.reject': (session) => decide(session, 'reject'),
  'run.another': (session) => decide(session, 'another'),
  'run.retry': retryShown,
  'run.promote': promoteShown,
  'workspace.share': () => openDialog({ kind: 'share', tab: 'link' }),
  'workspace.export': () => openDialog({ kind: 'share', tab: 'export' }),
  'workspace.import': () => openDialog({ kind: 'import' }),
  'workspace.history': () => openDialog({ kind: 'history' }),
  'workspace.settings': () => openDialog({ kind: 'settings' }),
  'help.commands': () => openDialog({ kind: 'commands' }),
  'help.keys': () => openDialog({ kind: 'keys' }),
};

/** Shows a tab of the inspector, and gives a field of it the focus. */
function inspect(inspectorTab: InspectorTab, field?: 'name'): void {
  layoutStore.setState({ inspectorOpen: true, inspectorTab });
  if (inspectorTab === 'setup') showMachineTab(null);
  if (matchMedia(PHONE).matches) {
    openDialog({ kind: 'panel', panel: 'details' });
    return;
  }
  if (field === undefined) return;
  // As soon as the tab is drawn, before the next key: what is typed then belongs to the field.
  queueMicrotask(() => {
    const input = document.querySelector<HTMLInputElement>('[data-field="name"] input');
    input?.focus();
    input?.select();
  });
}

function isMachine(editor: Editor): boolean {
  return editor.scene.getState().machine !== null;
}

async function copy(text: string | null): Promise<boolean> {
  if (text === null) return false;
  await navigator.clipboard.writeText(text);
  return true;
}

function decide({ editor }: Session, decision: 'approve' | 'reject' | 'another'): void {
  const { run } = editor.scene.getState();
  const waiting = run?.live.waiting.find(({ kind }) => kind === 'approval');
  if (waiting) answerWait(waiting.address, { decision });
}

/** D1: the run that is shown; where nothing of it has failed, that is said. */
function retryShown({ editor }: Session): void {
  const run = editor.cursor.shown;
  if (run !== null && canRetry(run)) openDialog({ kind: 'goOn' });
  else say({ tone: 'info', text: 'Only a run that has failed or was cancelled can be retried.' });
}

/** P11: a plan that was made in the shown run; where none was, that is said. */
function promoteShown({ editor }: Session): void {
  const opened = editor.scene.getState().run?.live.opened.size ?? 0;
  if (opened > 0) openDialog({ kind: 'promote' });
  else say({ tone: 'info', text: 'No plan was made in this run.' });
}
