import { hashText } from '#base';
import { workspaceHash } from '#plan';
import { isShippedSample } from '#samples';
import { keepBeforeImport } from '../history/checkpoints';
import { findWorkspace, freeId, keepWorkspace } from '../library/keepWorkspace';
import { say } from '../parts/Toasts';
import { sayIfItDiffers } from '../run/replayRun';
import { importLedger } from '../run/runFiles';
import { goTo } from '../state/address';
import { storageOfPage } from '../state/services';
import { openSessionStore } from '../state/session';
import { type Foreign, type Received, underFreeId, workspaceAround, workspaceOfRun } from './reading/receive';

/**
 * Keeps what was received and opens it, inert (T1): it overwrites nothing, and runs nothing.
 *
 * @param go how the page goes to where it is kept
 */
export async function bringIn(received: Received | Foreign, go = goTo): Promise<void> {
  switch (received.kind) {
    case 'foreign':
    case 'workspace': {
      const there = await findWorkspace(received.workspace);
      if (there !== null)
        say({ tone: 'info', text: 'The same workspace was here already: it is opened again.' });
      const shipped = isShippedSample(workspaceHash(received.workspace));
      go({ workspace: there ?? (await keepWorkspace(received.workspace, shipped)) });
      return;
    }
    case 'plan': {
      const { session } = openSessionStore.getState();
      if (session === null) go({ workspace: await keepWorkspace(workspaceAround(received.plan), false) });
      else {
        await keepBeforeImport(session);
        const plan = underFreeId(received.plan, session.editor.workspace);
        session.editor.edit({ edit: 'add-plan', plan }, { label: 'Import plan' });
        // Trust is of content (W4): with a foreign plan in it the workspace has to be looked at again.
        session.state.setState({ trusted: false });
        session.editor.openPlan(plan.id);
      }
      return;
    }
    case 'ledger':
      await bringInRun(received, go);
      return;
    case 'readOnly':
      go({ workspace: await keepUntouched(received.name, received.text) });
      return;
    case 'refused':
      return;
  }
}

async function bringInRun(received: Extract<Received, { kind: 'ledger' }>, go: typeof goTo): Promise<void> {
  const { session } = openSessionStore.getState();
  if (session !== null) {
    await importLedger(session, received.text);
    return;
  }
  const workspace = workspaceOfRun(received.commits);
  const first = received.commits[0]?.fact;
  if (workspace === null || first?.type !== 'run.started') return;
  const id = await keepWorkspace(workspace, false);
  const plan = workspace.plans[0];
  const { runs } = await storageOfPage();
  await runs.import(received.commits, {
    workspace: id,
    plan: plan?.id ?? '',
    planName: plan?.name ?? received.name,
  });
  sayIfItDiffers(received.commits);
  go({ workspace: id, run: first.runId });
}

/** Case A8: what is newer than this app is kept byte for byte. */
async function keepUntouched(name: string, text: string): Promise<string> {
  const { workspaces } = await storageOfPage();
  const hash = hashText(text);
  const there = await workspaces.findByHash(hash);
  if (there !== null) return there.id;
  const id = freeId('newer', new Set((await workspaces.list()).map((one) => one.id)));
  await workspaces.save({ id, name, text, hash, trusted: null, revision: 0 });
  return id;
}
