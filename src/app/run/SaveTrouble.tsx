import { write } from '#plan';
import { workspaceFile } from '#share';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { RoomLeft } from '../settings/StorageTab';
import { openDialog } from '../state/dialogs';
import { type Session, useSession, useSessionState } from '../state/session';

/** W6: a failed write is visible at once, and offers a download. */
export function SaveTrouble() {
  const session = useSession();
  const problem = useSessionState((state) => state.saveProblem);
  const conflict = useSessionState((state) => state.conflict);
  if (problem === null) return null;
  return (
    <Banner
      tone="bad"
      urgent
      title="This workspace is not saved"
      actions={
        <>
          {!conflict && (
            <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'storage' })}>
              See storage
            </Button>
          )}
          {!conflict && (
            <Button variant="outline" onClick={session.save}>
              Try again
            </Button>
          )}
          {conflict && (
            <Button variant="outline" onClick={() => window.location.reload()}>
              Open theirs
            </Button>
          )}
          <Button variant="outline" onClick={() => download(session)}>
            Download it
          </Button>
        </>
      }
    >
      <p>
        {problem.message} <RoomLeft code={problem.code} /> {problem.help} <code>{problem.code}</code>
      </p>
    </Banner>
  );
}

function download({ editor }: Session): void {
  const file = workspaceFile(editor.workspace);
  saveFile(file.name, write(editor.workspace), file.type);
}
