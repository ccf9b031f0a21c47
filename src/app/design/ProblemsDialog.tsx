import { CircleCheck } from 'lucide-react';
import { findNode, findState, type Plan, titleOf } from '#plan';
import { Dialog } from '../parts/Dialog';
import { EmptyNote } from '../parts/EmptyNote';
import { ProblemList } from '../parts/ProblemList';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor, useProblems } from '../state/session';
import { showProblem } from './showNode';

/** All problems of the workspace; each leads to its node (E4). */
export default function ProblemsDialog({ onClose }: DialogProps<'problems'>) {
  const editor = useEditor();
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const plans = useDocument(({ workspace }) => workspace.plans);
  return (
    <Dialog title="Problems" onClose={onClose}>
      {diagnostics.length === 0 ? (
        <EmptyNote icon={CircleCheck}>No problem was found. The plan can run.</EmptyNote>
      ) : (
        <ProblemList
          diagnostics={diagnostics}
          nameOf={({ plan: planId, node: nodeId }) => {
            const plan = plans.find(({ id }) => id === planId);
            if (plan === undefined || nodeId === undefined) return null;
            const title = titleIn(plan, nodeId);
            return title === null ? null : `“${title}” in ${plan.name ?? plan.id}`;
          }}
          onJump={({ where }) => {
            onClose();
            showProblem(editor, where);
          }}
        />
      )}
    </Dialog>
  );
}

/** What a node, or a state, of a plan is called. */
function titleIn(plan: Plan, id: string): string | null {
  if (plan.kind === 'state-machine') {
    const state = findState(plan, id)?.state;
    return state === undefined ? null : (state.name ?? state.id);
  }
  const node = findNode(plan, id)?.node;
  return node === undefined ? null : titleOf(node);
}
