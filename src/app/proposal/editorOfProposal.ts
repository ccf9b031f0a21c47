import type { Diagnostic } from '#base';
import { createEditor, type Editor } from '#editor';
import type { Plan } from '#plan';
import { answerOfPlan, type EditableProposal, marksOfPlan } from './planOfProposal';

/**
 * An editor that holds a plan that waits, and nothing else (D9). Its palette has what the plan may call (P8), and its problems are
 * those for which the run would refuse the edit (L10).
 *
 * @param around the workspace of the run, and what there is to call
 * @param calls what it calls already, where a person has to approve what else it shall call (P9)
 */
export function editorOfProposal(
  proposal: EditableProposal,
  original: Plan,
  { workspace, catalogue }: Pick<Editor, 'workspace' | 'catalogue'>,
  calls?: ReadonlySet<string>,
): Editor {
  return createEditor({
    // Other plans are edited where they lie; what is a change of one stands where that stands.
    workspace: { ...workspace, plans: [original] },
    catalogue: new Map([...catalogue].filter(([id]) => proposal.tools.includes(id))),
    proposal: {
      problemsOf: (plan) => namingPlan(proposal.problemsOf(answerOfPlan(plan)), plan),
      marksOf: (plan) => marksOfPlan(plan, proposal),
      ...(calls === undefined ? {} : { calls }),
    },
    now: Date.now,
  });
}

/** A plan that lies in no document is not named by the rules: here it is the one that is drawn. */
function namingPlan(found: readonly Diagnostic[], { id }: Plan): readonly Diagnostic[] {
  return found.map((one) => ({ ...one, where: { ...one.where, plan: id } }));
}
