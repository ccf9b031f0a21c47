import { describe, expect, it } from 'vitest';
import { hashText } from '#base';
import { commits, draft, listed, named, ORIGIN, Profile } from './notation';

const MINUTE = 60_000;

describe('workspaces', () => {
  it('W6 saves, reads and lists, the newest first', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    await storage.workspaces.save(draft('one', 0, { id: 'a' }));
    profile.clock.advance(1);
    await storage.workspaces.save(draft('two', 0, { id: 'b' }));
    expect((await storage.workspaces.list()).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await storage.workspaces.read('a')).toMatchObject({ text: 'one', revision: 1, updatedAt: 1_000 });
  });

  it('W6 two tabs never overwrite each other: the first stays, the second is kept as a checkpoint', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    await one.workspaces.save(draft('base', 0));
    expect(await one.workspaces.save(draft('mine', 1))).toEqual({ kind: 'saved', revision: 2 });
    const second = await other.workspaces.save(draft('theirs', 1));
    expect(second).toMatchObject({ kind: 'conflict', stored: { text: 'mine', revision: 2 } });
    if (second.kind !== 'conflict') return;
    expect(await one.workspaces.readCheckpoint(second.checkpoint)).toMatchObject({ text: 'theirs' });
    expect((await one.workspaces.read('demo'))?.text).toBe('mine');
  });

  it('W6 keeps named checkpoints, and history at most every five minutes', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    let revision = 0;
    for (const text of ['one', 'two', 'three']) await storage.workspaces.save(draft(text, revision++));
    profile.clock.advance(6 * MINUTE);
    await storage.workspaces.save(draft('four', revision++));
    await storage.workspaces.checkpoint(named('Before lunch', 'four'));
    const history = await storage.workspaces.history('demo');
    expect(history.map(({ label }) => label)).toEqual(['Before lunch', null, null]);
    const texts = await Promise.all(history.map(({ key }) => storage.workspaces.readCheckpoint(key)));
    expect(texts.map((one) => one?.text)).toEqual(['four', 'three', 'one']);
  });

  it('W6 bounds the history, and never drops a checkpoint that has a name', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    await storage.workspaces.save(draft('0', 0));
    await storage.workspaces.checkpoint(named('First', '0'));
    for (let revision = 1; revision <= 60; revision++) {
      profile.clock.advance(6 * MINUTE);
      await storage.workspaces.save(draft(String(revision), revision));
    }
    const history = await storage.workspaces.history('demo');
    expect(history.filter(({ label }) => label === null)).toHaveLength(50);
    expect(history.at(-1)).toMatchObject({ label: 'First' });
  });

  it('W6 a tab that goes on after a lost race keeps its newest state in one checkpoint', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    await one.workspaces.save(draft('base', 0));
    await one.workspaces.save(draft('mine', 1));
    const lost = await other.workspaces.save(draft('theirs', 1));
    if (lost.kind !== 'conflict') throw new Error('the race was not lost');
    const later = draft('theirs, later', 1, { conflict: lost.checkpoint });
    const again = await other.workspaces.save(later);
    if (again.kind !== 'conflict') throw new Error('the race was not lost');
    const kept = (await one.workspaces.history('demo')).filter(({ reason }) => reason === 'conflict');
    expect(kept.map(({ key }) => key)).toEqual([again.checkpoint]);
    expect((await one.workspaces.readCheckpoint(again.checkpoint))?.text).toBe('theirs, later');
  });

  it('W6 takes no state by itself that the user has just named', async () => {
    const storage = await new Profile().tab();
    await storage.workspaces.save(draft('one', 0));
    await storage.workspaces.checkpoint(named('Mine', 'one'));
    await storage.workspaces.save(draft('two', 1));
    expect((await storage.workspaces.history('demo')).map(({ label }) => label)).toEqual(['Mine']);
  });

  it('W6 deletes a checkpoint, and no other', async () => {
    const storage = await new Profile().tab();
    const first = await storage.workspaces.checkpoint(named('First', 'one'));
    const second = await storage.workspaces.checkpoint(named('Second', 'two'));
    await storage.workspaces.removeCheckpoint(first);
    expect((await storage.workspaces.history('demo')).map(({ key }) => key)).toEqual([second]);
    expect(await storage.workspaces.readCheckpoint(first)).toBeNull();
  });

  it('T1 a state remembers whether it was trusted', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    await storage.workspaces.save(draft('one', 0, { trusted: hashText('one') }));
    await storage.workspaces.save(draft('two', 1));
    profile.clock.advance(6 * MINUTE);
    await storage.workspaces.save(draft('three', 2));
    expect((await storage.workspaces.history('demo')).map(({ trusted }) => trusted)).toEqual([false, true]);
  });

  it('case A6 finds a workspace by its content', async () => {
    const storage = await new Profile().tab();
    await storage.workspaces.save(draft('shared', 0));
    expect(await storage.workspaces.findByHash(hashText('shared'))).toMatchObject({ id: 'demo' });
    expect(await storage.workspaces.findByHash(hashText('other'))).toBeNull();
  });

  it('case H9 deleting a workspace deletes its checkpoints, runs and ledgers', async () => {
    const storage = await new Profile().tab();
    await storage.workspaces.save(draft('text', 0));
    await storage.workspaces.checkpoint(named('Named', 'text'));
    await (await storage.runs.open('run-1', ORIGIN))?.append('run-1', commits(0, 3));
    await storage.workspaces.remove('demo');
    expect(await storage.workspaces.list()).toEqual([]);
    expect(await storage.workspaces.history('demo')).toEqual([]);
    expect(await listed(storage)).toEqual([]);
    expect(await storage.runs.read('run-1')).toEqual([]);
  });

  it('W6 tells a tab when another has saved', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    await one.workspaces.save(draft('first', 0));
    const texts = new Promise<string[]>((resolve) => {
      const seen: string[] = [];
      const stop = other.workspaces.watch('demo', (workspace) => {
        if (!workspace) return;
        seen.push(workspace.text);
        if (workspace.text === 'first') void one.workspaces.save(draft('second', 1));
        if (workspace.text !== 'second') return;
        stop();
        resolve(seen);
      });
    });
    expect(await texts).toEqual(['first', 'second']);
  });
});
