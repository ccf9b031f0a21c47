import type { Json, JsonObject } from '#base';
import type { ModelSpec } from '#plan';
import { type RunSetup, type TestRun, tool } from './run';

/** Two models of a workspace, and what a run with them may call. */
export const MODELS = ['small', 'large'].map((id): ModelSpec => ({ id, connection: 'c', model: id }));

export const ASKING: RunSetup = {
  closure: {
    models: MODELS,
    capabilities: [tool('model.generate', 'read'), tool('echo', 'pure'), tool('find', 'read')],
  },
};

/** A model's answer in JSON, as `model.generate` gives it. */
export function answers(json: JsonObject): JsonObject {
  return { text: JSON.stringify(json), json };
}

/** A model's answer in words. */
export function says(text: string): JsonObject {
  return { text };
}

/** The answer that chooses one of some ids. */
export function chooses(choice: string): JsonObject {
  return answers({ choice, reason: 'So it says.' });
}

/** The input of an open call. */
export function inputAt(run: TestRun, address: string): { readonly [name: string]: Json } {
  const command = run.command(address);
  if (command.kind !== 'call') throw new Error(`no call at ${address}`);
  return command.input as JsonObject;
}

export function promptAt(run: TestRun, address: string): string {
  return String(inputAt(run, address).prompt);
}
