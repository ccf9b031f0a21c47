import { describe, expect, test } from 'vitest';
import { difference, type Seen } from './agree';
import { HAND_MADE } from './handMade';
import { MACHINES } from './machinesDrawn';
import { randomMoves, randomSketch } from './randomSketch';

/** Sequences a machine; the large run takes a thousand. */
const WALKS = process.env.LAWS_RUNS === undefined ? 3 : Math.min(1_000, Number(process.env.LAWS_RUNS));
const EVENTS = 10;
/** The large run takes its time. */
const TIMEOUT = 120_000 + WALKS * 20_000;

describe('acceptance: machines of XState, run by our frames and under createActor', () => {
  test.each(HAND_MADE)(
    'M1 every construct by itself: %s',
    async (_name, config) => {
      const walks = Array.from({ length: Math.max(WALKS, 20) }, (_, walk) => randomMoves(walk + 1, 14));
      expect(await difference(config, walks)).toBeNull();
    },
    TIMEOUT,
  );

  test(
    'M1, M6 random machines: equal value, context, tags, status and list of actions after every event',
    async () => {
      let compared = 0;
      let ended = 0;
      const note = ({ output, lines }: Seen): void => {
        if (output !== null) ended++;
        if (lines.some(([kind]) => kind === 'sent')) sent++;
      };
      let sent = 0;
      const refused = new Map<string, number>();
      for (let seed = 1; compared < MACHINES; seed++) {
        const walks = Array.from({ length: WALKS }, (_, walk) => randomMoves(seed * 10_007 + walk, EVENTS));
        const found = await difference(randomSketch(seed), walks, note);
        if (found !== null && 'refused' in found) {
          for (const code of found.refused) refused.set(code, (refused.get(code) ?? 0) + 1);
          expect(seed, JSON.stringify([...refused])).toBeLessThan(MACHINES * 3);
          continue;
        }
        expect(found, `seed ${seed}: ${found === null ? '' : found.at}`).toBeNull();
        compared++;
      }
      // What is drawn is met: machines end with outputs, invocations are sent events.
      expect(ended).toBeGreaterThan(MACHINES / 5);
      expect(sent).toBeGreaterThan(MACHINES / 20);
    },
    TIMEOUT,
  );
});
