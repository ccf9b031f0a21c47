import { type Editor, placeAll } from '#editor';
import type { LayoutEngine } from '#layout';
import { say } from '../parts/Toasts';

let engine: LayoutEngine | null = null;

/** E1: a layered layout of the open plan, or of what is selected, made in a worker; one step of undo. */
export async function tidyPlan(editor: Editor): Promise<void> {
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
