import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#base';
import { canonicalMachine, exportXState, importXState } from '#formats';
import { difference } from './agree';
import { HAND_MADE } from './handMade';
import { MACHINES } from './machinesDrawn';
import { moduleText, PLANTED } from './moduleText';
import { dialectOf, machineOfModule } from './ours';
import { randomMoves, randomSketch } from './randomSketch';

/** The machines of acceptance 1, hand-made and drawn. */
const ALL: readonly (readonly [string, JsonObject])[] = [
  ...HAND_MADE,
  ...Array.from({ length: MACHINES }, (_, index) => [`seed ${index + 1}`, randomSketch(index + 1)] as const),
];

async function roundTrip(config: Json | string): Promise<JsonObject> {
  const { workspace, diagnostics } = await importXState(config);
  const [plan] = workspace?.plans ?? [];
  if (workspace === null || plan === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
  const exported = exportXState(plan, workspace);
  if (!exported.ok || !isJsonObject(exported.value.value)) throw new Error('not exported');
  return exported.value.value;
}

function canonical(config: JsonObject): string {
  return canonicalJson(canonicalMachine(config));
}

describe('acceptance 2: the machines of acceptance 1 in and out of XState', () => {
  test('M6 as JSON: import then export gives the same machine, in canonical form', async () => {
    for (const [name, config] of ALL) {
      const dialect = dialectOf(config);
      const back = await roundTrip(dialect);
      expect(canonical(back), name).toBe(canonical(dialect));
      createMachine(back);
    }
  }, 120_000);

  test('M6 as modules with inline functions: what was read is exported and read again the same', async () => {
    for (const [name, config] of ALL) {
      const read = await roundTrip(moduleText(config));
      expect(canonical(await roundTrip(read)), name).toBe(canonical(read));
    }
    expect(Reflect.has(globalThis, PLANTED)).toBe(false);
  }, 120_000);

  test('M6 M1 what was read of a module runs as the module does, and nothing of it was run to read it', async () => {
    let compared = 0;
    for (const [index, [name, config]] of ALL.entries()) {
      const walks = [randomMoves(index + 1, 10)];
      const found = await difference(config, walks, () => {}, machineOfModule);
      if (found !== null && 'refused' in found) continue;
      expect(found, `${name}: ${found === null ? '' : found.at}`).toBeNull();
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(MACHINES);
    expect(Reflect.has(globalThis, PLANTED)).toBe(false);
  }, 120_000);
});
