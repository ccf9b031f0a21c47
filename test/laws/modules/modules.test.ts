import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsFor, SEED } from '../agreement';
import { lawTimeout } from '../law';
import { build, type Case } from '../random/build';
import { RUN_FEATURES } from '../random/features';
import { shownCase } from '../random/shown';
import { runSketch } from '../random/sketch';
import type { PlainPlan } from '../reference/language';
import { GoesOn, virtualRun } from '../virtualRun';
import { actorRun } from './actorRun';
import { differs } from './differs';
import { engineRun } from './engineRun';

/** A module knows neither pause nor cancel: whoever runs it stops the actor. All its guards are asked. */
const FEATURES = new Set(
  [...RUN_FEATURES].filter((one) => one !== 'pause' && one !== 'cancel' && one !== 'silence'),
);

/** Of these every one is written as a module, loaded and run by XState; a longer list with `LAWS_RUNS`. */
const MODULES = Math.max(60, Number(process.env.LAWS_RUNS ?? 0) / 5);

test(
  'C3 the runtime of modules visits and calls what the kernel does, in the same order at the same times',
  () => {
    holdsFor((drawn) => differs(drawn, engineRun(drawn)), { features: FEATURES });
  },
  lawTimeout(),
);

test(
  'C3 random plans as modules under createActor: the same attempts, calls and ends at the same times as the kernel',
  async () => {
    let compared = 0;
    for (const sketch of fc.sample(runSketch(FEATURES), { numRuns: MODULES, seed: SEED })) {
      const drawn = build(sketch, FEATURES);
      if (isLong(drawn)) continue;
      const difference = differs(drawn, await actorRun(drawn));
      if (difference !== null) throw new Error(`${shownCase(drawn)}\n${difference}`);
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(50);
  },
  lawTimeout(),
);

test('C3, L2 under createActor too the timer of a container leaves before its contents, in the first step as in any other', async () => {
  const slow = [{ afterMs: 10, output: 1 }];
  const bounded = (id: string, inside: string): PlainPlan['nodes'][number] => ({
    ...{ id, type: 'GROUP', params: { mode: 'SYNC' }, timeoutMs: 10, onError: 'continue' },
    body: { nodes: [{ id: inside, type: 'CAPABILITY', params: { capability: 'echo' } }], edges: [] },
  });
  const main: PlainPlan = {
    ...{ id: 'main', kind: 'capability', variables: [] },
    nodes: [bounded('first', 'a'), bounded('then', 'b')],
    edges: [{ from: 'first', port: 'out', to: 'then' }],
  };
  const drawn: Case = { plans: [main], script: { nodes: { a: slow, b: slow }, events: [] }, features: [] };
  const ends = virtualRun(drawn).lines.filter((line) => line.includes(' handled '));
  expect(ends).toEqual(['10 handled /first TIMEOUT', '20 handled /then TIMEOUT']);
  expect(differs(drawn, await actorRun(drawn))).toBeNull();
});

test(
  'C3 a DELAY until a time: the same visits at the same times as the kernel',
  () => {
    let compared = 0;
    for (const sketch of fc.sample(runSketch(FEATURES), { numRuns: 400, seed: SEED })) {
      const drawn = withTimes(build(sketch, FEATURES));
      if (!JSON.stringify(drawn).includes('"until":"1970') || isLong(drawn)) continue;
      const difference = differs(drawn, engineRun(drawn));
      if (difference !== null) throw new Error(`${shownCase(drawn)}\n${difference}`);
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(30);
  },
  lawTimeout(),
);

/** Every DELAY waits until a time, which may be over; plans that its planners will propose included. */
function withTimes(drawn: Case): Case {
  return JSON.parse(JSON.stringify(drawn), (_, value) => {
    if (value?.type !== 'DELAY') return value;
    return { ...value, params: { until: new Date(value.params.forMs * 7 - 4).toISOString() } };
  });
}

function isLong(drawn: Case): boolean {
  try {
    virtualRun(drawn, { most: 600 });
    return false;
  } catch (thrown) {
    return thrown instanceof GoesOn;
  }
}
