import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { builtInCapabilities } from '#capabilities';
import { createEditor } from '#editor';
import { workspaceHash, write } from '#plan';
import { openStorage } from '#storage';
import { DocumentWork } from '../../../src/app/opening/openSession';
import { openReader, readStored } from '../../../src/app/share/reading/reader';

import { keepSaved } from '../../../src/app/state/autosave';
import type { Session, SessionState } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { trustWorkspace } from '../../../src/app/state/trust';
import { workspace } from '../../notation/plan';
import { eventually } from '../../tools/eventually';

beforeAll(() => {
  const nobody = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('document', { ...nobody, hidden: false });
  vi.stubGlobal('window', { ...nobody, setTimeout });
});

const DOCUMENT = workspace('say: CAPABILITY echo');

describe('W6 one saver of document and trust', () => {
  it.each(['edit first', 'trust first'])(
    'fault B7 an edit and trust at once are no conflict, and both are kept: %s',
    async (order) => {
      const tab = await openTab(`saver-${order}`, true);
      if (order === 'edit first') rename(tab, 'Mine');
      trustWorkspace(tab.session, { calls: 7 });
      if (order === 'trust first') rename(tab, 'Mine');
      await eventually(async () => {
        const stored = await tab.session.storage.workspaces.read(DOCUMENT.id);
        expect(stored?.name).toBe('Mine');
        expect(stored?.trusted).toBe(stored?.hash);
      });
      expect(tab.session.state.getState()).toMatchObject({ conflict: false, saveProblem: null });
      const kept = await tab.session.storage.workspaces.history(DOCUMENT.id);
      expect(kept.filter(({ reason }) => reason === 'conflict')).toEqual([]);
      tab.stop();
    },
  );

  it('fault B7 what is trusted in one tab is trusted in the other, whose next edit is no conflict and loses nothing', async () => {
    const one = await openTab('two-tabs', true);
    const other = await openTab('two-tabs', false);
    trustWorkspace(one.session, { calls: 7 });
    await eventually(() =>
      expect(other.session.state.getState()).toMatchObject({ trusted: true, budget: { calls: 7 } }),
    );
    rename(other, 'Theirs');
    await eventually(async () => {
      const stored = await one.session.storage.workspaces.read(DOCUMENT.id);
      expect(stored?.name).toBe('Theirs');
      expect(stored?.trusted).toBe(stored?.hash);
    });
    expect(other.session.state.getState()).toMatchObject({ conflict: false, saveProblem: null });
    for (const { stop } of [one, other]) stop();
  });
});

describe('W6 what another tab has saved', () => {
  it('is shown while nothing is unsaved here, is no edit of this tab, and the next edit of it is no conflict', async () => {
    const one = await openTab('taken-over', true);
    const other = await openTab('taken-over', false);
    trustWorkspace(one.session, { calls: 7 });
    await eventually(() => expect(other.session.state.getState().trusted).toBe(true));
    rename(one, 'From one');
    await eventually(() => expect(other.session.editor.workspace.name).toBe('From one'));
    expect(other.session.state.getState()).toMatchObject({ saving: 'saved', trusted: true });
    const { workspaces } = one.session.storage;
    expect(await workspaces.read(DOCUMENT.id)).toMatchObject({ name: 'From one', revision: 2 });

    rename(other, 'From the other');
    await eventually(() => expect(one.session.editor.workspace.name).toBe('From the other'));
    one.session.editor.undo();
    await eventually(() => expect(other.session.editor.workspace.name).toBe('From one'));
    for (const { session, stop } of [one, other]) {
      expect(session.state.getState()).toMatchObject({ conflict: false, saveProblem: null, trusted: true });
      stop();
    }
    expect((await workspaces.history(DOCUMENT.id)).map(({ reason }) => reason)).not.toContain('conflict');
  });

  it('leaves an edit that is not saved yet, which comes too late and is kept as a checkpoint', async () => {
    const one = await openTab('both-edit', true);
    const other = await openTab('both-edit', false);
    rename(one, 'From one');
    rename(other, 'From the other');
    one.save();
    await eventually(() => expect(other.session.state.getState().conflict).toBe(true));
    expect(other.session.editor.workspace.name).toBe('From the other');
    const kept = await one.session.storage.workspaces.history(DOCUMENT.id);
    expect(kept.map(({ reason }) => reason)).toContain('conflict');
    for (const { stop } of [one, other]) stop();
  });
});

describe('case A9 the text that a workspace was opened from', () => {
  it('stays as it came when it is trusted, and lies in the history when the first edit is saved', async () => {
    const original = JSON.stringify(JSON.parse(write(DOCUMENT)));
    const { id } = DOCUMENT;
    const tab = await openTab('original', true, original);
    const { workspaces } = tab.session.storage;
    trustWorkspace(tab.session, { calls: 7 });
    await eventually(async () =>
      expect(await workspaces.read(id)).toMatchObject({ trusted: workspaceHash(DOCUMENT) }),
    );
    expect(await workspaces.read(id)).toMatchObject({ text: original, revision: 1 });
    expect(await workspaces.history(id)).toEqual([]);

    rename(tab, 'Mine');
    await eventually(async () => expect(await workspaces.read(id)).toMatchObject({ name: 'Mine' }));
    expect(await workspaces.read(id)).toMatchObject({
      text: write(tab.session.editor.workspace),
      revision: 2,
    });
    const [kept] = await workspaces.history(id);
    expect(await workspaces.readCheckpoint(kept?.key ?? 0)).toMatchObject({
      text: original,
      reason: 'edited',
    });
    tab.stop();
  });
});

interface Tab {
  readonly session: Session;
  readonly save: () => void;
  readonly stop: () => void;
}

function rename({ session }: Tab, name: string): void {
  session.editor.edit({ edit: 'rename-workspace', name }, { label: 'Rename' });
}

/** A tab in which a restricted workspace is open. */
async function openTab(name: string, isFirst: boolean, text = write(DOCUMENT)): Promise<Tab> {
  const storage = await openStorage({ name, channel: null });
  const hash = workspaceHash(DOCUMENT);
  const { id } = DOCUMENT;
  if (isFirst) await storage.workspaces.save({ id, name: '', text, hash, trusted: null, revision: 0 });
  const session: Session = {
    ...{ id, storage, capabilities: builtInCapabilities(), absent: () => [] },
    editor: createEditor({ workspace: DOCUMENT, now: () => 0 }),
    state: createStore<SessionState>(() => ({
      ...{ trusted: false, trustedFrom: 0, madeHere: false, budget: null },
      ...{ saving: 'saved', saveProblem: null, conflict: false },
    })),
    get runs(): never {
      throw new Error('nothing runs here');
    },
    shown: new ShownRun(),
    stored: { hash, revision: 1 },
    work: new DocumentWork(openReader(), null),
    text: () => '',
    save: () => {},
    closed: new AbortController().signal,
    close: () => {},
  };
  const read = (stored: string) => readStored(stored, session.closed);
  return { session, ...keepSaved(session, text, read) };
}
