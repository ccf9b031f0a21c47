import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { JsonObject } from '#base';
import { builtInCapabilities } from '#capabilities';
import { createEditor } from '#editor';
import type { Pin } from '#kernel';
import { ITEM_LISTS, type Policy, readPutItem, workspaceHash, write } from '#plan';
import { openStorage } from '#storage';
import { becameOf } from '../../../src/app/library/ItemFrame';
import { DocumentWork } from '../../../src/app/opening/openSession';
import { isSamePlace } from '../../../src/app/pins/pinOf';
import { placeOf } from '../../../src/app/settings/PolicyForm';
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

type ItemList = (typeof ITEM_LISTS)[number];

/** An item of each list, its keys in an order that no schema has, and what another tab makes of it. */
const ITEMS = {
  prompts: [
    { text: 'Plan {{ goal }}.', version: 1 },
    { text: 'Plan {{ goal }} well.', version: 2 },
  ],
  capabilities: [{ make: { value: { b: 1, a: 2 }, kind: 'answer' } }, { make: { value: 3, kind: 'answer' } }],
  models: [{ temperature: 0.5, model: 'small', connection: 'c' }, { temperature: 0.7 }],
  connections: [{ suggestedUrl: 'http://localhost:1/v1', kind: 'openai-compatible' }, { name: 'Theirs' }],
  planners: [
    {
      kind: 'rules',
      rules: [{ when: 'true', steps: [{ input: { b: 1, a: 2 }, capability: 'echo' }], id: 'r' }],
    },
    { rules: [] },
  ],
  parsers: [{ kind: 'jsonata', expression: 'value' }, { expression: 'value.todo' }],
  features: [
    { phase: 'pre', kind: 'guard', input: { b: '{{ node }}', a: 1 }, capability: 'echo' },
    { phase: 'pre', kind: 'observer' },
  ],
  documents: [{ text: 'b,a\n1,2\n', columns: [{ type: 'text', name: 'b' }], kind: 'csv' }, { kind: 'text' }],
  sessions: [{ name: 'Talk' }, { name: 'Theirs' }],
} satisfies Readonly<Record<ItemList, readonly [JsonObject, JsonObject]>>;

describe('E5 W6 an item whose form is open in one tab while another tab saves', () => {
  it.each(ITEM_LISTS)('of the %s: no conflict that is none, and each that is one is told', async (list) => {
    const one = await openTab(`open-${list}`, true);
    const other = await openTab(`open-${list}`, false);
    const itemIn = ({ session }: Tab) =>
      session.editor.workspace[list].find(({ id }) => id === 'mine') ?? null;
    const [item, changed] = ITEMS[list];
    put(one, list, item);
    await eventually(() => expect(itemIn(other)).not.toBeNull());
    const known = itemIn(one);

    rename(other, 'Another thing');
    other.save();
    await eventually(() => expect(one.session.editor.workspace.name).toBe('Another thing'));
    expect(itemIn(one)).not.toBe(known);
    expect(becameOf(known, itemIn(one))).toBe('same');

    put(other, list, { ...item, ...changed });
    await eventually(() => expect(becameOf(known, itemIn(one))).toBe('changed'));
    other.session.editor.edit({ edit: 'remove-item', list, id: 'mine' }, { label: 'Remove' });
    other.save();
    await eventually(() => expect(becameOf(known, itemIn(one))).toBe('gone'));
    for (const { session, stop } of [one, other]) {
      expect(session.state.getState()).toMatchObject({ conflict: false, saveProblem: null });
      stop();
    }
  });

  it('D10 of the pins: the same, though they are no part of the document', async () => {
    const { session, stop } = await openTab('open-pins', true);
    const { pins } = session.storage;
    const pin: Pin = { node: 'say', plan: 'main', output: { b: 1, a: 2 } };
    const pinOfNode = async () => (await pins.of(session.id)).find((one) => isSamePlace(one, pin)) ?? null;
    await pins.change(session.id, () => [pin]);
    const known = await pinOfNode();
    await pins.change(session.id, (all) => [...all, { capability: 'echo', output: 1 }]);
    expect(becameOf(known, await pinOfNode())).toBe('same');
    await pins.change(session.id, (all) => all.with(0, { ...pin, output: 2 }));
    expect(becameOf(known, await pinOfNode())).toBe('changed');
    await pins.change(session.id, (all) => all.toSpliced(0, 1));
    expect(becameOf(known, await pinOfNode())).toBe('gone');
    stop();
  });

  it('P13 of the policies: one is found again where another tab has put it, and missed when it is gone', async () => {
    const one = await openTab('open-policies', true);
    const other = await openTab('open-policies', false);
    const deny: Policy = { ['then' as const]: 'deny', when: { host: 'a.example', capability: 'echo' } };
    const policiesIn = ({ session }: Tab) => session.editor.workspace.policies;
    setPolicies(one, [deny]);
    await eventually(() => expect(policiesIn(other)).toHaveLength(1));
    setPolicies(other, [{ ['then' as const]: 'ask' }, ...policiesIn(other)]);
    await eventually(() => expect(policiesIn(one)).toHaveLength(2));
    expect(placeOf(policiesIn(one), deny, 0)).toBe(1);
    setPolicies(other, policiesIn(other).slice(0, 1));
    await eventually(() => expect(policiesIn(one)).toHaveLength(1));
    expect(placeOf(policiesIn(one), deny, 0)).toBeNull();
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

function put({ session, save }: Tab, list: ItemList, item: JsonObject): void {
  const edit = readPutItem(list, { ...item, id: 'mine' });
  if (!edit.ok) throw new Error(edit.problem[0]?.message);
  session.editor.edit(edit.value, { label: 'Put' });
  save();
}

function setPolicies({ session, save }: Tab, policies: readonly Policy[]): void {
  session.editor.edit({ edit: 'set-policies', policies }, { label: 'Policies' });
  save();
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
