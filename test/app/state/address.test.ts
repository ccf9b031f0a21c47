import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';

let address: typeof import('../../../src/app/state/address');

beforeAll(async () => {
  vi.stubGlobal('location', { search: '', pathname: '/' });
  address = await import('../../../src/app/state/address');
});

describe('D5 the address bar', () => {
  test('says where one is, and leaves out what is as usual', () => {
    const place = {
      workspace: 'w',
      plan: null,
      run: 'run-1',
      left: null,
      at: 21,
      inside: '/b',
      trail: [{ planId: 'main', key: '/c/d', inside: '/c' }],
      node: '/a',
      view: 'state',
    } as const;
    expect(address.writePlace(place)).toBe(
      '?w=w&run=run-1&at=21&in=%2Fb&via=main+%2Fc%2Fd+%2Fc&node=%2Fa&view=state',
    );
    expect(address.writePlace(address.readPlace(''))).toBe('/');
  });

  test.each(['?at=-1', '?at=1.5', '?at=many', '?at=1e99'])('%s names no position', (search) => {
    expect(address.readPlace(search).at).toBeNull();
  });

  test('position 0 is a position', () => {
    expect(address.readPlace('?at=0').at).toBe(0);
  });

  test('a step of the way out that is none is left out', () => {
    expect(address.readPlace('?via=main&via=&via=main+%2Fa').trail).toEqual([
      { planId: 'main', key: '/a', inside: null },
    ]);
  });

  test('a view that is not known is the canvas', () => {
    expect(address.readPlace('?view=constructor').view).toBe('canvas');
  });

  test('what was written is read back', () => {
    const text = fc.option(fc.string({ minLength: 1 }), { nil: null });
    const id = text.filter((one) => one !== null && !one.includes(' ')).map((one) => one ?? '');
    const place = fc.record({
      workspace: text,
      plan: text,
      run: text,
      left: text,
      at: fc.option(fc.nat(), { nil: null }),
      inside: text,
      trail: fc.array(fc.record({ planId: id, key: id, inside: fc.option(id, { nil: null }) })),
      node: text,
      view: fc.constantFrom('canvas' as const, 'state' as const),
    });
    fc.assert(
      fc.property(place, (one) => {
        expect(address.readPlace(address.writePlace(one))).toEqual(one);
      }),
      { seed: 1 },
    );
  });
});
