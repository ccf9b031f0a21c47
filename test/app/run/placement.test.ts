import { describe, expect, test } from 'vitest';
import { apply } from '#plan';
import { namedSessions } from '../../../src/app/run/placement';
import { workspace } from '../../notation/plan';

describe('P16 sessions by name', () => {
  test('those of the document and all others once, by name; without one by id', () => {
    const entries = [{ id: 's-2', name: 'Bees' }, { id: 's-3', name: '' }, { id: 's-1' }];
    expect(namedSessions(entries, ['zoo', 's-2', 'apes'])).toEqual([
      { id: 'apes', name: 'apes' },
      { id: 's-2', name: 'Bees' },
      { id: 's-1', name: 's-1' },
      { id: 's-3', name: 's-3' },
      { id: 'zoo', name: 'zoo' },
    ]);
  });

  test('a name is an edit of the document, which undo takes back; what else an entry holds stays', () => {
    const before = workspace('a: CAPABILITY echo', { sessions: [{ id: 'talk', left: 7 }] });
    const item = { ...before.sessions[0], id: 'talk', name: 'Bees' };
    const named = apply(before, { edit: 'put-item', list: 'sessions', item });
    if (!named.ok) throw new Error(named.problem.message);
    expect(named.value.workspace.sessions).toEqual([{ id: 'talk', left: 7, name: 'Bees' }]);
    const undone = apply(named.value.workspace, named.value.inverse);
    expect(undone.ok && undone.value.workspace.sessions).toEqual(before.sessions);
  });

  test('W3 an entry without an id is refused with its place', () => {
    expect(() => workspace('a: CAPABILITY echo', { sessions: [{ name: 'Nobody' }] })).toThrow(
      '/sessions/0/id',
    );
  });
});
