import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { builtInCapabilities } from '#capabilities';
import { createEditor } from '#editor';
import { read, type Workspace, workspaceHash, write } from '#plan';
import { StorageError } from '#runtime';
import { openStorage } from '#storage';
import { keepBeforeImport, keepCheckpoint, revertTo } from '../../../src/app/history/checkpoints';
import { checkpointTitle } from '../../../src/app/history/HistoryDialog';
import { DocumentWork } from '../../../src/app/opening/openSession';
import { openReader } from '../../../src/app/share/reading/reader';
import type { Session, SessionState } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { workspace } from '../../notation/plan';

describe('W6 checkpoints of the open workspace', () => {
  it('going back keeps the present first, and is one step of undo', async () => {
    const session = await open();
    const past = session.editor.workspace;
    await keepCheckpoint(session, 'named', 'First');
    rename(session, 'Changed');
    await revertTo(session, { workspace: past, trusted: true });
    expect(write(session.editor.workspace)).toBe(write(past));
    const [kept] = await session.storage.workspaces.history(session.id);
    expect(kept).toMatchObject({ reason: 'revert', label: null });
    expect(read((await session.storage.workspaces.readCheckpoint(kept?.key ?? 0))?.text ?? '')).toMatchObject(
      {
        workspace: { name: 'Changed' },
      },
    );
    session.editor.undo();
    expect(session.editor.workspace.name).toBe('Changed');
  });

  it('the id stays: another workspace can never be overwritten', async () => {
    const session = await open();
    await revertTo(session, { workspace: { ...session.editor.workspace, id: 'other' }, trusted: true });
    expect(session.editor.workspace.id).toBe(session.id);
  });

  it('T1 trust never comes with going back, and goes with what was not trusted', async () => {
    for (const [now, then, after] of [
      [true, true, true],
      [true, false, false],
      [false, true, false],
    ] as const) {
      const session = await open();
      session.state.setState({ trusted: now });
      await revertTo(session, { workspace: session.editor.workspace, trusted: then });
      expect(session.state.getState().trusted).toBe(after);
    }
  });

  it('case H2 when the present cannot be kept nothing changes; an import goes on', async () => {
    const session = await open();
    session.storage.workspaces.checkpoint = async () => {
      throw new StorageError('STORAGE_FULL', 'full');
    };
    const before = session.editor.workspace;
    await expect(revertTo(session, { workspace: workspace([]), trusted: true })).rejects.toThrow('full');
    expect(session.editor.workspace).toBe(before);
    await expect(keepBeforeImport(session)).resolves.toBeUndefined();
  });

  it('is called by its name, else by why it was kept', () => {
    expect(checkpointTitle({ reason: 'named', label: 'Mine' })).toBe('Mine');
    expect(checkpointTitle({ reason: 'edited', label: null })).toBe('Kept while you worked');
    expect(checkpointTitle({ reason: 'conflict', label: null })).toContain('another tab');
  });
});

let profiles = 0;

async function open(document: Workspace = workspace('say: CAPABILITY echo')): Promise<Session> {
  return {
    id: document.id,
    editor: createEditor({ workspace: document, now: () => 0 }),
    storage: await openStorage({ name: `history-${++profiles}` }),
    capabilities: builtInCapabilities(),
    absent: () => [],
    state: createStore<SessionState>(() => ({
      ...{
        trusted: true,
        trustedFrom: 0,
        madeHere: false,
        budget: null,
        saving: 'saved',
        saveProblem: null,
        conflict: false,
      },
    })),
    get runs(): never {
      throw new Error('nothing runs here');
    },
    shown: new ShownRun(),
    stored: { hash: workspaceHash(document), revision: 0 },
    work: new DocumentWork(openReader(), null),
    save: () => {},
    text: () => '',
    closed: new AbortController().signal,
    close: () => {},
  };
}

function rename(session: Session, name: string): void {
  session.editor.edit({ edit: 'rename-workspace', name }, { label: 'Rename' });
}
