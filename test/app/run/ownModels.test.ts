import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { SimulatedClock } from '#runtime';
import { ownModels } from '../../../src/app/run/hostOfPage';
import type { SessionState } from '../../../src/app/state/session';
import { memoryStorage } from '../../../src/storage/memoryStorage';
import { Standing } from '../../../src/storage/standing';

const SMALL = { id: 'small', connection: 'server', model: 'small-1' };

function page() {
  const storage = memoryStorage(new SimulatedClock(0), new Standing());
  const state = createStore(() => ({ madeHere: false }) as SessionState);
  const { vault } = storage;
  const add = (name: string, model: string | null, listed: readonly string[] = []) => {
    const added = vault.add({ name, url: `http://${name}.example/v1`, key: '', model, keeping: 'tab' });
    if (!added.ok) throw new Error(added.problem.message);
    vault.listed(added.value.id, listed);
    return added.value.id;
  };
  const session = { id: 'demo', storage, state };
  const offered = (models = [SMALL]) =>
    ownModels(session, models, vault.list).map(({ spec, title }) => [title, spec.id, spec.connection]);
  return { vault, add, offered };
}

test('D3 W7 models of the person’s own connections, the one that is used first; what the fork has already is none', () => {
  const { vault, add, offered } = page();
  expect(offered()).toEqual([]);
  vault.pick('demo', 'server', add('Office', 'small-1', ['large-1', 'small-1']));
  expect(offered(), 'over the slot that its connection fills').toEqual([
    ['large-1 (Office)', 'large-1', 'server'],
  ]);
  add('Home', 'small', ['tiny:2']);
  expect(offered(), 'over a slot of its own, under ids that nothing has').toEqual([
    ['large-1 (Office)', 'large-1', 'server'],
    ['small (Home)', 'small-2', 'Home'],
    ['tiny:2 (Home)', 'tiny-2', 'Home'],
  ]);
});

test('D3 case A2 a slot that another connection fills is not asked over; one that was picked for an earlier fork is', () => {
  const { vault, add, offered } = page();
  vault.pick('demo', 'server', add('server', 'small-1'));
  const other = add('server', 'big');
  expect(offered()).toEqual([['big (server (2))', 'big', 'server-2']]);
  vault.pick('demo', 'server-2', other);
  expect(offered()).toEqual([['big (server (2))', 'big', 'server-2']]);
  const taken = { id: 'big', connection: 'server-2', model: 'big' };
  expect(offered([SMALL, taken]), 'a fork of that fork has it').toEqual([]);
});
