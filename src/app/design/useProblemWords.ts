import { useCallback } from 'react';
import type { Diagnostic } from '#base';
import { inNames } from '#projection';
import { useEditor } from '../state/session';

/** How sentences of problems are said of the open workspace: with the names that people gave. */
export function useProblemWords(): (text: string, problem: Diagnostic) => string {
  const editor = useEditor();
  return useCallback(
    (text, { where }) =>
      inNames(
        text,
        editor.workspace.plans.find(({ id }) => id === where.plan),
      ),
    [editor],
  );
}
