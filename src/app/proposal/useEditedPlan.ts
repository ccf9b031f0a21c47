import { useStore } from 'zustand';
import type { Diagnostic } from '#base';
import type { Plan } from '#plan';
import type { Waiting } from '#projection';
import { useSession } from '../state/session';
import { useEditedProposal } from './editedProposal';
import { isEdited } from './planOfProposal';

/** A plan that waits, as a person has edited it, and what is wrong with it; without a plan where they have not. */
export function useEditedPlan(waiting: Waiting): {
  readonly plan: Plan | undefined;
  readonly problems: readonly Diagnostic[];
} {
  const edited = useEditedProposal(waiting);
  const here = useSession();
  const { editor } = edited?.session ?? here;
  const now = useStore(editor.document, ({ workspace }) => workspace.plans[0]);
  const problems = useStore(editor.problems, ({ diagnostics }) => diagnostics);
  if (edited === null || now === undefined || !isEdited(now, edited.original)) return UNEDITED;
  return { plan: now, problems };
}

const UNEDITED = { plan: undefined, problems: [] };
