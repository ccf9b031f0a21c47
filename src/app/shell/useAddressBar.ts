import { useEffect } from 'react';
import type { Editor } from '#editor';
import { adjustPlace, placeStore } from '../state/address';
import { useSession } from '../state/session';
import { isUnkept } from '../whatif/whatIfStore';

/** Keeps the address bar in step with what is open, shown and selected (D5). */
export function useAddressBar(): void {
  const { editor } = useSession();
  useEffect(() => {
    const { plan, node } = placeStore.getState();
    if (plan !== null && editor.workspace.plans.some(({ id }) => id === plan)) editor.openPlan(plan);
    if (node !== null) editor.select([node]);
    const sayNode = () => adjustPlace({ node: nameOfFocus(editor) });
    const stops = [
      editor.view.subscribe(({ planId }) => {
        const first = editor.workspace.plans[0]?.id;
        adjustPlace({ plan: planId === first ? null : planId });
      }),
      editor.selection.subscribe(sayNode),
      editor.view.subscribe(sayNode),
      editor.runs.subscribe(({ shown, left, position }) => {
        const isKept = !isUnkept(shown);
        adjustPlace({
          run: isKept ? shown : null,
          left: isUnkept(left) ? null : left,
          at: isKept ? position : null,
        });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
}

/** A node by its key; in a round that the reader chose by its address, which says the round too. */
function nameOfFocus(editor: Editor): string | null {
  const { focus } = editor.selection.getState();
  const { rounds } = editor.view.getState();
  if (focus === null || rounds.size === 0) return focus;
  return editor.scene.getState().graph.nodes.find(({ key }) => key === focus)?.address ?? focus;
}
