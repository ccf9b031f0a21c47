import { hashText } from '#base';
import { isShippedSample } from '#samples';
import { keepBeforeImport } from '../history/checkpoints';
import { freeId, keepRecord, keepWorkspace } from '../library/placeWorkspace';
import { whileOpening } from '../opening/OpeningDialog';
import { say } from '../parts/Toasts';
import { importLedger, sayIfItDiffers } from '../run/openRun';
import { type goTo, replacePlace, setOut } from '../state/address';
import { openDialog } from '../state/dialogs';
import { sayProblems, sayThrown, WORKSPACE_LEFT } from '../state/sayTrouble';
import { storageOfPage } from '../state/services';
import { openSessionStore } from '../state/session';
import type { ToldReceived } from './reading/desk';
import { underFreeId, workspaceOfRun } from './reading/judge';
import { openReader, type Reader } from './reading/reader';

/** How it is opened. */
export interface HowBroughtIn {
  /** Who has read it, and holds it. */
  readonly reader: Reader;
  readonly signal: AbortSignal;
  /** How the page goes to where it is kept. */
  readonly go?: typeof goTo;
}

/**
 * Keeps what was received and opens it, inert (T1): it overwrites nothing, and runs nothing.
 *
 * @throws the signal's reason when it was aborted: then nothing is kept
 */
export async function bringIn(received: ToldReceived, how: HowBroughtIn): Promise<void> {
  const go = setOut(how.go);
  switch (received.kind) {
    case 'foreign':
    case 'workspace': {
      const here = await keepRead(how);
      if (here !== null) go({ workspace: here });
      return;
    }
    case 'plan': {
      const { session } = openSessionStore.getState();
      if (session === null) {
        const here = await keepRead(how);
        if (here !== null) go({ workspace: here });
      } else {
        await keepBeforeImport(session);
        if (session.closed.aborted) return sayProblems([WORKSPACE_LEFT]);
        const plan = underFreeId(received.plan, session.editor.workspace);
        session.editor.edit({ edit: 'add-plan', plan }, { label: 'Import plan' });
        // Trust is of content (W4): with a foreign plan in it the workspace has to be looked at again.
        session.state.setState({ trusted: false, madeHere: false });
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

/** @returns the id under which what was read is kept; null where nothing was */
async function keepRead({ reader, signal }: HowBroughtIn): Promise<string | null> {
  const { workspaces } = await storageOfPage();
  const known = (await workspaces.list()).map(({ id, hash }) => ({ id, hash }));
  const placed = await reader.place(known, signal);
  signal.throwIfAborted();
  if (placed?.kind === 'here') {
    say({ tone: 'info', text: 'The same workspace was here already: it is opened again.' });
    return placed.id;
  }
  return placed === null ? null : keepRecord(placed.record, isShippedSample(placed.content));
}

async function bringInRun(
  received: Extract<ToldReceived, { kind: 'ledger' }>,
  go: typeof goTo,
): Promise<void> {
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

/**
 * Opens what a link holds (S1), as a workspace of its own and inert (T1). It is read in a worker, and can be cancelled.
 * The fragment leaves the address only once its content is kept (cases A4, A7), and the history with it, so that Back
 * leads out; a link that cannot be read stays there, to be copied.
 */
export async function openLink(fragment: string): Promise<void> {
  const reader = openReader();
  try {
    await whileOpening(
      'the link',
      (signal, tell) => readAndKeep(fragment, { reader, signal, tell }),
      () => say({ tone: 'info', text: 'Nothing was opened. The link is still in the address.' }),
    );
  } catch (thrown) {
    sayThrown(thrown, 'What the link holds could not be kept.');
  } finally {
    reader.close();
  }
}

interface Reading {
  readonly reader: Reader;
  readonly signal: AbortSignal;
  readonly tell: (doing: string) => void;
}

async function readAndKeep(fragment: string, { reader, signal, tell }: Reading): Promise<void> {
  const { received, isText } = await reader.read({ kind: 'link', fragment }, null, signal, tell);
  if (received.kind !== 'refused') {
    tell('Keeping it');
    await bringIn(received, { reader, signal, go: replacePlace });
  } else if (isText) openDialog({ kind: 'import', link: fragment });
  else sayProblems(received.diagnostics);
}
