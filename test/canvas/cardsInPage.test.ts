import { describe, expect, it } from 'vitest';
import { CARDS_A_FRAME, nextCards, wantedCards } from '../../src/canvas/state/cardsInPage';

const VIEW = { transform: [0, 0, 1] as const, width: 860, height: 580 };
const CARD = { width: 220, height: 72 };

/** So many cards on a grid, fifty below one another. */
const rectsOf = (count: number) =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      `/n${index}`,
      { x: Math.floor(index / 50) * 260, y: (index % 50) * 100, ...CARD },
    ]),
  );

describe('which nodes are cards in the page', () => {
  it('fault B12 cards come back by slices when a large graph is no longer looked at from far away', () => {
    const rects = rectsOf(5_000);
    const wanted = wantedCards({ rects, many: true, far: false }, { ...VIEW, transform: [0, 0, 0.4] });
    expect(wanted.size).toBeGreaterThan(CARDS_A_FRAME);
    expect(wanted.size).toBeLessThan(300);
    let cards: ReadonlySet<string> = new Set();
    while (cards.size < wanted.size) {
      const next = nextCards(cards, wanted);
      expect(next.size - cards.size).toBeLessThanOrEqual(CARDS_A_FRAME);
      expect(next.size).toBeGreaterThan(cards.size);
      cards = next;
    }
    expect(cards).toEqual(wanted);
    expect(nextCards(cards, wanted)).toBe(cards);
  });

  it('what has left the view goes at once, and what stays is counted in no slice', () => {
    const rects = rectsOf(2_000);
    const here = wantedCards({ rects, many: true, far: false }, VIEW);
    const there = wantedCards({ rects, many: true, far: false }, { ...VIEW, transform: [-260, 0, 1] });
    const next = nextCards(here, there);
    expect([...next].filter((key) => !there.has(key))).toEqual([]);
    expect([...here].filter((key) => there.has(key) && !next.has(key))).toEqual([]);
  });

  it('E6 all of a small graph, and none of one that is painted whole', () => {
    const rects = rectsOf(200);
    expect(wantedCards({ rects, many: false, far: false }, VIEW).size).toBe(200);
    expect(wantedCards({ rects, many: true, far: true }, VIEW).size).toBe(0);
    expect(wantedCards({ rects, many: true, far: false }, { ...VIEW, width: 0 }).size).toBe(0);
  });
});
