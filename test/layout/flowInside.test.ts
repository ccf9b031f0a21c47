import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXECUTOR, flowInside, type InsidePlace, TITLE_BAR } from '#layout';

const steps = (count: number): string[] => Array.from({ length: count }, (_, index) => `step-${index + 1}`);
const boxes = fc.record({
  width: fc.integer({ min: 240, max: 1400 }),
  height: fc.integer({ min: 120, max: 900 }),
});
const counts = fc.integer({ min: 0, max: 80 });

const touch = (a: InsidePlace, b: InsidePlace): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('D4 steps inside an executor', () => {
  it('a step more moves no earlier step, unless the form or the scale changes', () => {
    fc.assert(
      fc.property(boxes, counts, (box, count) => {
        const before = flowInside(steps(count), box);
        const after = flowInside(steps(count + 1), box);
        if (before.form !== after.form || before.scale !== after.scale) return;
        for (const [key, place] of after.places) {
          const earlier = before.places.get(key);
          if (earlier) expect(place).toEqual(earlier);
        }
      }),
      { seed: 11 },
    );
  });

  it('form and scale only ever go down as steps arrive', () => {
    fc.assert(
      fc.property(boxes, counts, (box, count) => {
        const before = flowInside(steps(count), box);
        const after = flowInside(steps(count + 1), box);
        if (before.form === 'row') expect(after.form).toBe('row');
        else if (after.form === 'card') expect(after.scale).toBeLessThanOrEqual(before.scale);
      }),
      { seed: 12 },
    );
  });

  it('nothing overlaps, and all of it lies below the title bar and inside the box', () => {
    fc.assert(
      fc.property(boxes, counts, (box, count) => {
        const places = [...flowInside(steps(count), box).places.values()];
        places.forEach((place, index) => {
          expect(place.x).toBeGreaterThanOrEqual(0);
          expect(place.y).toBeGreaterThanOrEqual(TITLE_BAR);
          expect(place.x + place.width).toBeLessThanOrEqual(box.width);
          expect(place.y + place.height).toBeLessThanOrEqual(box.height);
          for (const other of places.slice(index + 1)) expect(touch(place, other)).toBe(false);
        });
      }),
      { seed: 13 },
    );
  });

  it('every step is either shown or counted', () => {
    fc.assert(
      fc.property(boxes, counts, (box, count) => {
        const flow = flowInside(steps(count), box);
        expect(flow.places.size + flow.overflow).toBe(count);
        expect([...flow.places.keys()]).toEqual(steps(flow.places.size));
      }),
      { seed: 14 },
    );
  });

  it('the default box shows nine cards, then rows of text, then a chip', () => {
    expect(flowInside(steps(4), EXECUTOR)).toMatchObject({ form: 'card', scale: 1 });
    expect(flowInside(steps(9), EXECUTOR)).toMatchObject({ form: 'card', scale: 0.8, overflow: 0 });
    expect(flowInside(steps(12), EXECUTOR)).toMatchObject({ form: 'row', overflow: 0 });
    expect(flowInside(steps(40), EXECUTOR).overflow).toBeGreaterThan(20);
  });
});
