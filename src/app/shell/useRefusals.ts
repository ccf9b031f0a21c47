import { useEffect } from 'react';
import { inNames } from '#projection';
import { say } from '../parts/Toasts';
import { useSession } from '../state/session';

/** Says why a gesture changed nothing: a connection that would make a cycle, a name that is taken. */
export function useRefusals(): void {
  const { editor } = useSession();
  useEffect(
    () =>
      editor.document.subscribe(({ refused }, before) => {
        if (refused === null || refused === before.refused) return;
        const open = editor.scene.getState().open ?? undefined;
        say({ tone: 'info', text: inNames(refused.message, open), help: inNames(refused.help, open) });
      }),
    [editor],
  );
}
