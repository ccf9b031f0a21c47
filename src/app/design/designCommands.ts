import type { Editor } from '#editor';
import type { PageCommands } from '../commands/pageCommands';
import { showMachineTab } from '../machine/machineStore';
import { canvasOfPage } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { type InspectorTab, layoutStore } from '../state/layout';
import { PHONE } from '../state/useMedia';
import { inspectAtOnce } from './inspectedNode';
import { tidyPlan } from './tidyPlan';

export const DESIGN_COMMANDS: PageCommands = {
  'node.add': () => openDialog({ kind: 'adder' }),
  'node.rename': ({ editor }) => {
    inspectAtOnce(editor.selection.getState().focus);
    inspect('setup', 'name');
  },
  'node.replace': () => openDialog({ kind: 'adder', replace: true }),
  'select.open': ({ editor }) => openChosen(editor),
  'travel.turns-leave': ({ editor }) => canvasOfPage()?.focus(editor.selection.getState().focus ?? undefined),
  'arrange.tidy': (session) => tidyPlan(session.editor),
  'view.input': () => inspect('values'),
  'view.output': () => inspect('values'),
};

/** An agent that has had turns is read turn by turn, beside what they came to; everything else is set up. */
function openChosen(editor: Editor): void {
  const { focus } = editor.selection.getState();
  if (focus !== null && canvasOfPage()?.readTurns(focus)) inspect('values');
  else inspect('setup', isMachine(editor) ? 'name' : undefined);
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
