import { expect } from 'vitest';
import type { JsonObject } from '#base';
import { gives } from '../../notation/simulation';
import type { Mutant } from './mutants';
import type { Told } from './told';

/** What the outside does, and what has to be seen then. */
export interface Expectation {
  readonly script?: JsonObject;
  readonly see: (told: Told) => void;
  /** Mutants that do the same, because they are the pattern. */
  readonly same?: readonly Mutant[];
}

/** Every activity takes 10 ms, where nothing else is said. */
const DEFAULT: JsonObject = { afterMs: 10, output: { text: 'done' } };

/** Activities that take longer, by their id or address. */
function takes(times: Readonly<Record<string, number>>): JsonObject {
  return Object.fromEntries(Object.entries(times).map(([key, ms]) => [key, [gives(ms, { text: 'done' })]]));
}

function script(times: Readonly<Record<string, number>>, events: readonly JsonObject[] = []): JsonObject {
  return { default: DEFAULT, nodes: takes(times), events: [...events] };
}

const signal = (atMs: number, name: string, data: JsonObject = {}): JsonObject => ({
  atMs,
  signal: name,
  data,
});

const done = (told: Told, id: string) => told.times(id, 'succeeded');

/** By the number of the pattern. */
export const EXPECTATIONS: Readonly<Record<number, Expectation>> = {
  1: {
    see: (told) =>
      expect([told.spans('pick'), told.spans('pack'), told.spans('ship')]).toEqual([
        [[0, 10]],
        [[10, 20]],
        [[20, 30]],
      ]),
    same: ['sequence', 'full join'],
  },
  2: {
    see: (told) => expect([told.starts('pick'), told.starts('bill')]).toEqual([[10], [10]]),
    same: ['full join'],
  },
  3: {
    script: script({ bill: 30 }),
    see: (told) =>
      expect([told.starts('pick'), told.starts('bill'), told.starts('ship')]).toEqual([[10], [10], [40]]),
    same: ['full join'],
  },
  4: {
    see: (told) => expect([done(told, 'accept'), told.times('approve', 'skipped')]).toEqual([[10], [0]]),
  },
  5: {
    see: (told) => {
      expect([told.starts('accept'), told.starts('approve')]).toEqual([[0], []]);
      expect(told.starts('ship')).toEqual([10]);
    },
  },
  6: {
    see: (told) => {
      expect([told.starts('write'), told.starts('phone')]).toEqual([[0], [0]]);
      expect(told.times('drive', 'skipped')).toEqual([0]);
    },
  },
  7: {
    script: script({ phone: 30 }),
    see: (told) => {
      expect([told.starts('write'), told.starts('phone'), told.starts('drive')]).toEqual([[0], [0], []]);
      expect(told.starts('close')).toEqual([30]);
    },
  },
  8: {
    script: script({ bill: 30 }),
    see: (told) => expect(told.starts('note')).toEqual([10, 30]),
    same: ['full join'],
  },
  9: {
    script: script({ far: 50, web: 20 }),
    see: (told) => {
      expect(told.starts('order')).toEqual([10]);
      expect([done(told, 'web'), done(told, 'far')]).toEqual([[20], [50]]);
    },
  },
  10: {
    see: (told) => {
      expect(told.starts('write')).toEqual([0, 20]);
      expect(told.starts('check')).toEqual([10, 30]);
    },
  },
  11: {
    script: script({ bill: 50 }),
    see: (told) => {
      expect(told.ended).toBe('completed');
      expect([told.virtualMs, done(told, 'pick')]).toEqual([60, [20]]);
    },
    same: ['full join'],
  },
  12: {
    script: script({ tell: 30 }),
    see: (told) => {
      expect(told.starts('cook')).toEqual([0]);
      expect([done(told, 'tell'), told.virtualMs]).toEqual([[30, 30, 30], 30]);
    },
  },
  13: {
    see: (told) => {
      expect(told.starts('ask')).toEqual([0, 0, 0]);
      expect(told.starts('decide')).toEqual([10]);
    },
    same: ['full join'],
  },
  14: {
    see: (told) => {
      expect(told.starts('invite')).toEqual([0, 0, 0]);
      expect(told.starts('cook')).toEqual([10]);
    },
    same: ['full join'],
  },
  15: {
    script: script({ invite: 30 }, [signal(0, 'guest'), signal(5, 'guest'), signal(20, 'enough')]),
    see: (told) =>
      expect([told.spans('invite'), told.ended]).toEqual([
        [
          [0, 30],
          [5, 35],
        ],
        'completed',
      ]),
  },
  16: {
    script: script({}, [signal(10, 'order.cancelled'), signal(20, 'payment.received')]),
    see: (told) => expect([told.starts('close'), told.starts('ship')]).toEqual([[10], []]),
  },
  17: {
    see: (told) => {
      expect([done(told, 'paint'), done(told, 'cut')]).toEqual([[10], [30]]);
      expect(told.overlap('paint', 'measure', 'cut')).toBe(false);
    },
    same: ['sequence'],
  },
  18: {
    script: script({ fill: 20 }, [signal(5, 'registration.opened'), signal(15, 'registration.closed')]),
    see: (told) => {
      expect([told.starts('fill'), told.times('fill', 'cancelled')]).toEqual([[5], [15]]);
      expect(told.starts('register')).toEqual([]);
    },
  },
  19: {
    script: script({ pack: 50 }),
    see: (told) => {
      expect(told.times('pack', 'cancelled')).toEqual([10]);
      expect([told.starts('refund'), told.ended]).toEqual([[10], 'completed']);
    },
  },
  20: {
    script: script({ pack: 50 }),
    see: (told) => {
      expect(told.times('pack', 'cancelled')).toEqual([10]);
      expect([told.virtualMs, told.ended]).toEqual([10, 'completed']);
    },
  },
  21: {
    see: (told) => expect(told.starts('knock')).toEqual([0, 10, 20]),
  },
  22: {
    see: (told) => expect([told.starts('step'), told.ended]).toEqual([[0, 10, 20], 'completed']),
  },
  23: {
    script: script({}, [signal(5, 'bell'), signal(20, 'bell')]),
    see: (told) => expect(told.starts('open')).toEqual([20]),
  },
  24: {
    script: script({}, [signal(5, 'letter'), signal(40, 'letter')]),
    see: (told) => expect([told.starts('read'), told.starts('answer')]).toEqual([[10], [40]]),
  },
  25: {
    script: script({ pack: 50, label: 60 }),
    see: (told) => {
      expect([told.times('pack', 'cancelled'), told.times('label', 'cancelled')]).toEqual([[10], [10]]);
      expect(told.ended).toBe('completed');
    },
  },
  26: {
    script: script({ clean: 40 }, [signal(15, 'contest.over')]),
    see: (told) => {
      expect([done(told, 'ask'), told.times('ask', 'cancelled')]).toEqual([[10], [15]]);
      expect([done(told, 'clean'), told.ended]).toEqual([[40], 'completed']);
    },
  },
  27: {
    script: script({}, [signal(15, 'enough')]),
    see: (told) => {
      expect([done(told, 'ask'), told.times('ask', 'cancelled')]).toEqual([[10], [15]]);
      expect(told.starts('decide')).toEqual([15]);
    },
  },
  28: {
    script: script({ far: 50 }),
    see: (told) => {
      expect([told.starts('order'), told.starts('near')]).toEqual([
        [10, 60],
        [0, 50],
      ]);
      expect(done(told, 'far')).toEqual([50, 100]);
    },
  },
  29: {
    script: script({ far: 50 }),
    see: (told) => expect([told.starts('order'), told.times('far', 'cancelled')]).toEqual([[10], [10]]),
  },
  30: {
    script: script({ far: 50, web: 20 }),
    see: (told) => expect([told.starts('compare'), done(told, 'far')]).toEqual([[20], [50]]),
  },
  31: {
    script: script({ far: 50, web: 20 }),
    see: (told) => {
      expect([told.starts('compare'), told.starts('near')]).toEqual([
        [20, 70],
        [0, 50],
      ]);
      expect(done(told, 'far')).toEqual([50, 100]);
    },
  },
  32: {
    script: script({ far: 50, web: 20 }),
    see: (told) => expect([told.starts('compare'), told.times('far', 'cancelled')]).toEqual([[20], [20]]),
  },
  34: {
    script: script({ '/each[1]/ask': 20, '/each[2]/ask': 50 }),
    see: (told) => expect([told.starts('decide'), done(told, 'ask')]).toEqual([[20], [10, 20, 50]]),
  },
  35: {
    script: script({ '/each[1]/ask': 20, '/each[2]/ask': 50 }),
    see: (told) => expect([told.starts('decide'), told.times('ask', 'cancelled')]).toEqual([[20], [20]]),
  },
  36: {
    see: (told) => {
      expect(told.starts('ask')).toEqual([0, 0, 10, 10]);
      expect(told.starts('decide')).toEqual([20]);
    },
  },
  37: {
    see: (told) => {
      expect([told.starts('wrap'), told.starts('credit')]).toEqual([[], []]);
      expect(told.starts('ship')).toEqual([10]);
    },
  },
  38: {
    script: script({ paint: 30 }),
    see: (told) => expect([told.starts('paint'), told.starts('show')]).toEqual([[0], [30, 50]]),
  },
  39: {
    script: script({ 'book-a': 20, 'book-b': 20 }),
    see: (told) => {
      expect([told.starts('count-a'), told.starts('count-b')]).toEqual([[10], [10]]);
      expect([done(told, 'book-a'), done(told, 'book-b')]).toEqual([[40], [60]]);
      expect(told.overlap('book-a', 'book-b')).toBe(false);
    },
  },
  40: {
    see: (told) => {
      expect(told.overlap('bank', 'post', 'shop')).toBe(false);
      expect(told.starts('home')).toEqual([30]);
    },
    same: ['sequence'],
  },
  41: {
    see: (told) => {
      expect(done(told, 'print')).toEqual([10, 10, 10]);
      expect(told.starts('bind')).toEqual([10]);
    },
    same: ['full join'],
  },
  42: {
    see: (told) => {
      expect(told.starts('print')).toEqual([0, 0, 0]);
      expect(told.starts('fold')).toEqual([10, 10, 10]);
    },
    same: ['full join'],
  },
  43: {
    script: script({ slow: 50 }),
    see: (told) => {
      expect(told.times('slow', 'cancelled')).toEqual([10]);
      expect([told.virtualMs, told.ended]).toEqual([10, 'completed']);
    },
  },
};
