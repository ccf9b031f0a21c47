import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type JsonObject } from '#base';
import { exportMachineModule, importXState } from '#formats';
import { type Plan, read, type StateMachinePlan, type Workspace } from '#plan';
import { MACHINES } from '../formats/xstate/machines';
import { randomMachine } from '../formats/xstate/randomMachine';
import { HAND_MADE } from '../laws/machines/handMade';
import { randomSketch } from '../laws/machines/randomSketch';
import { fuzzTimeout, samples } from './samples';

/** A machine as a TypeScript module and in again is the same plan: names, variables, conditions, actions, responders. */
describe('fault F2 a machine as a TypeScript module, out and in again, is equal', () => {
  for (const [name, config] of [...Object.entries(MACHINES), ...HAND_MADE])
    test(name, () => comesBack(config));

  for (const file of readdirSync('public/samples').filter((one) => one.endsWith('.planloom.json'))) {
    const opened = read(readFileSync(`public/samples/${file}`, 'utf8'));
    const { workspace } = opened.kind === 'document' ? opened : { workspace: null };
    for (const plan of workspace?.plans ?? [])
      if (workspace !== null && plan.kind === 'state-machine')
        test(`${file}: ${plan.id}`, () => isEqual(plan, workspace));
  }

  test('random machines', { timeout: fuzzTimeout() }, async () => {
    const { seed, numRuns } = samples(400);
    await fc.assert(fc.asyncProperty(randomMachine, comesBack), { seed, numRuns });
    await fc.assert(
      fc.asyncProperty(fc.nat(), (sketch) => comesBack(randomSketch(sketch))),
      { seed, numRuns },
    );
  });
});

async function comesBack(config: JsonObject): Promise<void> {
  const { workspace, diagnostics } = await importXState(config);
  const [plan] = workspace?.plans ?? [];
  if (workspace === null || plan?.kind !== 'state-machine') throw new Error(JSON.stringify(diagnostics));
  await isEqual(plan, workspace);
}

async function isEqual(plan: StateMachinePlan, workspace: Workspace): Promise<void> {
  const exported = exportMachineModule(plan, workspace);
  if (!exported.ok) throw new Error(exported.problem.message);
  const back = await importXState(exported.value.text);
  const [again] = back.workspace?.plans ?? [];
  if (again === undefined) throw new Error(`${JSON.stringify(back.diagnostics)}\n${exported.value.text}`);
  expect(JSON.parse(canonical(again))).toEqual(JSON.parse(canonical(plan)));
  expect(back.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
}

function canonical(plan: Plan): string {
  return canonicalJson(JSON.parse(JSON.stringify(plan)));
}
