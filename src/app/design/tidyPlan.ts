import { type Editor, placeAll } from '#editor';
import type { LayoutEngine } from '#layout';
import { say } from '../parts/Toasts';

let engine: LayoutEngine | null = null;

/** E1: a layered layout of the open plan, or of what is selected, made in a worker; one step of undo. */
export async function tidyPlan(editor: Editor): Promise<void> {
  const { elkEngine, tidy, tidyInput } = await import('#layout');
  engine ??= elkEngine();
  const { graph, boxes, plan } = editor.scene.getState();
  if (plan === null) return;
  const { revision } = editor.document.getState();
  try {
    const input = tidyInput(
      graph,
      boxes,
      editor.workspace.layout[plan.id] ?? {},
      editor.selection.getState().nodes,
    );
    const places = await tidy(input, engine);
    // What was edited meanwhile goes before: a layout of the old plan would move the new one.
    if (editor.document.getState().revision === revision) placeAll(editor, places, 'Tidy');
  } catch (error) {
    say({ tone: 'bad', text: error instanceof Error ? error.message : 'The plan could not be laid out.' });
  }
}
