import { type Json, ROOT } from '#base';
import { builtInCapabilities } from '#capabilities';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import {
  type Blobs,
  type CallContext,
  CallError,
  CallResult,
  type DocumentReader,
  documentReader,
  type Models,
  type ReadText,
  readAtOnce,
  type SqlEngine,
  tablesIn,
} from '#runtime';

const NO_MODELS: Models = {
  list: [],
  stream: () => {
    throw new Error('this test connected no model');
  },
};

export interface Surroundings {
  readonly documents?: readonly WorkspaceDocument[];
  readonly reader?: DocumentReader;
  readonly models?: Models;
  readonly blobs?: Blobs;
  readonly sql?: SqlEngine;
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

/** Documents that hold their text, as they are read. */
export function readNow(documents: readonly WorkspaceDocument[]): readonly ReadText[] {
  return documents.flatMap((document) => (isFileDocument(document) ? [] : [readAtOnce(document)]));
}

export function csv(id: string, text: string): ReadText & { readonly kind: 'csv' } {
  return { id, kind: 'csv', text };
}

export function markdown(id: string, text: string): ReadText & { readonly kind: 'markdown' } {
  return { id, kind: 'markdown', text };
}

function contextOf({
  documents = [],
  reader = documentReader(),
  models = NO_MODELS,
  progress = () => {},
  blobs,
  sql,
}: Surroundings): CallContext {
  return {
    runId: 'test',
    address: ROOT,
    idempotencyKey: 'test',
    signal: new AbortController().signal,
    documents,
    ...(blobs ? { tables: tablesIn(blobs) } : {}),
    ...(sql ? { sql } : {}),
    readDocument: (document) => reader.read(document),
    models,
    progress,
  };
}
