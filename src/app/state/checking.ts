import type { Catalogue, Workspace } from '#plan';
import type { Session } from './session';

/** How long typing rests before the rules are read again, in milliseconds. */
const CHECK_MS = 200;

interface Checked extends Pick<Session, 'editor'> {
  readonly work: Pick<Session['work'], 'isLarge' | 'problems'>;
}

/**
 * E4: problems follow the document; the catalogue follows the workspace's own capabilities.
 *
 * @param opened the document that was checked already
 * @returns ends it
 */
export function keepChecked(
  { editor, work }: Checked,
  opened: Workspace,
  among: (workspace: Workspace) => Catalogue,
): () => void {
  let timer = 0;
  let known = opened.capabilities;
  let isOver = false;
  const check = async (): Promise<void> => {
    const { workspace, revision } = editor.document.getState();
    if (workspace.capabilities !== known) {
      known = workspace.capabilities;
      editor.setCatalogue(among(workspace));
    }
    if (!work.isLarge(workspace)) return void editor.check();
    const found = await work.problems(workspace);
    if (isOver) return;
    if (found === null) editor.check();
    // What is known of a later document is not taken back.
    else if (revision >= editor.problems.getState().revision)
      editor.problems.setState({ diagnostics: found, revision });
  };
  const unsubscribe = editor.document.subscribe((now, before) => {
    if (now.revision === before.revision) return;
    clearTimeout(timer);
    // What fails has failed with its session: nobody looks for problems any more.
    timer = window.setTimeout(() => void check().catch(() => undefined), CHECK_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
