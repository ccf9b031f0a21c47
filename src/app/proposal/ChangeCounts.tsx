import { RotateCcw } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../parts/Button';
import { useScene } from '../state/session';
import { ChangePills } from '../ui/ChangePills';
import { dropEdits, type EditedProposal } from './editedProposal';
import { countsOfMarks } from './planOfProposal';

/** What has become of the plan, in numbers, and the way back to how it was proposed. */
export function ChangeCounts({ edited }: { readonly edited: EditedProposal }) {
  const plan = useScene(({ open }) => open);
  const isTouched = useStore(edited.session.editor.document, ({ history }) => history.past.length > 0);
  const counts = plan === null ? [] : [...countsOfMarks(plan, edited.proposal)];
  return (
    <>
      <ChangePills label="Changes" counts={counts} />
      <Button size="small" icon={RotateCcw} disabled={!isTouched} onClick={() => dropEdits(edited)}>
        Drop my changes
      </Button>
    </>
  );
}
