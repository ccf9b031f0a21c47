import { type Editor, placeAll } from '#editor';
import type { LayoutEngine } from '#layout';
import type { PageCommands } from '../commands/give';
import { showMachineTab } from '../machine/simulation';
import { say } from '../parts/Toasts';
import { canvasOfPage } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { type InspectorTab, layoutStore, PHONE } from '../state/layout';
import { inspectAtOnce } from './NodeRecord';

export const DESIGN_COMMANDS: PageCommands = {
  'node.add': () => openDialog({ kind: 'adder' }),
  'node.rename': ({ editor }) => {
    inspectAtOnce(editor.selection.getState().focus);
    inspect('setup', 'name');
  },
  'node.replace': () => openDialog({ kind: 'adder', replace: true }),
  'select.open': ({ editor }) => openChosen(editor),
  'travel.turns-leave': ({ editor }) => closeTurns(editor),
  'arrange.tidy': (session) => tidyPlan(session.editor),
  'view.input': () => inspect('values'),
  'view.output': () => inspect('values'),
};

/** An agent that has had turns is read turn by turn, beside what they came to; everything else is set up. */
function openChosen(editor: Editor): void {
  const { focus } = editor.selection.getState();
  if (focus !== null && openTurns(editor, focus)) inspect('values');
  else inspect('setup', isMachine(editor) ? 'name' : undefined);
}

/** Unfolds the card of an agent, and gives its turns the focus; false where it has had none. */
function openTurns(editor: Editor, key: string): boolean {
  const node = editor.scene.getState().graph.nodes.find((one) => one.key === key);
  if (node === undefined || node.type === 'STATE' || node.agent === undefined) return false;
  if (editor.view.getState().folded.get(key) === true) editor.fold(key, false);
  const read = (): void => {
    canvasOfPage()?.bringIn(key);
    canvasOfPage()?.readTurns(key);
  };
  // As soon as they are drawn.
  if (!canvasOfPage()?.readTurns(key)) requestAnimationFrame(read);
  return true;
}

/** Back to the small card. */
function closeTurns(editor: Editor): void {
  const { focus } = editor.selection.getState();
  canvasOfPage()?.focus(focus ?? undefined);
  if (focus !== null) editor.fold(focus, true);
}

/** Shows a tab of the inspector, and gives a field of it the focus. */
function inspect(inspectorTab: InspectorTab, field?: 'name'): void {
  layoutStore.setState({ inspectorOpen: true, inspectorTab });
  if (inspectorTab === 'setup') showMachineTab(null);
  if (matchMedia(PHONE).matches) {
    openDialog({ kind: 'panel', panel: 'inspector' });
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

let engine: LayoutEngine | null = null;

/** E1: a layered layout of the open plan, or of what is selected, made in a worker; one step of undo. */
async function tidyPlan(editor: Editor): Promise<void> {
  const { elkEngine, tidy, tidyInput, tidyStates } = await import('#layout');
  engine ??= elkEngine();
  const { graph, boxes, plan, machine } = editor.scene.getState();
  const planId = plan?.id ?? machine?.id;
  if (planId === undefined) return;
  const layout = editor.workspace.layout[planId] ?? {};
  const { revision } = editor.document.getState();
  try {
    const { nodes: selection } = editor.selection.getState();
    const places =
      machine === null
        ? await tidy(tidyInput(graph, boxes, layout, selection), engine)
        : await tidyStates(graph, boxes, layout, engine, selection);
    // What was edited meanwhile goes before: a layout of the old plan would move the new one.
    if (editor.document.getState().revision === revision) placeAll(editor, places, 'Tidy');
  } catch (error) {
    say({ tone: 'bad', text: error instanceof Error ? error.message : 'The plan could not be laid out.' });
  }
}
