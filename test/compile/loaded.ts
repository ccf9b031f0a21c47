import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import type { createActor } from 'xstate';
import type { Json, JsonObject } from '#base';

/** What a module calls an activity with. */
export interface Call {
  readonly node: string;
  readonly type: string;
  readonly address: string;
  readonly attempt: number;
  readonly input: Json;
  readonly variables: JsonObject;
  readonly params: JsonObject;
  readonly payload?: Json;
}

/** What is given to the machine of a module. */
export interface Given {
  readonly activities: Record<string, (call: Call, signal: AbortSignal) => Promise<unknown>>;
  readonly expressions: Record<string, (variables: JsonObject, value: Json, steps: JsonObject) => Json>;
  readonly plans: Record<string, (variables: JsonObject) => Json>;
  readonly random?: (address: string) => number;
  readonly msUntil?: (time: string) => number;
}

/** A module as its importers see it. */
export interface Made {
  readonly createPlanMachine: (given: Given) => Parameters<typeof createActor>[0];
  readonly Answer: new (value: Json, asks: object) => object;
}

// Test files share a process, and this folder with it.
const folder = mkdtempSync(join(tmpdir(), 'planloom-module-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let modules = 0;

/** The module as whoever exports it would run it: its types taken away, and nothing of ours around it. */
export async function loaded(text: string): Promise<Made> {
  const { code } = await transformWithOxc(text, 'module.ts');
  const file = join(folder, `module-${modules++}.mjs`);
  const xstate = pathToFileURL(join(process.cwd(), 'node_modules/xstate/dist/xstate.esm.js')).href;
  writeFileSync(file, code.replace("from 'xstate'", `from '${xstate}'`));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** Lets promises and what they set off come to rest. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}
