import { describe, expect, it } from 'vitest';
import { EMPTY_SESSION, type Episode, SimulatedClock, withNote } from '#runtime';
import type { Storage } from '#storage';
import { withEpisode } from '../../src/runtime/sessions/content';
import { memoryStorage } from '../../src/storage/memoryStorage';
import { Standing } from '../../src/storage/standing';
import { commits, draft, ORIGIN, Profile } from './notation';

const NOTE = { name: 'todo', text: 'Ask again.' };
const DID: Episode = { runId: 'run-1', at: 1, status: 'completed', asked: 'a', answered: 'b', tools: [] };

const STORAGES: readonly [string, () => Promise<Storage>][] = [
  ['a database', () => new Profile().tab()],
  ['memory', async () => memoryStorage(new SimulatedClock(0), new Standing())],
];

describe.each(STORAGES)('P16 sessions in %s', (_, open) => {
  it('P16 are kept for each workspace, told of, and deleted', async () => {
    const { sessions, onChange } = await open();
    const told: string[] = [];
    onChange((kept) => told.push(...kept));
    const here = sessions.of('demo');
    expect(await here.read('talk')).toEqual(EMPTY_SESSION);
    await Promise.all([
      here.change('talk', (content) => withNote(content, NOTE)),
      here.change('talk', (content) => withNote(content, { ...NOTE, name: 'next' })),
    ]);
    expect((await here.read('talk')).notes.map(({ name }) => name)).toEqual(['todo', 'next']);
    expect(await sessions.of('other').read('talk')).toEqual(EMPTY_SESSION);
    expect([await sessions.list('demo'), await sessions.list('other')]).toEqual([['talk'], []]);
    expect(told).toContain('sessions');
    await sessions.remove('demo', 'talk');
    expect([await sessions.list('demo'), await here.read('talk')]).toEqual([[], EMPTY_SESSION]);
  });

  it('P16 go with their workspace', async () => {
    const { sessions, workspaces } = await open();
    await workspaces.save(draft('text', 0));
    await sessions.of('demo').change('talk', (content) => withNote(content, NOTE));
    await sessions.of('other').change('talk', (content) => withNote(content, NOTE));
    await workspaces.remove('demo');
    expect([await sessions.list('demo'), await sessions.list('other')]).toEqual([[], ['talk']]);
  });

  it('P16 a run that is deleted takes what it did along', async () => {
    const { sessions, runs } = await open();
    const ledger = commits(0, 1).map((commit) =>
      commit.fact.type === 'run.started'
        ? { ...commit, fact: { ...commit.fact, labels: { sessionId: 'talk' } } }
        : commit,
    );
    const writer = await runs.open('run-1', ORIGIN);
    await writer?.append('run-1', ledger);
    await sessions
      .of('demo')
      .change('talk', (content) => withEpisode(content, { episode: DID, variables: {} }));
    await runs.remove('run-1');
    expect((await sessions.of('demo').read('talk')).episodes).toEqual([]);
  });
});
