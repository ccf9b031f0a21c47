import { type Json, ROOT } from '#base';
import { builtInCapabilities } from '#capabilities';
import type { WorkspaceDocument } from '#plan';
import { type CallContext, CallError, CallResult, type Models } from '#runtime';

const NO_MODELS: Models = {
  list: [],
  stream: () => {
    throw new Error('this test connected no model');
  },
};

export interface Surroundings {
  readonly documents?: readonly WorkspaceDocument[];
  readonly models?: Models;
  readonly progress?: (text: string) => void;
}

/** Calls a built-in capability as a run would, without a run. */
export async function call(id: string, input: Json, surroundings: Surroundings = {}): Promise<Json> {
  const capability = builtInCapabilities().find(id);
  if (!capability) throw new Error(`no capability ${id}`);
  const result = await capability.run(input, contextOf(surroundings));
  return result instanceof CallResult ? result.value : result;
}

/** The code, message and help that a call fails with. */
export async function failureOf(id: string, input: Json, surroundings: Surroundings = {}) {
  try {
    await call(id, input, surroundings);
  } catch (problem) {
    if (problem instanceof CallError) return problem.error;
    throw problem;
  }
  throw new Error(`${id} did not fail`);
}

export function csv(id: string, text: string): WorkspaceDocument {
  return { id, kind: 'csv', text };
}

export function markdown(id: string, text: string): WorkspaceDocument {
  return { id, kind: 'markdown', text };
}

function contextOf({ documents = [], models = NO_MODELS, progress = () => {} }: Surroundings): CallContext {
  return {
    runId: 'test',
    address: ROOT,
    idempotencyKey: 'test',
    signal: new AbortController().signal,
    documents,
    models,
    progress,
  };
}
