import { useEffect } from 'react';
import { adjustPlace, placeStore } from '../state/address';
import { useSession } from '../state/session';

/** Keeps the address bar in step with what is open, shown and selected (D5). */
export function useAddressBar(): void {
  const { editor } = useSession();
  useEffect(() => {
    const { plan, node } = placeStore.getState();
    if (plan !== null && editor.workspace.plans.some(({ id }) => id === plan)) editor.openPlan(plan);
    if (node !== null) editor.select([node]);
    const stops = [
      editor.view.subscribe(({ planId }) => {
        const first = editor.workspace.plans[0]?.id;
        adjustPlace({ plan: planId === first ? null : planId });
      }),
      editor.selection.subscribe(({ focus }) => adjustPlace({ node: focus })),
      editor.runs.subscribe(({ shown, position }) => adjustPlace({ run: shown, at: position })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
}
