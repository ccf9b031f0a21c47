import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Commit, replay } from '#kernel';
import { workspace } from '../notation/plan';
import { type Simulated, simulatedIn } from '../notation/simulation';
import { RUNS } from './agreement';
import { lawTimeout } from './law';
import { build, type Case } from './random/build';
import { type Feature, RUN_FEATURES } from './random/features';
import { shownCase } from './random/shown';
import { runSketch } from './random/sketch';
import { toldLine, toPlan, virtualRun } from './virtualRun';

/** A planner is answered once there, and JSONata has its own idea of a list of one: both have tests of their own. */
const FEATURES: ReadonlySet<Feature> = new Set(
  [...RUN_FEATURES].filter((feature) => feature !== 'PLANNER' && feature !== 'TRANSFORM'),
);

test(
  'H4 a simulation is what the reference interpreter and the virtual clock of these laws make of the script',
  async () => {
    await holds(async (drawn) => {
      const { lines, run } = virtualRun(drawn);
      const simulation = await simulationOf(drawn);
      expect(toldOf(simulation.ledger)).toEqual(lines);
      expect(simulation.status).toBe(run.status);
    });
  },
  lawTimeout(),
);

test(
  'H4 every call that left is answered once, whatever becomes of the run; the ledger replays (K4)',
  async () => {
    await holds(async (drawn) => {
      const { ledger } = await simulationOf(drawn);
      expect(answersIn(ledger).toSorted()).toEqual(callsIn(ledger).toSorted());
      expect(replay(ledger)).toMatchObject({ ok: true, effects: 0 });
    });
  },
  lawTimeout(),
);

function simulationOf({ plans, script, features }: Case): Promise<Simulated> {
  return simulatedIn(
    workspace(plans.map(toPlan), { features: JSON.parse(JSON.stringify(features)) }),
    JSON.parse(JSON.stringify(script)),
  );
}

async function holds(check: (drawn: Case) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(runSketch(FEATURES), async (sketch) => {
    const drawn = build(sketch, FEATURES);
    try {
      await check(drawn);
    } catch (thrown) {
      throw new Error(`${shownCase(drawn)}\n${thrown instanceof Error ? thrown.message : ''}`);
    }
  });
  await fc.assert(property, { seed: 20_262, numRuns: Math.ceil(RUNS / 4) });
}

/** What a ledger tells up to its run's end: the reference looks no further. */
function toldOf(ledger: readonly Commit[]): readonly string[] {
  const ends = ledger.findIndex(({ entries }) => entries.some(({ kind }) => ENDS.has(kind)));
  const going = ends < 0 ? ledger : ledger.slice(0, ends + 1);
  return going.flatMap(({ at, entries }) =>
    entries.flatMap((entry) => toldLine(entry, at - (ledger[0]?.at ?? 0)) ?? []),
  );
}

const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

function callsIn(ledger: readonly Commit[]): readonly string[] {
  return ledger.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.kind === 'command' && entry.data.command.kind === 'call' ? [entry.address] : [],
    ),
  );
}

function answersIn(ledger: readonly Commit[]): readonly string[] {
  return ledger.flatMap(({ fact }) =>
    fact.type === 'effect.succeeded' || fact.type === 'effect.failed' ? [fact.address] : [],
  );
}
