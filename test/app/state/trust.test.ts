import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { builtInCapabilities } from '#capabilities';
import { createEditor } from '#editor';
import { workspaceHash } from '#plan';
import { openStorage } from '#storage';
import { DocumentWork } from '../../../src/app/opening/openSession';
import { openReader } from '../../../src/app/share/reading/reader';
import type { Session, SessionState } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { followTrust, trustWorkspace } from '../../../src/app/state/trust';
import { plan, workspace } from '../../notation/plan';

describe('T1 trust is of the content that was looked at', () => {
  it('what was undone before it cannot be made again by redo', async () => {
    const session = await restricted();
    bringIn(session);
    session.editor.undo();
    trustWorkspace(session, {});
    expect(session.editor.redo()).toBe(false);
    expect(session.state.getState().trusted).toBe(true);
  });

  it('undoing to before it makes the workspace restricted', async () => {
    const session = await restricted();
    bringIn(session);
    session.editor.edit({ edit: 'remove-plan', plan: 'foreign' }, { label: 'Delete plan' });
    trustWorkspace(session, {});
    session.editor.undo();
    expect(session.editor.workspace.plans.map(({ id }) => id)).toContain('foreign');
    expect(session.state.getState().trusted).toBe(false);
  });

  it('the edits that came after it, and undoing them, keep it', async () => {
    const session = await restricted();
    bringIn(session);
    trustWorkspace(session, {});
    session.editor.edit({ edit: 'rename-workspace', name: 'Mine' }, { label: 'Rename' });
    session.editor.undo();
    session.editor.redo();
    expect(session.state.getState().trusted).toBe(true);
  });
});

let profiles = 0;

async function restricted(): Promise<Session> {
  const document = workspace('say: CAPABILITY echo');
  const session: Session = {
    id: document.id,
    editor: createEditor({ workspace: document, now: () => 0 }),
    storage: await openStorage({ name: `trust-${++profiles}` }),
    capabilities: builtInCapabilities(),
    absent: () => [],
    state: createStore<SessionState>(() => ({
      ...{
        trusted: false,
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
  followTrust(session);
  return session;
}

function bringIn({ editor }: Session): void {
  editor.edit(
    { edit: 'add-plan', plan: { ...plan('other: CAPABILITY echo'), id: 'foreign' } },
    { label: 'Import plan' },
  );
}
