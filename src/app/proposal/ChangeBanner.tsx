import { RotateCcw, WandSparkles } from 'lucide-react';
import { useStore } from 'zustand';
import { hasErrors } from '#base';
import type { Plan } from '#plan';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { say } from '../parts/Toasts';
import { openDialog } from '../state/dialogs';
import { useScene } from '../state/session';
import { ChangePills } from '../ui/StatusPill';
import { countsOfMarks, workspaceWith } from './changePlan';
import { dropEdits, dropProposal, type EditedProposal, type Origin } from './editedProposal';

interface Props {
  readonly edited: EditedProposal;
  readonly from: Extract<Origin, { kind: 'change' }>;
}

/** What a model has made of a plan of the document, and whether it shall be so: one edit, which one undo takes back (D9). */
export function ChangeBanner({ edited, from }: Props) {
  const { editor } = edited.session;
  const isBroken = useStore(editor.problems, ({ diagnostics }) => hasErrors(diagnostics));
  return (
    <Banner
      tone="plan"
      icon={WandSparkles}
      title={`A change of “${from.plan.name ?? from.plan.id}”`}
      actions={
        <>
          <Button variant="outline" onClick={() => askAgain(edited, from)}>
            Ask for another
          </Button>
          <Button variant="danger" onClick={() => dropProposal(edited.home)}>
            Discard
          </Button>
          <Button
            variant="primary"
            data-tip={isBroken ? 'It has problems. They stay in the plan until they are mended.' : undefined}
            onClick={() => apply(edited, from)}
          >
            Apply
          </Button>
        </>
      }
    >
      <p>
        You asked: “{from.words}” Nothing is changed until you apply it, and one undo takes it back. You can
        edit it first.
      </p>
    </Banner>
  );
}

/** The plan as it stands there is what the next words are about. */
function askAgain({ session }: EditedProposal, { plan }: Props['from']): void {
  const [now] = session.editor.workspace.plans;
  openDialog({ kind: 'changePlan', plan: now ?? plan, of: plan });
}

function apply({ home, session }: EditedProposal, { plan }: Props['from']): void {
  const [now] = session.editor.workspace.plans;
  if (now === undefined) return;
  const workspace = workspaceWith(home.editor.workspace, now);
  const done = home.editor.edit({ edit: 'replace-workspace', workspace }, { label: 'Change plan' });
  if (!done.ok) return;
  dropProposal(home);
  say({
    tone: 'ok',
    text: `“${nameOf(plan)}” is changed.`,
    action: { label: 'Undo', run: () => void home.editor.undo() },
  });
}

function nameOf({ name, id }: Plan): string {
  return name ?? id;
}

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
