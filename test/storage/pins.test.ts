import { describe, expect, it, vi } from 'vitest';
import type { Pin } from '#kernel';
import type { Storage } from '#storage';
import { draft, Profile } from './notation';

const PINS: readonly Pin[] = [
  { node: 'look', plan: 'main', output: { rows: [] } },
  { capability: 'send', error: { code: 'DOWN', message: 'It is down.' }, when: 'input.n > 1' },
];

describe('D10 pins of a workspace', () => {
  it('D10 are there for every page of the browser, in their order, and for no other workspace', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    expect(await one.pins.of('demo')).toEqual([]);
    await one.pins.keep('demo', PINS);
    expect(await other.pins.of('demo')).toEqual(PINS);
    expect(await other.pins.of('else')).toEqual([]);
  });

  it('D10 what two pages pin at the same time is kept, and each of them hears of it', async () => {
    const profile = new Profile();
    const [one, other] = [await profile.tab(), await profile.tab()];
    const heard = vi.fn<(kept: readonly string[]) => void>();
    other.onChange(heard);
    const add = (storage: Storage, node: string) =>
      storage.pins.change('demo', (pins) => [...pins, { node, output: 1 }]);
    await Promise.all([add(one, 'a'), add(other, 'b'), add(one, 'c')]);
    expect((await one.pins.of('demo')).map((pin) => ('node' in pin ? pin.node : ''))).toEqual(
      expect.arrayContaining(['a', 'b', 'c']),
    );
    expect(heard).toHaveBeenCalledWith(['settings']);
  });

  it('D10 go with their workspace: an id that is given again finds nothing pinned', async () => {
    const storage = await new Profile().tab();
    await storage.workspaces.save(draft('one', 0));
    await storage.pins.keep('demo', PINS);
    await storage.workspaces.save(draft('two', 1));
    expect(await storage.pins.of('demo'), 'a save changes nothing').toEqual(PINS);
    await storage.workspaces.remove('demo');
    expect(await storage.pins.of('demo')).toEqual([]);
    await storage.pins.keep('demo', PINS);
    await storage.workspaces.save(draft('other', 0));
    expect(await storage.pins.of('demo')).toEqual([]);
  });

  it('D10 what is kept and is no pin is left out', async () => {
    const storage = await new Profile().tab();
    const kept = [
      ...[
        1,
        null,
        {},
        { node: 'a' },
        { output: 1 },
        { node: 'a', error: 'x' },
        { node: 'a', error: { code: 1 } },
      ],
      { node: 'a', output: null, when: 7, more: true },
    ];
    await storage.settings.set('pins.demo', kept);
    expect(await storage.pins.of('demo')).toEqual([{ node: 'a', output: null }]);
    await storage.settings.set('pins.demo', 'nothing');
    expect(await storage.pins.of('demo')).toEqual([]);
  });
});
