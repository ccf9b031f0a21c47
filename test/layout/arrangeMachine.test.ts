import { describe, expect, test } from 'vitest';
import { arrangeMachine, type StateToPlace } from '#layout';

const state = (key: string, parent: string | null = null, kind = 'atomic'): StateToPlace => ({
  key,
  parent,
  kind,
  title: kind === 'initial' || kind === 'final' ? '' : key,
});

const PARALLEL: readonly StateToPlace[] = [
  state('begin', null, 'initial'),
  state('both', null, 'parallel'),
  ...['one', 'two', 'three'].flatMap((region) => [
    state(region, 'both', 'compound'),
    state(`${region}-begin`, region, 'initial'),
    state(`${region}-work`, region),
    state(`${region}-end`, region, 'final'),
  ]),
  state('end', null, 'final'),
];
const MOVES = [
  { from: 'begin', to: 'both' },
  { from: 'both', to: 'end' },
  ...['one', 'two', 'three'].flatMap((region) => [
    { from: `${region}-begin`, to: `${region}-work` },
    { from: `${region}-work`, to: `${region}-end` },
  ]),
];

describe('C3 the State view is laid out', () => {
  test('to the right; where a machine begins and ends is a small mark', () => {
    const rects = arrangeMachine(PARALLEL, MOVES);
    const [begin, both, end] = ['begin', 'both', 'end'].map((key) => rects.get(key));
    expect(begin?.width).toBe(20);
    expect(end?.height).toBe(20);
    expect(begin?.x).toBeLessThan(both?.x ?? 0);
    expect((both?.x ?? 0) + (both?.width ?? 0)).toBeLessThan(end?.x ?? 0);
  });

  test('regions of a parallel state fill it as panes of one size, edge to edge', () => {
    const rects = arrangeMachine(PARALLEL, MOVES);
    const [one, two, three] = ['one', 'two', 'three'].map((key) => rects.get(key));
    expect(two).toEqual({ ...one, x: one?.width });
    expect(three).toEqual({ ...one, y: (one?.y ?? 0) + (one?.height ?? 0) });
    const both = rects.get('both');
    expect(both?.width).toBe(2 * (one?.width ?? 0));
    expect(both?.height).toBe((one?.y ?? 0) + 2 * (one?.height ?? 0));
  });

  test('a label makes room for itself on its line', () => {
    const states = [state('a'), state('b')];
    const gap = (label: string): number => {
      const rects = arrangeMachine(states, [{ from: 'a', to: 'b', label }]);
      return (rects.get('b')?.x ?? 0) - (rects.get('a')?.width ?? 0);
    };
    expect(gap('web.search.completed') - gap('')).toBeGreaterThan(100);
  });

  test('the same machine is laid out the same', () => {
    expect([...arrangeMachine(PARALLEL, MOVES)]).toEqual([...arrangeMachine(PARALLEL, MOVES)]);
  });
});
